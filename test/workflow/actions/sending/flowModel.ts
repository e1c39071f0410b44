// Random workflows that send, what may go wrong in them, and what they have created.

import fc from 'fast-check';
import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { createParameters, itemWithPdf, pdfOf } from '../../engine/fixtures';
import type { LocalService } from '../../engine/localService';
import { addChange, type Flowed, type FlowNode } from '../../engine/flow';
import { createEmail, createSms } from '../certified/parameters';

const kinds = ['create', 'wait', 'email', 'sms'] as const;
export const references = [undefined, 'stable', 'execution', 'time'] as const;

/** What goes wrong with a creation. */
export const creationFaults = {
	none: undefined,
	refused: { kind: 'status', status: 400 },
	busy: { kind: 'status', status: 429, retryAfterSeconds: 0 },
	'answer lost': { kind: 'reset_after' },
	'not carried out': { kind: 'reset_before' },
} as const;

/** What goes wrong with a request of an execution. */
export const faults = {
	...creationFaults,
	/** Somebody stops the execution while it waits for the answer. */
	stopped: { kind: 'late_answer', ms: 5_000 },
	'stopped before': { kind: 'late_answer', ms: 5_000, method: 'GET' },
} as const;

/** A workflow of one to three nodes that send. */
export interface Shape {
	nodes: ReadonlyArray<{
		kind: (typeof kinds)[number];
		/** Whether its output comes back to it once. */
		comesBack: boolean;
		/** Whether it has *Retry On Fail*. */
		triesAgain: boolean;
	}>;
	/** Whether all of it stands in *Loop Over Items*. */
	isLoop: boolean;
	/** Whether the items differ in their file only. Then there is one node. */
	hasFiles: boolean;
}

/** What somebody has entered by now. */
export interface Edits {
	reference: (typeof references)[number];
	/** Whether the texts differ at each try. */
	hasNewTexts: boolean;
}

export const NO_EDITS: Edits = { reference: undefined, hasNewTexts: false };

export const shapes: fc.Arbitrary<Shape> = fc
	.record({
		nodes: fc.array(
			fc.record({
				kind: fc.constantFrom(...kinds),
				comesBack: fc.boolean(),
				triesAgain: fc.boolean(),
			}),
			{ minLength: 1, maxLength: 3 },
		),
		isLoop: fc.boolean(),
		hasFiles: fc.boolean(),
	})
	.map(({ nodes, isLoop, hasFiles }) => {
		const isAlone = nodes.length === 1 && nodes[0]?.kind === 'wait';
		return { nodes, isLoop, hasFiles: hasFiles && isAlone };
	});

const ITEM = '$("Start").item.json.email';

/** What is sent, in the name of its recipient. Each run of a node in a loop sends anew, but not what waits. */
const contractOf = (node: number, { kind, comesBack }: Shape['nodes'][number]) =>
	`Node ${node}${comesBack && kind !== 'wait' ? ' run {{ $runIndex % 2 }}' : ''}`;

function parametersOf(shape: Shape, index: number, edits: Edits): INodeParameters {
	const node = shape.nodes[index];
	if (!node) throw new Error(`The shape has no node ${index}`);
	const name = contractOf(index, node);
	const own = `${name} {{ ${ITEM} }}`;
	const texts = {
		stable: `=${own}`,
		execution: `={{ $execution.id }} ${own}`,
		time: `={{ $now.toMillis() }} ${own}`,
	};
	const { reference, hasNewTexts } = edits;
	const options = { timeout: 10, ...(reference && { reference: texts[reference] }) };
	const recipients = { recipient: [{ email: `={{ ${ITEM} }}`, name: `=${own}` }] };
	const body = hasNewTexts ? '={{ $now.toMillis() }}' : 'Dear customer';
	const certified = { body, binaryPropertyNames: '' };
	if (node.kind === 'email') return createEmail({ ...certified, recipients, options });
	if (node.kind === 'sms') {
		const recipient = [{ name: `=${own}`, phone: '+34 600 000 000' }];
		return createSms({ ...certified, recipients: { recipient }, options: { timeout: 10 } });
	}
	const limitWaitTime = { values: { limitType: 'afterTimeInterval', resumeAmount: 1 } };
	return createParameters({
		operation: node.kind === 'wait' ? 'sendAndWait' : 'create',
		...(shape.hasFiles
			? { recipients: { recipient: [{ email: 'all@example.com', name: `=${name}` }] } }
			: {
					source: 'templates',
					templates: { template: [{ id: { __rl: true, mode: 'id', value: '#Consent' } }] },
					recipients,
				}),
		body,
		options: { ...options, ...(node.kind === 'wait' && { limitWaitTime }) },
	});
}

