import { inspect } from 'node:util';
import { Linter, type ESLint } from 'eslint';
import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { SignaturitApi } from '../../credentials/SignaturitApi.credentials';
import { Signaturit } from '../../nodes/Signaturit/Signaturit.node';
import { SignaturitTrigger } from '../../nodes/Signaturit/SignaturitTrigger.node';

/** It has no types. */
const plugin = jest.requireActual<
	ESLint.Plugin & { configs: { nodes: { rules: Linter.RulesRecord } } }
>('eslint-plugin-n8n-nodes-base');

const fieldRules = Object.entries(plugin.configs.nodes.rules).filter(([rule]) =>
	rule.includes('/node-param-'),
);

const left: Linter.RulesRecord = {
	// Resources, operations, options and the fields of a widget are in the order of their use.
	'n8n-nodes-base/node-param-options-type-unsorted-items': 'off',
	'n8n-nodes-base/node-param-collection-type-unsorted-items': 'off',
	'n8n-nodes-base/node-param-multi-options-type-unsorted-items': 'off',
	'n8n-nodes-base/node-param-fixed-collection-type-unsorted-items': 'off',
	// Takes SMS for a plural.
	'n8n-nodes-base/node-param-resource-with-plural-option': 'off',
	// The options of Custom Data have one without words.
	'n8n-nodes-base/node-param-description-empty-string': 'off',
};

/** What n8n's linter says of these fields. In the sources, it sees only those that are written as literals. */
function problemsOf(fields: unknown): string[] {
	const whole = { depth: null, maxArrayLength: null, maxStringLength: null };
	const problems = new Linter().verify(`export const fields = ${inspect(fields, whole)};`, {
		plugins: { 'n8n-nodes-base': plugin },
		rules: { ...Object.fromEntries(fieldRules), ...left },
	});
	return problems.map(({ ruleId, message }) => `${ruleId}: ${message}`);
}

/** Longest texts, in characters as they are shown. */
const LONGEST = { notice: 160, description: 120, hint: 130 };

/** Texts that are longer than these, each with where it stands. */
function longTexts(fields: INodeProperties[], path = ''): string[] {
	return fields.flatMap((field) => {
		const place = `${path}/${field.name}`;
		const texts = {
			notice: field.type === 'notice' ? field.displayName : '',
			description: field.description ?? '',
			hint: field.hint ?? '',
		};
		const long = Object.entries(LONGEST).flatMap(([kind, most]) => {
			const text = texts[kind as keyof typeof texts].replace(/<[^>]+>/g, '');
			return text.length > most ? [`${place}: ${kind} of ${text.length}`] : [];
		});
		const inner = (field.options ?? []).flatMap((option) => {
			if ('values' in option) return longTexts(option.values, place);
			if ('type' in option) return longTexts([option], place);
			const { description = '' } = option as INodePropertyOptions;
			return description.length > LONGEST.description ? [`${place}=${option.name}`] : [];
		});
		return [...long, ...inner];
	});
}

describe("the panel's fields", () => {
	it.each([
		['Signaturit', new Signaturit().description.properties],
		['SignaturitTrigger', new SignaturitTrigger().description.properties],
		['SignaturitApi', new SignaturitApi().properties],
	])('of %s have texts that are read', (_, properties) => {
		expect(longTexts(properties)).toEqual([]);
	});

	it('would be too long', () => {
		const long = { displayName: 'x'.repeat(161), name: 'n', type: 'notice' as const, default: '' };
		expect(longTexts([long, { ...long, type: 'string', description: 'x'.repeat(121) }])).toEqual([
			'/n: notice of 161',
			'/n: description of 121',
		]);
	});

	it.each([
		['Signaturit', Signaturit],
		['SignaturitTrigger', SignaturitTrigger],
	])("of %s follow n8n's rules", (_, Node) => {
		expect(problemsOf(new Node().description.properties)).toEqual([]);
	});

	it('would be refused if they did not', () => {
		const field = { displayName: 'Is on', name: 'isOn', type: 'boolean', default: false };
		expect(problemsOf([{ ...field, description: 'It is on' }])).toEqual([
			expect.stringContaining('node-param-display-name-miscased'),
			expect.stringContaining('node-param-description-boolean-without-whether'),
		]);
	});
});
