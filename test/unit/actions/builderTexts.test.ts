import {
	extractDiscriminatorCombinations,
	generateDiscriminatorFile,
	getPropertiesForCombination,
} from '@n8n/workflow-sdk/dist/generate-types/generate-types';
import { resources } from '../../../nodes/Signaturit/actions';
import { Signaturit } from '../../../nodes/Signaturit/Signaturit.node';

type Node = Parameters<typeof extractDiscriminatorCombinations>[0];

/** The node as n8n's AI workflow builder gets it. */
const node = {
	...new Signaturit().description,
	name: 'n8n-nodes-signaturit.signaturit',
} as unknown as Node;

const operations = resources.flatMap(({ value: resource, operations: own }) =>
	Object.entries(own).map(([operation, { description }]) => ({ resource, operation, description })),
);

describe("the texts that n8n's AI workflow builder reads", () => {
	const combinations = extractDiscriminatorCombinations(node);

	it('are there for every operation', () => {
		expect(combinations).toEqual(
			operations.map(({ resource, operation }) => ({ resource, operation })),
		);
	});

	it.each(operations)(
		'describe $resource:$operation by its own text',
		({ resource, operation, description }) => {
			const combination = { resource, operation };
			const properties = getPropertiesForCombination(node, combination);
			const text = generateDiscriminatorFile(node, 1, combination, properties);
			expect(/\/\*\* (.*) \*\/\nexport type \w+Params = \{/.exec(text)?.[1]).toBe(description);
		},
	);
});
