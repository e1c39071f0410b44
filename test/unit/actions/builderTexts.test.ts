import {
	extractDiscriminatorCombinations,
	generateDiscriminatorFile,
	getPropertiesForCombination,
} from '@n8n/workflow-sdk/dist/generate-types/generate-types';
import { z } from 'zod';
import signingLinks from '../../../nodes/Signaturit/__schema__/v1.0.0/signature/getSigningLinks.json';
import { resources } from '../../../nodes/Signaturit/actions';
import { Signaturit } from '../../../nodes/Signaturit/Signaturit.node';
import { SignaturitTrigger } from '../../../nodes/Signaturit/SignaturitTrigger.node';

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

describe('what only n8n 2.41 and later read of the nodes', () => {
	const schema = z.object({
		name: z.string(),
		builderHint: z.object({
			searchHint: z.string().min(1),
			relatedNodes: z.array(z.object({ nodeType: z.string(), relationHint: z.string().min(1) })),
		}),
		sensitiveOutputFields: z.array(z.string()).optional(),
	});
	const actions = schema.parse(new Signaturit().description);
	const trigger = schema.parse(new SignaturitTrigger().description);

	it('names each node as related to the other one', () => {
		const related = [trigger, actions].flatMap(({ builderHint }) => builderHint.relatedNodes);
		expect(related.map(({ nodeType }) => nodeType)).toEqual(
			[actions, trigger].map(({ name }) => `n8n-nodes-signaturit.${name}`),
		);
	});

	it('names the signing links as sensitive, by a field that the output has', () => {
		expect(actions.sensitiveOutputFields).toEqual(['url']);
		expect(Object.keys(signingLinks.properties)).toContain('url');
	});
});
