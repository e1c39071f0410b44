import { isDeepStrictEqual } from 'node:util';
import {
	NodeHelpers,
	nodeNameToToolName,
	type INodeParameters,
	type INodeProperties,
	type INodePropertyOptions,
} from 'n8n-workflow';
import { Signaturit } from '../../../nodes/Signaturit/Signaturit.node';
import { propertiesOf, resources, subtitleOf } from '../../../nodes/Signaturit/actions';
import { findOperation } from '../../../nodes/Signaturit/actions/router';
import { ADA } from '../../people';
import { evaluated, nodeWith } from '../evaluated';

const properties = propertiesOf(resources);
const operations = resources.flatMap(({ value, operations: all }) =>
	Object.entries(all).map(([key, operation]) => ({ resource: value, key, operation })),
);
const optionsOf = ({ options }: INodeProperties) => (options ?? []) as INodePropertyOptions[];

/** The fields of the rows that a field has from the start. What is added first is not in sight. */
function rowFieldsOf(table: INodeProperties): INodeProperties[] {
	const { type, options = [], default: rows, typeOptions } = table;
	if (type !== 'fixedCollection') return [];
	const isInSight = (field: INodeProperties, row: INodeParameters) =>
		!/collection/i.test(field.type) &&
		NodeHelpers.displayParameter(row, field, null, null, {}) &&
		(!typeOptions?.hideOptionalFields ||
			field.required === true ||
			field.typeOptions?.showEvenWhenOptional === true);
	return options.flatMap((option) => {
		if (!('values' in option)) return [];
		const first = (rows as Record<string, INodeParameters[]>)[option.name] ?? [];
		return first.flatMap((row) => option.values.filter((field) => isInSight(field, row)));
	});
}

describe('the properties of the node', () => {
	it('begin with the field for the resource, and have one operation dropdown for each resource', () => {
		const [resource, ...others] = properties;
		expect(resource?.name).toBe('resource');
		const dropdowns = others.filter(({ name }) => name === 'operation');
		expect(dropdowns.map(({ displayOptions }) => displayOptions?.show?.resource)).toEqual(
			resources.map(({ value }) => [value]),
		);
	});

	it.each(properties.filter(({ name }) => ['resource', 'operation'].includes(name)))(
		'have the dropdown $name with its first option as its default',
		(dropdown) => {
			const [first] = optionsOf(dropdown);
			expect(dropdown.default).toBe(first?.value);
			expect(dropdown.noDataExpression).toBe(true);
		},
	);

	it("begin with the creation of a signature request: n8n's list of actions keeps their order", () => {
		const actions = properties
			.filter(({ name }) => name === 'operation')
			.flatMap((dropdown) => optionsOf(dropdown).map(({ action }) => action));
		expect(actions[0]).toBe('Send a signature request');
		expect(actions.at(-1)).not.toContain('signature request');
	});

	it.each([
		['signature', 'create', 'Send a signature request'],
		['signature', 'sendAndWait', 'Send a signature request and wait'],
		['signature', 'cancel', 'nobody can sign'],
		['signature', 'delete', 'that has ended'],
		['signature', 'sendReminder', 'Send the signer a reminder'],
		['document', 'changeSigner', 'undelivered document'],
		['certifiedEmail', 'createEmail', 'Send a certified email to people now'],
		['certifiedSms', 'createSms', 'Send a certified SMS to people now'],
		['eventHook', 'retry', 'Send an event notification again'],
		['branding', 'updateBranding', 'keep what is not given'],
	])(
		'tell an AI agent, which reads nothing else, what %s:%s does',
		(resource, operation, words) => {
			const node = nodeWith({ descriptionType: 'auto', resource, operation });
			const description = NodeHelpers.getToolDescriptionForNode(node, new Signaturit());
			expect(description).toContain(words);
			expect(description).toMatch(/ in Signaturit$/);
		},
	);

	it.each([
		['signature', 'create'],
		['certifiedEmail', 'createEmail'],
		['certifiedSms', 'createSms'],
	])('are at most eight at first sight of %s:%s', (resource, operation) => {
		const values = { resource, operation };
		const node = NodeHelpers.getNodeParameters(properties, values, true, false, null, null) ?? {};
		const shown = properties.filter((field) =>
			NodeHelpers.displayParameter(node, field, null, null),
		);
		const inRows = shown.flatMap((field) => rowFieldsOf(field));
		const single = shown.filter(({ type }) => !['fixedCollection', 'collection'].includes(type));
		expect([...single, ...inRows].length).toBeLessThanOrEqual(8);
	});

	it.each(operations)('show the fields of $resource:$key for that operation only', (entry) => {
		for (const field of entry.operation.fields) {
			const shown = properties.filter(
				({ name, displayName, displayOptions }) =>
					name === field.name &&
					displayName === field.displayName &&
					isDeepStrictEqual(displayOptions?.hide, field.displayOptions?.hide) &&
					displayOptions?.show?.resource?.includes(entry.resource) &&
					displayOptions.show.operation?.includes(entry.key),
			);
			expect(shown).toHaveLength(1);
			expect(shown[0]?.displayOptions?.show).toEqual({
				...field.displayOptions?.show,
				resource: [entry.resource],
				operation: [entry.key],
			});
		}
	});
});

