import { inspect } from 'node:util';
import { Linter, type ESLint } from 'eslint';
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
	// Resources, operations and the fields of a widget are in the order of their use.
	'n8n-nodes-base/node-param-options-type-unsorted-items': 'off',
	'n8n-nodes-base/node-param-multi-options-type-unsorted-items': 'off',
	'n8n-nodes-base/node-param-fixed-collection-type-unsorted-items': 'off',
	// Takes SMS for a plural.
	'n8n-nodes-base/node-param-resource-with-plural-option': 'off',
	// The options of Custom Data have one without words.
	'n8n-nodes-base/node-param-description-empty-string': 'off',
};

/** What n8n's linter says of these fields. In the sources, it sees only those that are written as literals. */
function faultsOf(fields: unknown): string[] {
	const whole = { depth: null, maxArrayLength: null, maxStringLength: null };
	const faults = new Linter().verify(`export const fields = ${inspect(fields, whole)};`, {
		plugins: { 'n8n-nodes-base': plugin },
		rules: { ...Object.fromEntries(fieldRules), ...left },
	});
	return faults.map(({ ruleId, message }) => `${ruleId}: ${message}`);
}

describe("the panel's fields", () => {
	it.each([
		['Signaturit', Signaturit],
		['SignaturitTrigger', SignaturitTrigger],
	])("of %s follow n8n's rules", (_, Node) => {
		expect(faultsOf(new Node().description.properties)).toEqual([]);
	});

	it('would be refused if they did not', () => {
		const field = { displayName: 'Is on', name: 'isOn', type: 'boolean', default: false };
		expect(faultsOf([{ ...field, description: 'It is on' }])).toEqual([
			expect.stringContaining('node-param-display-name-miscased'),
			expect.stringContaining('node-param-description-boolean-without-whether'),
		]);
	});
});
