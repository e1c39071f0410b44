import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { NodeHelpers, type INode, type INodeTypeDescription } from 'n8n-workflow';
import {
	extractDiscriminatorCombinations,
	generateDiscriminatorFile,
	getPropertiesForCombination,
} from '@n8n/workflow-sdk/dist/generate-types/generate-types';
import { z } from 'zod';
import { Signaturit } from '../../../nodes/Signaturit/Signaturit.node';
import { SignaturitTrigger } from '../../../nodes/Signaturit/SignaturitTrigger.node';
import signingLinks from '../../../nodes/Signaturit/__schema__/v1.0.0/signature/getSigningLinks.json';
import { resources } from '../../../nodes/Signaturit/actions';
import { keptParameters } from '../../project/keptParameters';

const PREVIEWS = join(__dirname, '../../../nodes/Signaturit/__schema__/v1.0.0');

const described = (suffix: string): INodeTypeDescription => {
	const { description } = new Signaturit();
	return { ...description, name: `${description.name}${suffix}` };
};

const nodeWith = (resource: string, operation: string, more: object = {}) =>
	({ typeVersion: 1, parameters: { resource, operation, ...more } }) as unknown as INode;

/** What n8n tells a model of the node as a tool of which nothing but its operation was chosen. */
function toldOf(resource: string, operation: string, more: object = {}): string {
	const description = described('Tool');
	const node = nodeWith(resource, operation, more);
	const parameters = keptParameters(description, node) ?? {};
	const type = { description } as Parameters<typeof NodeHelpers.getToolDescriptionForNode>[1];
	return NodeHelpers.getToolDescriptionForNode({ ...node, parameters }, type);
}

const all = resources.flatMap(({ value, operations }) =>
	Object.entries(operations).map(([key, operation]) => ({ resource: value, key, operation })),
);
const tools = all.filter(({ operation }) => !operation.sleep);

it('a model can be told of all 73 operations but the one that only a review can be', () => {
	expect([all.length, tools.length]).toEqual([73, 72]);
});

describe.each(tools)('what a model is told of $resource:$key', ({ resource, key, operation }) => {
	const told = toldOf(resource, key);
	const { description, fields } = operation;

	it('says what it does, in whole sentences of at most 300 characters', () => {
		expect(told.startsWith(`${description}.`)).toBe(true);
		expect(told).toMatch(/^[A-Z][^\n{}<>$*]*\.$/);
		expect(told.length).toBeLessThanOrEqual(300);
	});

	it('says of each ID where it comes from', () => {
		const ids = fields.filter(
			({ type, name }) => type === 'resourceLocator' || /Id$/.test(name),
		).length;
		expect(told.match(/The (\w+Id|ID)\b[^.]*(comes from|is one of) /g) ?? []).toHaveLength(ids);
	});

	it('says of what is sent that it goes out at once, and of no other', () => {
		const sends = operation.creates === true || operation.sends === true;
		expect(told.includes('recipients get it at once')).toBe(sends);
		expect(told.includes('same reference')).toBe(operation.creates === true);
	});
});

it('is what the builder has written in its place', () => {
	const more = { toolDescription: 'Send the lease' };
	expect(toldOf('signature', 'create', more)).toBe('Send the lease');
});

it('says that a signature binds', () => {
	expect(toldOf('signature', 'create')).toContain('in Production is legally binding');
});

it.each([
	['signature/create', ['signatureId', 'documentId']],
	['signature/getMany', ['signatureId', 'documentId']],
	['certifiedEmail/createEmail', ['certifiedEmailId', 'certificateId']],
	['certifiedSms/getManySms', ['certifiedSmsId', 'certificateId']],
])('the IDs are called as in the answers of %s', (operation, keys) => {
	const preview = readFileSync(join(PREVIEWS, `${operation}.json`), 'utf8');
	const told = tools.map(({ resource, key }) => toldOf(resource, key)).join('\n');
	for (const key of keys) {
		expect(told).toContain(key);
		expect(preview).toContain(`"${key}"`);
	}
});

it('is not asked of the node itself, nor of a review', () => {
	const shown = (suffix: string) =>
		keptParameters(described(suffix), nodeWith('signature', 'sendAndWait'));
	for (const suffix of ['', 'HitlTool'])
		expect(shown(suffix)).not.toHaveProperty('toolDescription');
});

it.each([
	['', 'simplify', 'output'],
	['Tool', 'output', 'simplify'],
])('what is given out is chosen in a node with the suffix "%s" by %s', (suffix, shown, hidden) => {
	const kept = keptParameters(described(suffix), nodeWith('signature', 'get'));
	expect(kept).toHaveProperty(shown);
	expect(kept).not.toHaveProperty(hidden);
});

type Node = Parameters<typeof extractDiscriminatorCombinations>[0];

/** The node as n8n's AI workflow builder gets it. */
const node = {
	...new Signaturit().description,
	name: 'n8n-nodes-signaturit.signaturit',
} as unknown as Node;

describe("the texts that n8n's AI workflow builder reads", () => {
	const combinations = extractDiscriminatorCombinations(node);

	it('are there for every operation', () => {
		expect(combinations).toEqual(all.map(({ resource, key }) => ({ resource, operation: key })));
	});

	it.each(all)('describe $resource:$key by its own text', ({ resource, key, operation }) => {
		const combination = { resource, operation: key };
		const properties = getPropertiesForCombination(node, combination);
		const text = generateDiscriminatorFile(node, 1, combination, properties);
		const [, told] = /\/\*\* (.*) \*\/\nexport type \w+Params = \{/.exec(text) ?? [];
		expect(told).toBe(operation.description);
	});
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
