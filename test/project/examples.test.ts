import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { NodeHelpers, type INode, type INodeTypeDescription } from 'n8n-workflow';
import { z } from 'zod';
import { Signaturit } from '../../nodes/Signaturit/Signaturit.node';
import { SignaturitTrigger } from '../../nodes/Signaturit/SignaturitTrigger.node';
import { keptParameters, leaves } from './keptParameters';

const FOLDER = join(__dirname, '..', '..', 'examples');
const NOTE = 'n8n-nodes-base.stickyNote';
/** Pixels that a node needs on the canvas, with its name below. */
const NODE = { width: 96, height: 128 };

/** The tool that n8n makes of the node for reviews of an agent's calls: it adds a message, and sends and waits. */
const REVIEW = 'n8n-nodes-signaturit.signaturitHitlTool';

const descriptions: Record<string, INodeTypeDescription> = {
	[REVIEW]: new Signaturit().description,
	'n8n-nodes-signaturit.signaturitTool': {
		...new Signaturit().description,
		name: 'signaturitTool',
	},
	'n8n-nodes-signaturit.signaturit': new Signaturit().description,
	'n8n-nodes-signaturit.signaturitTrigger': new SignaturitTrigger().description,
};

const workflowSchema = z
	.object({
		name: z.string(),
		nodes: z.array(
			z
				.object({
					id: z.string().uuid(),
					name: z.string(),
					type: z.string(),
					typeVersion: z.number(),
					position: z.tuple([z.number(), z.number()]),
					webhookId: z.string().uuid().optional(),
					onError: z.string().optional(),
					alwaysOutputData: z.literal(true).optional(),
					executeOnce: z.literal(true).optional(),
					credentials: z.object({ signaturitApi: z.unknown() }).strict().optional(),
					parameters: z.record(z.unknown()),
				})
				.strict(),
		),
		connections: z.record(z.record(z.array(z.array(z.object({ node: z.string() }).passthrough())))),
		settings: z.object({ executionOrder: z.literal('v1') }),
		pinData: z.object({}).strict().optional(),
	})
	.strict();

const examples = readdirSync(FOLDER)
	.filter((file) => file.endsWith('.json'))
	.map((file) => {
		const workflow = workflowSchema.parse(JSON.parse(readFileSync(join(FOLDER, file), 'utf8')));
		const notes = workflow.nodes.filter(({ type }) => type === NOTE);
		return { file, workflow, notes, steps: workflow.nodes.filter((node) => !notes.includes(node)) };
	});

type Placed = (typeof examples)[number]['steps'][number];

const box = ({ type, position: [left, top], parameters }: Placed) => {
	const { width, height } =
		type === NOTE ? z.object({ width: z.number(), height: z.number() }).parse(parameters) : NODE;
	return { left, top, right: left + width, bottom: top + height };
};

function overlap(one: Placed, other: Placed): boolean {
	const [a, b] = [box(one), box(other)];
	return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

function isWithin(inner: Placed, outer: Placed): boolean {
	const [a, b] = [box(inner), box(outer)];
	return a.left >= b.left && a.right <= b.right && a.top >= b.top && a.bottom <= b.bottom;
}

const pairs = <T>(all: T[]) =>
	all.flatMap((one, index) => all.slice(index + 1).map((other) => [one, other] as const));

const named = ([one, other]: readonly [Placed, Placed]) => `${one.name} / ${other.name}`;

describe.each(examples)('the example $file', ({ file, workflow, notes, steps }) => {
	it('has nodes and notes of their own names, and a note about it all', () => {
		const names = workflow.nodes.map(({ name }) => name);
		expect(new Set(names).size).toBe(names.length);
		expect(new Set(workflow.nodes.map(({ id }) => id)).size).toBe(names.length);
		const about = notes.find(({ name }) => name === 'About')?.parameters.content;
		expect(about).toMatch(/^## .+\n[^]*### Set up\n/);
	});

	it('is tidy on the canvas: every node stands in a note, and nothing on something else', () => {
		expect(
			pairs(steps)
				.filter(([a, b]) => overlap(a, b))
				.map(named),
		).toEqual([]);
		expect(
			pairs(notes)
				.filter(([a, b]) => overlap(a, b))
				.map(named),
		).toEqual([]);
		const outside = steps.filter((node) => !notes.some((note) => isWithin(node, note)));
		expect(outside.map(({ name }) => name)).toEqual([]);
		for (const { position } of workflow.nodes) {
			for (const coordinate of position) expect(Math.abs(coordinate % 16)).toBe(0);
		}
	});

	it('has no node that nothing leads to, unless it starts the workflow', () => {
		const reached = new Set(
			Object.values(workflow.connections).flatMap((types) =>
				Object.values(types).flatMap((outputs) => outputs.flat().map(({ node }) => node)),
			),
		);
		const leading = new Set(Object.keys(workflow.connections));
		const starts = steps.filter(
			({ name, type }) => !reached.has(name) && !leading.has(name) && !/trigger$/i.test(type),
		);
		expect(starts.map(({ name }) => name)).toEqual([]);
		for (const name of [...reached, ...leading]) {
			expect(steps.map((step) => step.name)).toContain(name);
		}
	});

	it('has only parameters that the panel has, and none in which n8n finds a problem', () => {
		const ours = steps.filter(({ type }) => type in descriptions);
		expect(ours).not.toEqual([]);
		for (const step of ours) {
			const description = descriptions[step.type];
			if (!description) throw new Error(`${file}: ${step.type} is not ours`);
			const { message, ...parameters } = step.parameters;
			if (step.type === REVIEW) expect(message).toEqual(expect.any(String));
			else expect(message).toBeUndefined();
			const node = { ...step, parameters, disabled: false } as INode;
			const kept = keptParameters(description, node);
			const known = new Set(leaves(kept));
			expect(leaves(node.parameters).filter((leaf) => !known.has(leaf))).toEqual([]);
			const whole = { ...node, parameters: kept ?? {} };
			expect(
				NodeHelpers.getNodeParametersIssues(description.properties, whole, description),
			).toBeNull();
		}
	});

	it('names one credential, which nobody has: a choice in one node then fills in all others', () => {
		for (const { type, parameters, credentials } of steps) {
			const isOurs = type in descriptions && parameters.resource !== 'embeddedSigning';
			const id = 'signaturit';
			const named = isOurs ? { signaturitApi: { id, name: 'Signaturit account' } } : undefined;
			expect(credentials).toEqual(named);
		}
	});

	it('is listed in docs/examples.md', () => {
		const text = readFileSync(join(FOLDER, '..', 'docs', 'examples.md'), 'utf8');
		expect(text).toContain(`../examples/${file}`);
	});
});
