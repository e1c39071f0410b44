// Replaces the nodes of other services in a workflow, so that tests run without those services.

/**
 * Workflows with nodes of other services, without those services: what such a node would be given is evaluated by the
 * real n8n, and what it would give out comes from the test.
 */
import { randomUUID } from 'node:crypto';
import type { Binary, Execution, WorkflowFile } from '../lib/n8n/n8nClient';
import type { link } from '../lib/n8n/workflowNodes';
import { itemsOf } from '../mainJob';

type FileNode = WorkflowFile['nodes'][number];
type Connections = Record<string, { main?: Array<Array<ReturnType<typeof link>[number]> | null> }>;

/** An item in place of what a node gives out. Files are in base64, as n8n's API takes them. */
export interface PinnedItem {
	json: object;
	binary?: Record<
		string,
		{ data: string; mimeType: string; fileName: string; fileExtension?: string }
	>;
}

/** What a node would have been given for one item. */
export interface HandedOver {
	/** Its parameters, with all expressions evaluated, as text. */
	parameters: Record<string, unknown>;
	/** The files of the item. */
	binary: Record<string, Binary>;
}

const companionOf = (name: string) => `${name} (handed over)`;

/** The parameters of a resource locator that say how it is shown. */
const SHOWN_ONLY = /^(__rl|cached\w+|schema)$/;

/** Of its item, *Edit Fields* then gives out the files and no fields. */
const FILES_ONLY = { includeOtherFields: true, include: 'selected', includeFields: '' };

/** A place in the output of *Edit Fields*, in the form of lodash's paths. */
const place = (path: string, key: string) => `${path}[${JSON.stringify(key)}]`;

/** All values in a node's parameters, as rows of *Edit Fields*. */
function assignments(value: unknown, path = 'parameters'): object[] {
	if (typeof value === 'object' && value !== null) {
		return Object.entries(value)
			.filter(([key]) => !SHOWN_ONLY.test(key))
			.flatMap(([key, inner]) => assignments(inner, place(path, key)));
	}
	return [{ id: randomUUID(), name: path, value: String(value), type: 'string' }];
}

/** *Edit Fields* that gives out what it is given as a node's parameters, and the files of its items. */
const companion = ({ name, parameters, position }: FileNode): FileNode => ({
	id: randomUUID(),
	name: companionOf(name),
	type: 'n8n-nodes-base.set',
	typeVersion: 3.4,
	position,
	parameters: {
		assignments: { assignments: assignments(parameters) },
		...FILES_ONLY,
		options: { stripBinary: false, ignoreConversionErrors: true },
	},
});

/** The connections, with a companion beside each node that is named. */
function besides(connections: Connections, names: string[]): Connections {
	const beside = (outputs: ReturnType<typeof link> | null) =>
		outputs?.flatMap((output) =>
			names.includes(output.node)
				? [output, { ...output, node: companionOf(output.node), index: 0 }]
				: [output],
		) ?? null;
	return Object.fromEntries(
		Object.entries(connections).map(([name, { main, ...others }]) => [
			name,
			main ? { ...others, main: main.map(beside) } : others,
		]),
	);
}

/** The workflow with a companion beside each of the nodes: it is given the same items as the node. */
function watched(file: WorkflowFile, names: string[]): WorkflowFile {
	const found = file.nodes.filter(({ name }) => names.includes(name));
	const missing = names.filter((name) => !found.some((node) => node.name === name));
	if (missing.length > 0) throw new Error(`"${file.name}" has no node ${missing.join(', ')}`);
	return {
		...file,
		nodes: [...file.nodes, ...found.map(companion)],
		connections: besides(file.connections as Connections, names),
	};
}

/**
 * The workflow with outputs in place of nodes: n8n leaves those nodes out, in executions by hand only.
 *
 * @param pins what each of the nodes gives out, as its documentation says
 */
export function pinned(file: WorkflowFile, pins: Record<string, PinnedItem[]>): WorkflowFile {
	return { ...watched(file, Object.keys(pins)), pinData: pins };
}

/**
 * The workflow with nodes of n8n in place of those of other services, so that it can be published: *Edit Fields* with
 * the same name.
 *
 * @param outputs what each of the nodes gives out for an item, beside its files; expressions of n8n are allowed. A node
 * for which it is `same` gives out its items
 */
export function replaced(
	file: WorkflowFile,
	outputs: Record<string, object | 'same'>,
): WorkflowFile {
	const { nodes, ...rest } = watched(file, Object.keys(outputs));
	const replacement = (node: FileNode): FileNode => {
		const output = outputs[node.name];
		if (output === undefined) return node;
		const { credentials: _, webhookId: __, ...kept } = node;
		if (/trigger$/i.test(node.type)) {
			return { ...kept, type: 'n8n-nodes-base.manualTrigger', typeVersion: 1, parameters: {} };
		}
		const parameters =
			output === 'same'
				? { includeOtherFields: true, options: { stripBinary: false } }
				: {
						mode: 'raw',
						jsonOutput: `=${JSON.stringify(output)}`,
						...FILES_ONLY,
						options: { stripBinary: false },
					};
		return { ...kept, type: 'n8n-nodes-base.set', typeVersion: 3.4, parameters };
	};
	return { ...rest, nodes: nodes.map(replacement) };
}

/** What a node that `pinned` or `replaced` has named would have been given, one entry for each item. */
export function handedOver(execution: Execution, name: string): HandedOver[] {
	return itemsOf(execution, companionOf(name)).map(({ json, binary }) => ({
		parameters: (json.parameters ?? {}) as HandedOver['parameters'],
		binary: binary ?? {},
	}));
}
