import {
	NodeHelpers,
	Workflow,
	type INode,
	type INodeParameters,
	type INodeProperties,
	type INodeTypes,
} from 'n8n-workflow';
import { Signaturit } from '../../../nodes/Signaturit/Signaturit.node';
import { ADA } from '../../people';

const type = new Signaturit();
const { description } = type;
const CREATE = { resource: 'signature', operation: 'create' };
const WAIT = { resource: 'signature', operation: 'sendAndWait' };
const EMAIL = { resource: 'certifiedEmail', operation: 'createEmail' };
const SMS = { resource: 'certifiedSms', operation: 'createSms' };
const phone = '34600000000';
const contactId = { __rl: true, mode: 'id', value: 'c-1' };
const expression = '={{ $json.value }}';

const nodeOf = (parameters: INodeParameters): INode => ({
	...{ id: 'n', name: 'Node', type: description.name, typeVersion: 1, parameters },
	position: [0, 0],
});

const withRow = (row: object, more: object = {}) =>
	({
		...more,
		...{ subject: 'Hello', body: 'Hello', recipients: { recipient: [row] } },
	}) as INodeParameters;

/** What n8n marks red, and refuses to publish: the values of the file alone count, without the defaults of others. */
function redIn(parameters: INodeParameters): string[] {
	const node = nodeOf(parameters);
	const issues = NodeHelpers.getNodeParametersIssues(description.properties, node, description);
	return Object.keys(issues?.parameters ?? {});
}

/** What the panel says before the first run, as n8n's editor computes it. */
function hintsIn(parameters: INodeParameters): string[] {
	const node = nodeOf(parameters);
	const nodeTypes: INodeTypes = {
		getByName: () => type,
		getByNameAndVersion: () => type,
		getKnownTypes: () => ({}),
	};
	const { expression: expressions, nodes } = new Workflow({
		...{ nodes: [node], connections: {}, active: false, nodeTypes },
	});
	return (description.hints ?? [])
		.filter(({ displayCondition }) => {
			const here = nodes.Node ?? node;
			const shown = expressions.getSimpleParameterValue(here, displayCondition, 'internal', {});
			expect(typeof shown).toBe('boolean');
			return shown;
		})
		.map(({ message }) => message);
}

/** The fields of a row that the editor shows without a click on the row's button. */
function inSightIn(parameters: INodeParameters): string[] {
	const node = nodeOf(parameters);
	const isShown = (field: INodeProperties, path: string) =>
		NodeHelpers.displayParameterPath(parameters, field, path, node, description);
	return description.properties
		.filter((field) => field.name === 'recipients' && isShown(field, ''))
		.flatMap(({ options = [] }) => options)
		.flatMap((option) => ('values' in option ? option.values : []))
		.filter((field) => isShown(field, 'recipients.recipient[0]'))
		.filter(({ typeOptions }) => typeOptions?.showEvenWhenOptional)
		.map(({ name }) => name);
}

const SIGNERS = 'Fill in who signs: the email of each recipient.';
const SIGNS = `${SIGNERS} The file to sign comes from the node before this one, e.g. a form.`;

describe('a recipient who is not filled in', () => {
	it.each([
		['a new Create', CREATE, SIGNS],
		['a new certified email', EMAIL, 'Fill in who gets the email: the email of each recipient.'],
		['a new certified SMS', SMS, 'Fill in who gets the SMS: the phone of each recipient.'],
		['a name alone', withRow({ email: '', name: 'Ada' }, CREATE), SIGNS],
		[
			'a contact that is not chosen',
			withRow({ contactId: { ...contactId, value: '' } }, CREATE),
			SIGNS,
		],
	])('is told before the first run: %s', (_, parameters, hint) => {
		expect(hintsIn(parameters)).toEqual([hint]);
	});

	it('is told of a new Create from templates, beside the template', () => {
		const templates = { ...CREATE, source: 'templates' };
		expect(hintsIn(templates)).toEqual([SIGNERS, 'Choose the template to sign.']);
		expect(redIn(templates)).toEqual([]);
		const asJson = { ...templates, options: { json: { templatesJson: '["#nda"]' } } };
		expect(hintsIn(asJson)).toEqual([SIGNERS]);
		const chosen = { template: [{ id: { ...contactId, value: '#nda' } }] };
		expect(hintsIn({ ...templates, templates: chosen })).toEqual([SIGNERS]);
	});

	it('is told of a new Send and Wait, beside what the workflow will do', () => {
		expect(hintsIn(WAIT)).toEqual([SIGNS, expect.stringMatching(/^The workflow waits here until/)]);
	});

	it.each([
		['an email', withRow(ADA, CREATE)],
		['an email by an expression', withRow({ email: expression }, EMAIL)],
		['a phone', withRow({ name: 'Ada', phone, method: 'sms' }, CREATE)],
		['a phone of a certified SMS', withRow({ name: 'Ada', phone }, SMS)],
		['a device', withRow({ name: 'Ada', method: 'device', deviceId: 'd-1' }, CREATE)],
		['a contact', withRow({ contactId }, CREATE)],
		['recipients as JSON', { ...CREATE, options: { json: { recipientsJson: '[]' } } }],
		['another operation', { resource: 'signature', operation: 'getMany' }],
	])('is not told of with %s', (_, parameters) => {
		expect(hintsIn(parameters)).toEqual([]);
	});

	it.each([
		['an email and a name alone', withRow(ADA, CREATE)],
		['an email, beside a delivery by SMS', withRow(ADA, { options: { deliveryType: 'sms' } })],
		['a phone alone', withRow({ phone, method: 'sms' }, CREATE)],
		['a contact alone', withRow({ contactId }, CREATE)],
		['a contact of a certified email', withRow({ contactId }, EMAIL)],
		['nothing yet', withRow({}, CREATE)],
		['recipients as JSON', { ...CREATE, options: { json: { recipientsJson: '[]' } } }],
	])('is never a reason not to publish a row with %s', (_, parameters) => {
		expect(redIn(parameters)).toEqual([]);
	});
});

describe('a row of recipients', () => {
	it('shows email and name, and all else by its button', () => {
		expect(inSightIn(withRow(ADA, CREATE))).toEqual(['email', 'name']);
		expect(inSightIn(withRow(ADA, EMAIL))).toEqual(['email', 'name']);
	});

	it('shows no email and name when there is a contact', () => {
		expect(inSightIn(withRow({ contactId }, CREATE))).toEqual([]);
		expect(inSightIn(withRow({ contactId }, EMAIL))).toEqual([]);
	});

	it('shows the ID of a device where one is chosen, or an expression may choose it', () => {
		expect(inSightIn(withRow({ ...ADA, method: 'device' }, CREATE))).toContain('deviceId');
		expect(inSightIn(withRow({ ...ADA, method: expression }, CREATE))).toContain('deviceId');
		expect(inSightIn(withRow({ ...ADA, method: 'email' }, CREATE))).not.toContain('deviceId');
	});
});