/** The keys of operations that change nothing at the service. */
const readingKey = /^(get|count|download)/;

describe.each(operations)('the Options of $resource:$key', ({ resource, key, operation }) => {
	const collections = properties.filter(
		({ name, displayOptions }) =>
			name === 'options' &&
			displayOptions?.show?.resource?.includes(resource) &&
			displayOptions.show.operation?.includes(key),
	);
	const options = collections.flatMap((collection) => collection.options as INodeProperties[]);

	it('are one collection without doubles, which ends with how the node works', () => {
		expect(collections).toHaveLength(1);
		const names = options.map(({ name }) => name);
		expect(new Set(names).size).toBe(names.length);
		expect(names.slice(-2)).toEqual(['itemsAtOnce', 'timeout']);
	});

	it('run 5 items at once by default if the operation only reads, otherwise 1', () => {
		expect(operation.reads ?? false).toBe(readingKey.test(key));
		const field = options.find(({ name }) => name === 'itemsAtOnce');
		expect(field?.default).toBe(operation.reads ? 5 : 1);
	});
});

describe.each(operations)('the texts of $resource:$key', ({ operation }) => {
	// n8n names a tool after the action and the node; OpenAI refuses longer names of functions.
	it('make the name of a tool that models take', () => {
		expect(nodeNameToToolName(`${operation.action} in Signaturit`).length).toBeLessThanOrEqual(64);
	});

	it("follow n8n's guidelines", () => {
		expect(operation.name).toMatch(/^([A-Z][A-Za-z]*)( (and|for|[A-Z][A-Za-z]*))*$/);
		expect(operation.action).toMatch(/^[A-Z][a-z]+ (an?|the|many) [a-zA-Z ]+$/);
		expect(operation.description).toMatch(/^[A-Z].*[^.]$/);
	});
});

describe('subtitleOf', () => {
	it('is an expression that n8n evaluates to the names in the dropdowns', () => {
		const parameters = { resource: 'document', operation: 'downloadSigned' };
		expect(evaluated(subtitleOf(resources), parameters, properties)).toBe(
			'Download Signed: Document',
		);
	});

	it('shows the operation alone where more would be cut off', () => {
		for (const { value: resource, operations } of resources) {
			for (const operation of Object.keys(operations)) {
				const text = evaluated(subtitleOf(resources), { resource, operation }, properties);
				expect(String(text).length).toBeLessThanOrEqual(26);
			}
		}
	});
});

describe('what the editor shows while an execution waits', () => {
	const { waitingNodeTooltip = '' } = new Signaturit().description;
	const shown = (recipients: object[], more = {}) =>
		evaluated(
			waitingNodeTooltip,
			{
				resource: 'signature',
				operation: 'sendAndWait',
				recipients: { recipient: recipients },
				...more,
			} as INodeParameters,
			properties,
		);
	const after = (who: string) =>
		`The execution goes on when ${who} signed, or when the request is declined, canceled or expired`;

	it.each([
		[['Ada'], 'Ada has'],
		[['Ada', 'Charles'], 'Ada and Charles have'],
		[['Ada', 'Charles', 'Grace'], 'Ada, Charles and Grace have'],
		[['Ada', '={{ $json.name }}'], 'everyone has'],
		[['={{ $("Form").item.json.name }}'], 'everyone has'],
		[[''], 'everyone has'],
		[[], 'everyone has'],
	])('names the signers %j if they are fixed', (names, who) => {
		expect(shown(names.map((name) => ({ email: '', name })))).toBe(after(who));
	});

	it.each([
		['Ada Lovelace <ada@example.com>', 'Ada Lovelace has'],
		['"Lovelace, Ada" <ada@example.com>', 'Lovelace, Ada has'],
		['<ada@example.com>', 'everyone has'],
		['ada@example.com', 'everyone has'],
		['=Ada <{{ $json.email }}>', 'everyone has'],
	])('names a signer whose name stands in Email: %s', (email, who) => {
		expect(shown([{ email, name: '' }])).toBe(after(who));
	});

	it('names nobody when the recipients are JSON', () => {
		expect(
			shown([{ name: ADA.name }], { options: { json: { recipientsJson: '={{ $json.all }}' } } }),
		).toBe(after('everyone has'));
	});

	it('is nothing for another operation', () => {
		expect(shown([{ name: ADA.name }], { operation: 'create' })).toBe('');
	});
});

describe('findOperation', () => {
	it('finds every operation that the dropdowns offer', () => {
		for (const { resource, key, operation } of operations) {
			expect(findOperation(resources, resource, key)).toBe(operation);
		}
	});

	it.each([
		['signature', 'constructor'],
		['signature', 'nothing'],
		['nothing', 'create'],
	])('returns undefined for %s:%s', (resource, operation) => {
		expect(findOperation(resources, resource, operation)).toBeUndefined();
	});
});
