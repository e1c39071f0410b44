import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { recipientTable } from '../../../../nodes/Signaturit/actions/signature/create/recipientTable';
import { BEING_PREPARED } from '../../engine/fixtures';
import { createOnService, withRecipient, withWidgets } from './createOnService';

const { run, bodies, sent } = createOnService();

/** A value of a field, by its kind and its placeholder. */
function exampleFor({ type, placeholder = '', options = [] }: INodeProperties) {
	if (type === 'boolean') return true;
	const [last] = options.slice(-1);
	if (type === 'options') return last && 'value' in last ? last.value : '';
	return /^e\.g\. (\S+)/.exec(placeholder)?.[1] ?? 'x';
}

describe('a recipient in the panel', () => {
	const single = Object.entries(recipientTable).filter(([, { field }]) => field.name !== 'widgets');

	it.each(single)('with a value of the field for %s is sent with it', async (key, { field }) => {
		const widgets = { widget: [{ type: 'dcf', place: 'position', left: 40 }] };
		const { show = {} } = field.displayOptions ?? {};
		const shown = Object.entries(show).map(([name, values]) => [name, values?.[0]]);
		const needed = { phone: '34600000000', widgets, ...Object.fromEntries(shown) };
		const body = await sent(withRecipient({ ...needed, [field.name]: exampleFor(field) }));
		expect(body?.recipients).toMatchObject([{ [key]: expect.stringMatching(/./) }]);
	});

	it.each<[string, IDataObject, IDataObject]>([
		['the type Validator', { type: 'validator' }, { type: 'validator' }],
		[
			'SMS validation and an SMS code',
			{ phone: '34600000000', requireSmsValidation: true, smsCode: true },
			{ require_sms_validation: '1', sms_code: '1' },
		],
		[
			'an SMS of its own and no email',
			{
				email: '',
				method: 'sms',
				phone: '34600000000',
				body: 'Sign here: [url]',
			},
			{ method: 'sms', phone: '34600000000', body: 'Sign here: {{url}}' },
		],
		[
			'an email of its own',
			{ method: 'email', subject: 'For Ada', body: '<p>Hello</p>' },
			{ method: 'email', subject: 'For Ada', body: '<p>Hello</p>' },
		],
		[
			'photos',
			{ requirePhoto: '2', requirePhotoId: '1' },
			{ require_photo: '2', require_photo_id: '1' },
		],
		['photos for each document', { requirePhoto: '1,0' }, { require_photo: ['1', '0'] }],
		['attachments', { requireFileAttachment: '={{ 2 }}' }, { require_file_attachment: '2' }],
		[
			'attachments by type',
			{
				fileAttachments: {
					attachment: [{ type: 'passport' }, { type: 'other', description: 'Payslip' }],
				},
			},
			{
				require_file_attachment: [{ type: 'passport' }, { type: 'other', description: 'Payslip' }],
			},
		],
		[
			'a digital certificate',
			{
				signWithDigitalCertificate: true,
				digitalCertificateName: 'ada.pfx',
				widgets: { widget: [{ type: 'dcf', place: 'position', left: 40 }] },
			},
			{
				sign_with_digital_certificate_file: '1',
				digital_certificate_name: 'ada.pfx',
				widgets: [{ type: 'dcf', left: '40' }],
			},
		],
	])('with %s is sent as the service documents it', async (_, recipient, expected) => {
		const body = await sent(withRecipient(recipient));
		expect(body?.recipients).toMatchObject([expected]);
	});

	it.each<[string, IDataObject]>([
		['Phone is needed for Require SMS Code', { smsCode: true }],
		[
			'Required Attachments must be either numbers or a list of attachments by type',
			{
				requireFileAttachment: '1',
				fileAttachments: { attachment: [{ type: 'passport' }] },
			},
		],
		[
			'Description of attachment 1 is needed, as its type is Other',
			{ fileAttachments: { attachment: [{ type: 'other' }] } },
		],
		[
			'Sign With Certificate needs a widget of the type Digital Certificate',
			{ signWithDigitalCertificate: true },
		],
	])('is rejected with "%s" before anything is sent', async (message, recipient) => {
		const { error } = await run(withRecipient(recipient));
		expect(error?.message).toBe(`Recipient 1: ${message}`);
		expect(await bodies()).toEqual([]);
	});

	it('without a signature among the widgets is rejected when nobody else has one', async () => {
		const { error } = await run(withRecipient({ widgets: { widget: [{ type: 'text' }] } }));
		expect(error?.message).toBe(
			'Widgets: at least one must be a signature or a digital certificate',
		);
		expect(await bodies()).toEqual([]);
	});

	it('with a phone without its country code gets the request, and the output has a hint', async () => {
		const { error, hints } = await run(withRecipient({ phone: '600 11 22 33' }));
		expect(error).toBeUndefined();
		expect(await bodies()).toMatchObject([{ recipients: [{ phone: '600112233' }] }]);
		expect(hints).toEqual([
			'Recipient 1: Phone has no country code that is known, e.g. 34 for Spain: 34600000000',
			BEING_PREPARED,
		]);
	});
});

