import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INodeProperties } from 'n8n-workflow';
import { recipientFromRow } from '../../../../../nodes/Signaturit/actions/signature/create/recipient';
import { recipientTable } from '../../../../../nodes/Signaturit/actions/signature/create/recipientTable';
import { widgetFromRow } from '../../../../../nodes/Signaturit/actions/signature/create/rows';
import { widgetFields } from '../../../../../nodes/Signaturit/actions/signature/create/widgetTable';
import { panelFields, splitNumbers } from '../../../../../nodes/Signaturit/input/parameters';
import { ADA } from '../../../../people';
import { fieldsOf } from './problems';

/** The values of the panel when the user has changed nothing. */
const defaultsOf = (fields: readonly INodeProperties[]) =>
	Object.fromEntries(fields.map((field) => [field.name, field.default]));
const defaults = { ...defaultsOf(widgetFields), place: 'position' };

describe('recipientFromRow', () => {
	it("turns the panel's fields into the service's parameters", () => {
		expect(
			recipientFromRow({
				...ADA,
				phone: '+34 600000000',
				type: 'validator',
				method: 'device',
				deviceId: 'd-1',
				requireSmsValidation: true,
				smsCode: true,
				signWithDigitalCertificate: true,
				digitalCertificateName: 'a.pfx',
				requirePhoto: '1,2',
				requirePhotoId: '1',
				requireFileAttachment: 3,
				widgets: { widget: [{ ...defaults, type: 'signature' }] },
			}),
		).toEqual({
			...ADA,
			phone: '+34 600000000',
			type: 'validator',
			method: 'device',
			device_id: 'd-1',
			require_sms_validation: true,
			sms_code: true,
			sign_with_digital_certificate_file: true,
			digital_certificate_name: 'a.pfx',
			require_photo: ['1', '2'],
			require_photo_id: '1',
			require_file_attachment: 3,
			widgets: [expect.objectContaining({ type: 'signature' })],
		});
	});

	it('keeps what an expression gives beside them, for the schema to judge', () => {
		expect(recipientFromRow({ ...ADA, order: 2, locale: 'es' })).toMatchObject({
			...ADA,
			order: 2,
			locale: 'es',
		});
	});

	it('keeps attachments by type, and also a number of attachments that is given beside them', () => {
		const attachment = [{ type: 'passport', description: '' }];
		const attachmentsOf = (requireFileAttachment: unknown) =>
			recipientFromRow({ requireFileAttachment, fileAttachments: { attachment } })
				.require_file_attachment;
		expect(attachmentsOf('')).toEqual(attachment);
		expect(attachmentsOf('2')).toEqual({ numbers: '2', types: attachment });
	});

	it.each([
		['bottomLeft', 10],
		['bottomRight', 65],
	])('puts a widget into the corner %s of the last page', (place, left) => {
		const corner = { left, top: 80, width: 25, height: 8 };
		const row = { ...defaults, place, page: 1, left: 1, top: 1, width: 1, height: 1 };
		expect(widgetFromRow({ ...row, type: 'signature' })).toMatchObject({ page: 'last', ...corner });
		expect(widgetFromRow({ ...row, type: 'dcf' })).toHaveProperty('page', undefined);
	});

	it('puts a new widget there, so that nothing has to be measured', () => {
		expect(defaultsOf(widgetFields)).toMatchObject({ place: 'bottomLeft' });
	});

	it('has no widgets when the field has no rows, and keeps what is no field with rows', () => {
		const widgetsOf = (widgets: unknown) => recipientFromRow({ widgets }).widgets;
		expect([undefined, {}].map(widgetsOf)).toEqual([undefined, undefined]);
		expect(widgetsOf('signature')).toBe('signature');
	});

	it('sends nothing of the fields that are left as they are', () => {
		const row = { ...defaultsOf(panelFields(recipientTable)), ...ADA };
		// The contact is read, and taken off, before.
		const { email, name, ...others } = recipientFromRow({ ...row, contactId: undefined });
		expect({ email, name }).toEqual(ADA);
		expect(Object.values(others).filter((value) => value !== undefined && value !== '')).toEqual(
			[],
		);
	});
});