/** Registers the nodes that lead every item back to the node before, the first time. */
export function addAgain(): void {
	addChange('again', (item, run) => (run % 2 === 0 ? undefined : item));
	// What Send and Wait gives out at an end has no file of its input any more, so it cannot be sent anew.
	addChange('againWithFile', (item, run) => (run % 2 === 0 && item.binary ? undefined : item));
}

export function nodesOf(shape: Shape, edits: Edits): FlowNode[] {
	const last = shape.isLoop ? ['Loop'] : [];
	const first: FlowNode[] = shape.isLoop
		? [
				{ name: 'Start', type: 'start', to: [['Loop']] },
				{ name: 'Loop', type: 'loopOverItems', to: [[], ['Node 0']] },
			]
		: [{ name: 'Start', type: 'start', to: [['Node 0']] }];
	return [
		...first,
		...shape.nodes.flatMap(({ comesBack, triesAgain }, index): FlowNode[] => {
			const name = `Node ${index}`;
			const next = index + 1 < shape.nodes.length ? [`Node ${index + 1}`] : last;
			const settings = triesAgain ? { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 } : {};
			const parameters = parametersOf(shape, index, edits);
			const again = `Again ${index}`;
			const sending = { name, type: 'signaturit', parameters, settings };
			if (!comesBack) return [{ ...sending, to: [next] }];
			return [
				{ ...sending, to: [[again]] },
				{ name: again, type: shape.hasFiles ? 'againWithFile' : 'again', to: [next, [name]] },
			];
		}),
	];
}

/** An item of a run; each has an email of its own, also if it is told by its file. */
export async function itemOf(shape: Shape, email: string): Promise<INodeExecutionData> {
	if (!shape.hasFiles) return { json: { email } };
	return { ...(await itemWithPdf(`${email}.pdf`, await pdfOf(email))), json: { email } };
}

interface Listed {
	id: string;
	documents?: Array<{ name: string; file: { name: string } }>;
	certificates?: Array<{ name: string }>;
}

/** What the service has of a sequence: the name of each contract by its id. */
export async function contractsOf(
	{ service }: LocalService,
	{ nodes, hasFiles }: Shape,
	sequence: number,
): Promise<Map<string, string>> {
	const found = new Map<string, string>();
	const lists = { create: 'signatures', wait: 'signatures', email: 'emails', sms: 'sms' };
	for (const list of new Set(nodes.map(({ kind }) => lists[kind]))) {
		for (let offset = 0, isOver = false; !isOver; offset += 100) {
			const url = `${service.url}/v3/${list}.json?limit=100&offset=${offset}`;
			const headers = { Authorization: `Bearer ${service.token}` };
			const page = (await (await fetch(url, { headers })).json()) as Listed[];
			let ours = 0;
			for (const { id, documents = [], certificates = [] } of page) {
				const [document] = documents;
				const { name = '' } = document ?? certificates[0] ?? {};
				const file = document?.file.name.replace(/\.pdf$/, '') ?? '';
				const contract = hasFiles ? `${name} ${file}` : name;
				if (!contract.endsWith(`.s${sequence}@example.com`)) continue;
				found.set(id, contract);
				ours++;
			}
			isOver = ours < page.length || page.length === 0;
		}
	}
	return found;
}

/** The emails of the items that came to a run of a node, as far as they still tell them, and what it gave out. */
export function outcomesOf({ data }: Flowed, name: string) {
	const { runData } = data.resultData;
	return (runData[name] ?? []).flatMap(({ source: [source], data: output }) => {
		const before = source && runData[source.previousNode]?.[source.previousNodeRun ?? 0];
		const inputs = before?.data?.main?.[source?.previousNodeOutput ?? 0] ?? [];
		return (output?.main?.[0] ?? []).flatMap(({ json, pairedItem }) => {
			if (json.outcome === undefined) return [];
			const item = (pairedItem as { item: number } | undefined)?.item ?? 0;
			const email = inputs[item]?.json.email as string | undefined;
			return [{ email, id: String(json.signatureId) }];
		});
	});
}
