import {
	NodeHelpers,
	type INode,
	type INodeParameters,
	type INodeProperties,
	type INodeTypeDescription,
} from 'n8n-workflow';
import { Signaturit } from '../../../nodes/Signaturit/Signaturit.node';

const { description } = new Signaturit();

const CREATE = { resource: 'signature', operation: 'create', source: 'files' };
const NAMES_FOR_ALL = ['simplify', 'itemsAtOnce', 'timeout'];

/** The options of a node, and those in an option that holds several, as n8n's editor shows them. */
function optionsOf(parameters: INodeParameters, name = 'signaturit') {
	const type: INodeTypeDescription = { ...description, name };
	const node: INode = {
		...{ id: '1', name: 'N', type: name, typeVersion: 1, position: [0, 0], parameters },
	};
	const isShown = (property: INodeProperties, path: string) =>
		NodeHelpers.displayParameterPath({ parameters }, property, path, node, type);
	const within = (field: INodeProperties | undefined, path: string) =>
		((field?.options ?? []) as INodeProperties[]).filter((one) => isShown(one, path));
	const collection = description.properties.find(
		(one) => one.name === 'options' && isShown(one, 'parameters'),
	);
	const options = within(collection, 'parameters.options');
	const json = options.find((one) => one.name === 'json');
	return {
		offered: options.map((one) => one.name),
		asJson: within(json, 'parameters.options.json').map((one) => one.displayName),
	};
}

/** What the node gets of the options. */
function handedOver(parameters: INodeParameters) {
	const { properties } = description;
	const all = NodeHelpers.getNodeParameters(properties, parameters, true, false, null, description);
	return all?.options;
}

describe('the options that are offered', () => {
	it('are at most 20 for a request of files that goes out by email', () => {
		expect(optionsOf(CREATE).offered.length).toBeLessThanOrEqual(20);
	});

	it.each([
		['create', CREATE],
		['createEmail', { resource: 'certifiedEmail', operation: 'createEmail' }],
		['createSms', { resource: 'certifiedSms', operation: 'createSms' }],
	])('of %s end with those that every operation has', (_, parameters) => {
		expect(optionsOf(parameters).offered.slice(-3)).toEqual(NAMES_FOR_ALL);
	});

	it('hold a text for emails or for SMS, by the delivery type', () => {
		const textsFor = (deliveryType?: string) =>
			optionsOf({ ...CREATE, options: { ...(deliveryType && { deliveryType }) } }).offered.filter(
				(name) => /body/i.test(name),
			);
		expect(textsFor()).toEqual(['body']);
		expect(textsFor('email')).toEqual(['body']);
		expect(textsFor('url')).toEqual(['body']);
		expect(textsFor('sms')).toEqual(['smsBody']);
		expect(textsFor('={{ $json.type }}')).toEqual(['body', 'smsBody']);
	});

	it('say what counts as sent only beside a reference', () => {
		const given = (reference: string) => optionsOf({ ...CREATE, options: { reference } }).offered;
		expect(given('')).not.toContain('countEnded');
		expect(given('contract-1')).toContain('countEnded');
		expect(given('={{ $json.id }}')).toContain('countEnded');
	});

	it('hold templates as JSON only where there are templates', () => {
		const lists = (source: string) =>
			optionsOf({ ...CREATE, source, options: { json: {} } }).asJson;
		const others = [
			...['Recipients (JSON)', 'CC (JSON)', 'Custom Data (JSON)'],
			'Additional Parameters (JSON)',
		];
		expect(lists('files')).toEqual(others);
		expect(lists('templates').sort()).toEqual([...others, 'Templates (JSON)'].sort());
		expect(lists('={{ $json.source }}')).toContain('Templates (JSON)');
	});

	it('of a tool do not tell how many items to work on, for a call is one', () => {
		expect(optionsOf(CREATE).offered).toContain('itemsAtOnce');
		expect(optionsOf(CREATE, 'signaturitTool').offered).not.toContain('itemsAtOnce');
	});
});

describe('an option that is not offered any more', () => {
	it('never reaches the node, and neither do defaults of others', () => {
		const json = { templatesJson: '["#nda"]', ccJson: '[]' };
		const before = { smsBody: 'Sign [url]', countEnded: true, json };
		expect(handedOver({ ...CREATE, options: before })).toEqual({ json: { ccJson: '[]' } });
		expect(handedOver({ ...CREATE, options: { body: 'Hello', deliveryType: 'sms' } })).toEqual({
			deliveryType: 'sms',
		});
		expect(handedOver({ ...CREATE, options: { json: {} } })).toEqual({ json: {} });
	});
});
