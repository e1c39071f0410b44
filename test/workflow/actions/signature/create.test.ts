import fc from 'fast-check';
import type { IDataObject, INodeParameters, INodeProperties } from 'n8n-workflow';
import { recipientsJsonOption } from '../../../../nodes/Signaturit/actions/signature/create/create.operation';
import { recipientTable } from '../../../../nodes/Signaturit/actions/signature/create/recipientTable';
import { listSearch } from '../../../../nodes/Signaturit/methods/listSearch';
import { referenceWidgets } from '../../../service/specs/support/referenceWidgets';
import { recipients } from '../../../unit/actions/signature/create/arbitraryRecipients';
import { ADA, CHARLES, MARY } from '../../../people';
import { loadOptionsContext, storedFile } from '../../engine/engine';
import { documentIdsIn, itemWithPdf, pdfOf } from '../../engine/fixtures';
import { servedFile } from '../servedFile';
import { createOnService, withRecipient, withWidgets } from './createOnService';

const { local, run, bodies, sent, pdf } = createOnService();

/** An expression without a value. */
const NOTHING = '={{ $json.none }}';

describe('the documents of a new signature request', () => {
	const template = (mode: string, value: string) => ({ id: { __rl: true, mode, value } });

	it('can be templates that are selected from the list or named by hashtag', async () => {
		const [id = ''] = await local.control.seed({ kind: 'templates', count: 1 });
		const { results } = await listSearch.searchTemplates.call(
			loadOptionsContext({}, local.credential),
		);
		const hashtag = results.find(({ value }) => value === id)?.name ?? '';
		expect(hashtag).toMatch(/^#/);

		const chosen = [template('list', id), template('id', hashtag)];
		const body = await sent({ source: 'templates', templates: { template: chosen } });
		expect(body).toMatchObject({ templates: [id, hashtag] });
		expect(body).not.toHaveProperty('files');
	});

	it('can be a template and a file', async () => {
		const [id = ''] = await local.control.seed({ kind: 'templates', count: 1 });
		const body = await sent({ source: 'both', templates: { template: [template('id', id)] } });
		expect(body).toMatchObject({ templates: [id], files: [{ name: 'contract.pdf' }] });
	});

	it('cannot be left out: the request is not sent', async () => {
		const { error } = await run({ source: 'templates', templates: {} });
		expect(error?.message).toBe('Templates: add at least one');
		expect(await bodies()).toEqual([]);
	});
});

describe('Signature Request: Create', () => {
	it('sends the file unchanged and returns the new request', async () => {
		const { items, error } = await run();
		expect(error).toBeUndefined();
		expect(items).toHaveLength(1);
		const [{ json, pairedItem }] = items as [(typeof items)[0]];
		expect(json.signers).toMatchObject([{ email: ADA.email }, { email: CHARLES.email }]);
		expect(pairedItem).toEqual({ item: 0 });
		const file = await servedFile(local, json.signatureId, documentIdsIn(json)[0], 'sent');
		expect(file).toEqual(pdf());
	});

	it('sends the files of several binary fields in order and with their names', async () => {
		const binary = {
			contract: await storedFile(pdf(), 'año "1".pdf'),
			annex: await storedFile(await pdfOf('An annex'), 'annex/2.pdf'),
		};
		const changes = { binaryPropertyNames: 'contract, annex' };
		const { items } = await run(changes, {}, { items: [{ json: {}, binary }] });
		const json = items[0]?.json;
		expect(json?.fileName).toBe('año "1".pdf');
		expect(json?.fileNames).toEqual(['año "1".pdf', 'annex-2.pdf']);
		expect(documentIdsIn(json)).toHaveLength(4);
		const files = ['año "1".pdf', 'annex-2.pdf'].map((name) => ({ name }));
		expect(await bodies()).toMatchObject([{ files }]);
	});

	it('uses the values of each item and pairs the output with it', async () => {
		const names = ['first.pdf', 'second.pdf', 'third.pdf'];
		const all = names.map((name) => itemWithPdf(name, pdf(), { title: `T ${name}` }));
		const changes = { options: { name: '={{ $json.title }}' } };
		const { items } = await run(changes, {}, { items: await Promise.all(all) });
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual([0, 1, 2].map((item) => ({ item })));
		expect((await bodies()).map(({ name }) => name)).toEqual(names.map((name) => `T ${name}`));
	});

	it("sends every parameter under the service's name", async () => {
		const body = await sent({
			subject: 'Señor O\'Brien & "Söhne"',
			options: {
				body: 'Dear <b>Ada</b>',
				events: 'url',
				eventsUrl: 'http://127.0.0.1:9/events.json',
				brandingId: 'branding-1',
				callbackUrl: 'https://www.example.com/thanks',
				cc: { copy: [MARY, { email: 'max@example.com' }] },
				data: { pair: [{ key: 'crm_id', value: '2445' }] },
				deliveryType: 'url',
				expireTime: 14,
				reminders: '3,7',
				replyTo: 'contracts@example.com',
				signingMode: 'parallel',
				type: 'simple',
			},
		});
		expect(body).toMatchObject({
			name: 'Engine contract',
			recipients: [ADA, CHARLES],
			body: 'Dear <b>Ada</b>',
			branding_id: 'branding-1',
			callback_url: 'https://www.example.com/thanks',
			cc: [MARY, { email: 'max@example.com' }],
			data: { crm_id: '2445' },
			delivery_type: 'url',
			events_url: 'http://127.0.0.1:9/events.json',
			expire_time: '14',
			reminders: ['3', '7'],
			reply_to: 'contracts@example.com',
			signing_mode: 'parallel',
			subject: 'Señor O\'Brien & "Söhne"',
			type: 'simple',
		});
	});

	it.each<[string, INodeParameters]>([
		['is left as it is at first', { recipients: undefined }],
		['gets nothing from expressions', withRecipient({ email: NOTHING, name: NOTHING })],
		[
			'is left as it is in JSON',
			{ options: { json: { recipientsJson: recipientsJsonOption.default as string } } },
		],
	])('says what a recipient lacks that %s, before anything is sent', async (_, changes) => {
		const { error } = await run(changes);
		expect(error?.description?.split('\n')).toEqual([
			'Nothing was sent.',
			'• Recipient 1: Email is empty',
			'• Recipient 1: Name is empty',
		]);
		expect(await bodies()).toEqual([]);
	});

	it('sends {{url}} in the body of an SMS where the user has written [url]', async () => {
		const body = await sent({
			...withRecipient({ phone: '+34 600 000 000' }),
			options: {
				smsBody: 'Please sign: [url]',
				body: 'Please sign',
				deliveryType: 'sms',
				reminders: '0',
			},
		});
		expect(body).toMatchObject({
			body: 'Please sign: {{url}}',
			reminders: '0',
			recipients: [{ phone: '34600000000' }],
		});
	});
});

describe('recipients as JSON', () => {
	const withJson = (recipientsJson: unknown): INodeParameters => ({
		options: { json: { recipientsJson: recipientsJson as string } },
	});

	const people = [{ ...ADA, widgets: [{ type: 'signature', page: 1, left: 1, top: 1 }] }];

	it.each([
		['text', JSON.stringify(people)],
		['a list from an expression', '={{ $json.people }}'],
	])('can be given as %s', async (_, json) => {
		const body = await sent(withJson(json), { people });
		expect(body?.recipients).toEqual([
			{ ...ADA, widgets: [{ type: 'signature', page: '1', left: '1', top: '1' }] },
		]);
	});

	it('may be rows of a sheet with their numbers', async () => {
		const data = people.map((one, index) => ({ row_number: index + 2, ...one }));
		const body = await sent(withJson('={{ $json.data }}'), { data });
		expect(body?.recipients).toEqual([
			expect.not.objectContaining({ row_number: expect.anything() }),
		]);
	});

	it.each([
		[
			'[{"email": "ada@example.com"',
			'Recipients (JSON) is not valid JSON: line 1, column 29, near ": "ada@example.com". It takes a JSON list such as [{ "email": "…", "name": "…" }]',
		],
		[
			'[{ "email": "ada@example.com", "name": "Ada", "phnoe": "1" }]',
			'Recipient 1: A recipient has no field "phnoe": did you mean phone?',
		],
		['[]', 'Recipients: add at least one'],
	])('given as %s are rejected with "%s"', async (json, message) => {
		const { error } = await run(withJson(json));
		expect(error?.message).toBe(message);
		expect(await bodies()).toEqual([]);
	});

	it("may be those of the reference's example with all widget options", async () => {
		const widgets = referenceWidgets.map((widget) => ({ ...widget, page: Number(widget.page) }));
		const body = await sent(withJson([{ ...ADA, widgets }] as never));
		const [recipient] = body?.recipients as { widgets: IDataObject[] }[];
		expect(recipient?.widgets).toHaveLength(referenceWidgets.length);
		expect(recipient?.widgets).toEqual(referenceWidgets);
	});

	it('are accepted by the service when they pass the checks', async () => {
		await fc.assert(
			fc.asyncProperty(recipients, async (list) => {
				const { items, error } = await run(withJson(list as never));
				expect([error?.message, error?.description]).toEqual([undefined, undefined]);
				expect(items[0]?.json.signatureId).toEqual(expect.any(String));
			}),
			{ numRuns: 15 },
		);
	});
});

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
			{ type: 'radio', group: 'plan', optionIndex: 0, defaultOption: '0' },
			{ custom_id: 'plan', options: { index: '0' }, default: '0' },
		],
		[
			{ type: 'check', checked: true, showYesNo: true },
			{ default: '1', options: 'show_yes_no_option' },
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
});
