import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { resources } from '../../../nodes/Signaturit/actions';
import { findOperation, propertiesOf } from '../../../nodes/Signaturit/actions/operation';

const properties = propertiesOf(resources);
const operations = resources.flatMap(({ value, operations: all }) =>
	Object.entries(all).map(([key, operation]) => ({ resource: value, key, operation })),
);
const optionsOf = ({ options }: INodeProperties) => (options ?? []) as INodePropertyOptions[];

describe('propertiesOf', () => {
	it('offers each resource once, and an operation dropdown for each', () => {
		const [resource, ...others] = properties;
		expect(resource?.name).toBe('resource');
		const dropdowns = others.filter(({ name }) => name === 'operation');
		expect(dropdowns.map(({ displayOptions }) => displayOptions?.show?.resource)).toEqual(
			resources.map(({ value }) => [value]),
		);
	});

	it.each(properties.filter(({ name }) => ['resource', 'operation'].includes(name)))(
		'sorts $name by name, and starts with one that exists',
		(dropdown) => {
			const options = optionsOf(dropdown);
			const names = options.map(({ name }) => name);
			expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b)));
			expect(options.map(({ value }) => value)).toContain(dropdown.default);
			expect(dropdown.noDataExpression).toBe(true);
		},
	);

	it.each(operations)('shows the fields of $resource:$key for it alone', (entry) => {
		for (const field of entry.operation.fields) {
			const shown = properties.filter(
				({ name, displayOptions }) =>
					name === field.name &&
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

describe.each(operations)('texts of $resource:$key', ({ operation }) => {
	it("follow n8n's guidelines", () => {
		expect(operation.name).toMatch(/^([A-Z][A-Za-z]*)( [A-Z][A-Za-z]*)*$/);
		expect(operation.action).toMatch(/^[A-Z][a-z]+ (an?|the|many) [a-zA-Z ]+$/);
		expect(operation.description).toMatch(/^[A-Z].*[^.]$/);
	});
});

describe('findOperation', () => {
	it('finds what the dropdowns offer', () => {
		for (const { resource, key, operation } of operations) {
			expect(findOperation(resources, resource, key)).toBe(operation);
		}
	});

	it.each([
		['signature', 'constructor'],
		['signature', 'nothing'],
		['nothing', 'create'],
	])('finds nothing for %s:%s', (resource, operation) => {
		expect(findOperation(resources, resource, operation)).toBeUndefined();
	});
});