describe('a widget in the panel', () => {
	it.each<[IDataObject, IDataObject]>([
		[
			{ type: 'text', page: 1, left: 12.5, top: 3, width: 30, height: 5, defaultValue: 'x & y' },
			{ page: '1', left: '12.5', top: '3', width: '30', height: '5', default: 'x & y' },
		],
		[
			{ type: 'text', validationRule: 'dni', required: false },
			{ options: { validation_rule: 'dni' }, editable: '1', required: '0' },
		],
		[
			{ type: 'text', editable: false, defaultValue: 'fixed' },
			{ editable: '0', default: 'fixed' },
		],
		[{ type: 'date', olderThan18: true }, { options: { validation_rule: 'age' } }],
		[{ type: 'image' }, { type: 'image' }],
		[
			{ type: 'check', checked: true, showYesNo: true },
			{ default: '1', options: 'show_yes_no_option' },
		],
		[
			{ type: 'radio', group: 'plan', optionIndex: 0, defaultOption: '0' },
			{ custom_id: 'plan', options: { index: '0' }, default: '0' },
		],
		[
			{
				type: 'select',
				selectOptions: { option: [{ value: 'A' }, { value: 'B', default: true }] },
			},
			{
				options: {
					select: [
						{ value: 'A', default: '0' },
						{ value: 'B', default: '1' },
					],
				},
			},
		],
		[
			{ type: 'text', place: 'word', word: 'Unterschrift', wordLeft: 3 },
			{ word_anchor: 'Unterschrift', left: '3', top: '1', width: '25', height: '8' },
		],
	])('given as %j is sent as the service documents it', async (widget, expected) => {
		const body = await sent(withWidgets(widget));
		const [recipient] = body?.recipients as { widgets: IDataObject[] }[];
		expect(recipient?.widgets[1]).toMatchObject({ type: widget.type, ...expected });
	});

	it.each([
		['a new one', {}, '10'],
		['Bottom Right of the Last Page', { place: 'bottomRight' }, '65'],
	])('is placed without measuring: %s', async (_, widget, left) => {
		const body = await sent(
			withRecipient({ widgets: { widget: [{ type: 'signature', ...widget }] } }),
		);
		const [recipient] = body?.recipients as { widgets: IDataObject[] }[];
		const place = { page: '1', left, top: '80', width: '25', height: '8' };
		expect(recipient?.widgets).toEqual([expect.objectContaining(place)]);
	});

	it('is sent with the fields of its type only, also when an expression sets the type', async () => {
		const widget = {
			type: '={{ $json.type }}',
			left: '={{ $json.left }}',
			group: 'plan',
			defaultOption: '0',
			defaultValue: 'x',
		};
		const body = await sent(withWidgets(widget), { type: 'text', left: '33.5' });
		const [recipient] = body?.recipients as { widgets: IDataObject[] }[];
		expect(recipient?.widgets[1]).toEqual({
			type: 'text',
			page: '1',
			left: '33.5',
			top: '80',
			width: '25',
			height: '8',
			default: 'x',
			editable: '1',
			required: '1',
		});
	});

	it.each<[string, IDataObject]>([
		['Options: add at least one', { type: 'select' }],
		['Word must be a single word without spaces', { type: 'text', place: 'word' }],
		[
			'Show Yes/No works only when the widget is editable',
			{ type: 'check', showYesNo: true, editable: false },
		],
		['Left is needed to place the widget', { type: 'image', left: '={{ $json.nothing }}' }],
	])('is rejected with "%s" before anything is sent', async (message, widget) => {
		const { error } = await run(withWidgets(widget));
		expect(error?.message).toBe(`Recipient 1, Widget 2: ${message}`);
		expect(await bodies()).toEqual([]);
	});
});