describe('widgetFromRow', () => {
	const place = { page: 1, left: 10, top: 80, width: 25, height: 8 };
	const box = { width: 3, height: 2 };

	it.each<[object, object]>([
		[
			{ type: 'text', defaultValue: 'x' },
			{ default: 'x', options: { validation_rule: '' } },
		],
		[{ type: 'text', validationRule: 'zip' }, { options: { validation_rule: 'zip' } }],
		[{ type: 'date', olderThan18: true }, { options: { validation_rule: 'age' } }],
		[{ type: 'date', olderThan18: 'false' }, { options: undefined }],
		[{ type: 'check' }, { ...box, default: false, options: undefined }],
		[
			{ type: 'check', showYesNo: 'maybe' },
			{ ...box, options: 'maybe' },
		],
		[
			{ type: 'check', checked: true, showYesNo: 'true' },
			{ ...box, default: true, options: 'show_yes_no_option' },
		],
		[
			{ type: 'radio', group: 'plan', optionIndex: 2, defaultOption: '0' },
			{ custom_id: 'plan', default: '0', options: { index: 2 } },
		],
		[
			{ type: 'select', selectOptions: { option: [{ value: 'A', default: true }] } },
			{ options: { select: [{ value: 'A', default: true }] } },
		],
		[{ type: 'image', defaultValue: 'x' }, { default: 'x' }],
		[{ type: 'signature', defaultValue: 'x', group: 'g' }, {}],
	])('turns %j into %j', (row, expected) => {
		expect(widgetFromRow({ ...defaults, ...row })).toMatchObject({ ...place, ...expected });
	});

	it('leaves out fields that belong to another widget type', () => {
		const row = { ...defaults, group: 'g', defaultOption: '1', defaultValue: 'x', checked: true };
		expect(widgetFromRow({ ...row, type: 'dcf' })).toEqual(
			widgetFromRow({ ...defaults, type: 'dcf' }),
		);
		expect(JSON.stringify(widgetFromRow({ ...row, type: 'dcf' }))).not.toMatch(
			/custom_id|default|options/,
		);
	});

	it('gives a widget at a word no page and no editable switch', () => {
		expect(widgetFromRow({ ...defaults, place: 'word', word: 'Firma', editable: false })).toEqual({
			type: 'signature',
			word_anchor: 'Firma',
			left: 1,
			top: 1,
			width: 25,
			height: 8,
			required: true,
		});
	});

	it.each([undefined, null, '', ' ', '\u200b'])('refuses a widget at the word %j', (word) => {
		expect(widgetFromRow({ ...defaults, place: 'word', word })).toMatchObject({
			word_anchor: { problem: 'Word must be a single word without spaces' },
		});
	});
});

describe('the recipients in the panel', () => {
	const typeField = widgetFields.find(({ name }) => name === 'type');
	const types = (typeField?.options ?? []).map((option) => ('value' in option ? option.value : ''));
	const filled = {
		text: {},
		radio: { group: 'plan' },
		select: { selectOptions: { option: [{ value: 'A', default: false }] } },
	};

	it.each(types)('offer a widget of the type %s that the checks accept', (type) => {
		const extra = filled[type as keyof typeof filled] ?? {};
		const widget = [
			{ ...defaults, top: 20 },
			{ ...defaults, ...extra, type },
		];
		const recipient = recipientFromRow({ email: 'a@example.com', name: 'A', widgets: { widget } });
		expect(fieldsOf({ recipients: [recipient] }).recipients).toMatchObject([
			{ widgets: [{ type: 'signature' }, { type, page: 1 }] },
		]);
	});

	it.each(['bottomLeft', 'position', 'word'])(
		'begin with a check box that is small and may be left empty (%s)',
		(place) => {
			expect(widgetFromRow({ ...defaults, type: 'check', place, word: 'Agreed' })).toMatchObject({
				width: 3,
				height: 2,
				required: false,
			});
			expect(widgetFromRow({ ...defaults, type: 'text', place, word: 'Agreed' })).toMatchObject({
				width: 25,
				height: 8,
				required: true,
			});
		},
	);

	it('have all their keys in the part of docs/actions.md about JSON', () => {
		const page = readFileSync(join(__dirname, '../../../../../docs/actions.md'), 'utf8');
		const part = /^- \*\*Recipients as JSON\*\*.*$/m.exec(page)?.[0];
		const keys = [
			...Object.keys(recipientFromRow({})),
			...types.flatMap((type) => Object.keys(widgetFromRow({ ...defaults, type }))),
			'word_anchor',
		];
		expect(keys.filter((key) => !part?.includes(`\`${key}\``))).toEqual([]);
	});
});

describe('splitNumbers', () => {
	it.each<[unknown, unknown]>([
		['2', '2'],
		['2, 5', ['2', '5']],
		['2,,5', ['2', '', '5']],
		[
			[1, 2],
			[1, 2],
		],
		[3, 3],
		[undefined, undefined],
	])('turns %j into %j', (value, numbers) => {
		expect(splitNumbers(value)).toEqual(numbers);
	});
});
