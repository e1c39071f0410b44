import { NodeHelpers, type INodeParameters } from 'n8n-workflow';
import { Signaturit } from '../../../nodes/Signaturit/Signaturit.node';
import { ADA } from '../../people';

const { description } = new Signaturit();
const create = { resource: 'signature', operation: 'create' };
const email = { resource: 'certifiedEmail', operation: 'createEmail' };
const sms = { resource: 'certifiedSms', operation: 'createSms' };
const phone = '34600000000';
const bySms = { options: { deliveryType: 'sms' } };
const contactId = { __rl: true, mode: 'id', value: 'c-1' };

/** What the editor marks red in a row of recipients, and the fields that it shows there. */
function rowOf(operation: INodeParameters, row: INodeParameters, more: INodeParameters = {}) {
	const parameters = {
		...{ ...operation, ...more },
		...{ subject: 'Hello', body: 'Hello', recipients: { recipient: [row] } },
	} as INodeParameters;
	const node = {
		...{ id: 'n', name: 'Node', type: description.name, typeVersion: 1, parameters },
		position: [0, 0] as [number, number],
	};
	const issues = NodeHelpers.getNodeParametersIssues(description.properties, node, description);
	const [rows] = description.properties.flatMap((field) =>
		field.name === 'recipients' &&
		NodeHelpers.displayParameter(parameters, field, node, description)
			? (field.options ?? []).flatMap((option) => ('values' in option ? [option.values] : []))
			: [],
	);
	const path = 'recipients.recipient[0]';
	const shown = (rows ?? [])
		.filter((field) => NodeHelpers.displayParameterPath(parameters, field, path, node, description))
		.map(({ name }) => name);
	return { red: Object.keys(issues?.parameters ?? {}), shown };
}

const expression = '={{ $json.value }}';

type Entry = [
	what: string,
	operation: INodeParameters,
	row: INodeParameters,
	more?: INodeParameters,
];

const entries = (...all: Entry[]) =>
	all.map(([what, operation, row, more = {}]) => ({ what, operation, row, more }));

describe('the editor marks red what a recipient lacks', () => {
	it.each(
		entries(
			['an email, without anything else', create, {}],
			['an email, when all but this one get an SMS', create, { method: 'email', phone }, bySms],
			['an email, for a URL', create, {}, { options: { deliveryType: 'url' } }],
			[
				'an email, for a contact that is not chosen',
				create,
				{ contactId: { ...contactId, value: '' } },
			],
			['an email of a certified email', email, {}],
		),
	)('$what', ({ operation, row, more }) => {
		expect(rowOf(operation, { email: '', name: '', ...row }, more).red).toEqual(['email']);
	});

	it.each(
		entries(
			['for an SMS to all', create, ADA, bySms],
			['for an SMS to this one', create, { ...ADA, method: 'sms' }],
			['of a certified SMS', sms, { name: 'Ada Lovelace', phone: '' }],
		),
	)('a phone $what', ({ operation, row, more }) => {
		expect(rowOf(operation, row, more).red).toEqual(['phone']);
	});

	it.each(
		entries(
			['an email', create, ADA],
			['an email by an expression', create, { email: expression, name: '' }],
			['a phone for an SMS', create, { email: '', name: 'Ada', phone }, bySms],
			['a phone for an SMS of its own', create, { email: '', name: 'Ada', phone, method: 'sms' }],
			['a device', create, { email: '', name: 'Ada', method: 'device', deviceId: 'd-1' }],
			['a contact', create, { email: '', name: '', contactId }],
			['a contact and a phone', create, { email: '', name: '', contactId, phone }, bySms],
			['a contact by an expression', create, { contactId: { ...contactId, value: expression } }],
			['a contact of a certified email', email, { email: '', name: '', contactId }],
			['what an expression decides', create, { email: '', method: expression }],
			['what an expression decides for all', create, {}, { options: { deliveryType: expression } }],
			['all in JSON', create, {}, { options: { recipientsJson: '[]' } }],
		),
	)('nothing with $what', ({ operation, row, more }) => {
		expect(rowOf(operation, row, more).red).toEqual([]);
	});

	const methods = [undefined, '', 'email', 'sms', 'device', expression];
	const types = [undefined, 'email', 'sms', 'url', expression];

	it.each(methods.flatMap((method) => types.map((deliveryType) => ({ method, deliveryType }))))(
		'in one email and one phone for %j',
		({ method, deliveryType }) => {
			const row = method === undefined ? {} : { method };
			const more = deliveryType === undefined ? {} : { options: { deliveryType } };
			const { shown } = rowOf(create, row, more);
			expect(shown.filter((name) => name === 'email')).toEqual(['email']);
			expect(shown.filter((name) => name === 'phone')).toEqual(['phone']);
		},
	);

	it('in no email and name when there is a contact', () => {
		expect(rowOf(create, { contactId }).shown).not.toContain('email');
		expect(rowOf(create, { contactId }).shown).not.toContain('name');
	});
});
