import { PDFDocument } from '@cantoo/pdf-lib';
import axios from 'axios';
import FormData from 'form-data';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import type {
	Credential,
	Execution,
	ExecutionSummary,
	Item,
	Workflow,
	WorkflowFile,
} from './lib/n8n/n8nClient';
import type { Report } from './lib/report';
import type { Site } from './lib/stack';

const EXAMPLES = resolve(__dirname, '..', '..', 'examples');
const FORM_MS = 60_000;

export const CONTRACT = join(EXAMPLES, 'contract.pdf');
export const NODES = {
	form: 'Contract Form',
	create: 'Send for Signature',
	trigger: 'Signaturit Trigger',
	downloadSigned: 'Download Signed PDF',
	downloadAuditTrail: 'Download Audit Trail',
};

export interface Signer {
	name: string;
	email: string;
}

export const SIGNERS: [Signer, Signer] = [
	{ name: 'Hannah Lark', email: 'hannah.lark@example.com' },
	{ name: 'Ben Ortiz', email: 'ben.ortiz@example.com' },
];

/** What `prepare` has set up. */
export interface Prepared {
	credential: Credential;
	workflow: Workflow;
	/** The page with the form for a contract. */
	formUrl: string;
	/** The production URL of the trigger. */
	triggerUrl: string;
}

/** A file of a signer's document that the workflow has downloaded. */
export interface ArchivedFile {
	kind: 'signed' | 'audit-trail';
	signatureId: string;
	documentId: string;
	signer: Signer;
	bytes: Buffer;
	/** As n8n has stored it. */
	fileName?: string;
	mimeType: string;
}

/** The data of a credential for the local service. */
export function credentialData({ service }: Site, accessToken = service.token) {
	return { environment: 'custom', accessToken, baseUrl: service.url };
}

/** An example workflow with this credential in every Signaturit node. */
export async function exampleWorkflow(
	credential: Credential,
	example = 'sendContractAndArchive',
): Promise<WorkflowFile> {
	const text = await readFile(join(EXAMPLES, `${example}.json`), 'utf8');
	const file = JSON.parse(text) as WorkflowFile;
	const { id, name, type } = credential;
	const nodes = file.nodes.map((node) =>
		node.type.startsWith('n8n-nodes-signaturit.')
			? { ...node, credentials: { [type]: { id, name } } }
			: node,
	);
	return { ...file, nodes };
}

/** Creates and tests the credential, imports the example workflow and activates it. */
export async function prepare(stack: Site, report: Report): Promise<Prepared> {
	const { client, n8n } = stack;
	const credential = await report.step('Create and test the credential', async () => {
		const data = credentialData(stack);
		const created = await client.createCredential('Local Signaturit', 'signaturitApi', data);
		const { status, message } = await client.testCredential(created, data);
		if (status !== 'OK') throw new Error(`The credential does not work: ${message}`);
		report.line(`n8n says: ${message}`);
		return created;
	});
	return await report.step('Import and activate the example workflow', async () => {
		const workflow = await client.importWorkflow(await exampleWorkflow(credential));
		await client.activate(workflow.id);
		report.line(`"${workflow.name}"`);
		const webhookOf = (node: string) =>
			workflow.nodes.find(({ name }) => name === node)?.webhookId ?? '';
		return {
			credential,
			workflow,
			formUrl: `${n8n.url}/form/${webhookOf(NODES.form)}`,
			triggerUrl: `${n8n.url}/webhook/${webhookOf(NODES.trigger)}/events.json`,
		};
	});
}

/** Fills in and submits the form, as a browser does. */
async function submitForm(formUrl: string, contract: Buffer): Promise<void> {
	const [first, second] = SIGNERS;
	const form = new FormData();
	form.append('field-0', contract, { filename: 'contract.pdf', contentType: 'application/pdf' });
	for (const [index, value] of [first.name, first.email, second.name, second.email].entries()) {
		form.append(`field-${index + 1}`, value);
	}
	await axios.post(formUrl, form, { headers: form.getHeaders(), timeout: FORM_MS, proxy: false });
}

/**
 * The one item that a node has output.
 *
 * @throws Error with the node's message when the execution has failed
 */
export function outputOf(execution: Execution, node: string): Item {
	const run = execution.runs[node]?.[0];
	const failure = run?.error ?? execution.error;
	const items = itemsOf(execution, node);
	const [item] = items;
	if (execution.status === 'success' && item && items.length === 1) return item;
	const why = failure
		? [failure.message, failure.description].filter(Boolean).join(' ')
		: `"${node}" has output ${items.length} items`;
	throw new Error(`Execution ${execution.id} (${execution.status}): ${why}`);
}

function itemsOf({ runs }: Execution, node: string): Item[] {
	return runs[node]?.[0]?.data?.main.flatMap((output) => output ?? []) ?? [];
}

const request = z.object({ signatureId: z.string() });

const received = z.object({
	event: z.object({ type: z.enum(['document_completed', 'audit_trail_completed']) }),
	signatureId: z.string(),
	documentId: z.string(),
	signer: z.object({ email: z.string(), name: z.string() }),
});

/** The file that an execution has downloaded after an event. */
async function archivedFile(stack: Site, execution: Execution): Promise<ArchivedFile> {
	const { event, signatureId, documentId, signer } = received.parse(
		outputOf(execution, NODES.trigger).json,
	);
	const [kind, node] =
		event.type === 'document_completed'
			? (['signed', NODES.downloadSigned] as const)
			: (['audit-trail', NODES.downloadAuditTrail] as const);
	const file = outputOf(execution, node).binary?.data;
	if (!file) throw new Error(`Execution ${execution.id}: "${node}" has output no file`);
	return {
		kind,
		signatureId,
		documentId,
		signer,
		bytes: await stack.client.download(file),
		fileName: file.fileName,
		mimeType: file.mimeType,
	};
}

/** The number of pages of a PDF. Throws when the bytes are not a complete PDF. */
export async function pagesOf(pdf: Buffer): Promise<number> {
	return (await PDFDocument.load(pdf)).getPageCount();
}

/** What `send` has sent. */
export interface Sent {
	signatureId: string;
	/** The execution that the form started. */
	sending: Execution;
}

/** Submits the form and waits until the request is sent. */
export async function send(
	{ client }: Site,
	{ workflow, formUrl }: Prepared,
	report: Report,
): Promise<Sent> {
	return await report.step('Submit the form with contract.pdf', async () => {
		const isNew = notAmong(await client.executions(workflow.id));
		await submitForm(formUrl, await readFile(CONTRACT));
		const [sending] = await client.finishedExecutions(workflow.id, 1, isNew);
		if (!sending) throw new Error('The form started no execution');
		const { signatureId } = request.parse(outputOf(sending, NODES.create).json);
		report.line(`signature request ${signatureId} sent`);
		return { signatureId, sending };
	});
}

/** What `signAndCollect` has collected. */
export interface Collected {
	/** The executions that the service's events started, oldest first. */
	receiving: Execution[];
	files: ArchivedFile[];
}

/** Lets both sign, and waits until the workflow has downloaded the files of both documents. */
export async function signAndCollect(
	stack: Site,
	{ workflow }: Prepared,
	signatureId: string,
	report: Report,
): Promise<Collected> {
	const { client, control } = stack;
	const isNew = notAmong(await client.executions(workflow.id));
	for (const { name, email } of SIGNERS) {
		await report.step(`${name} signs`, async () => {
			await control.sign({ signatureId, email });
			await control.settled();
		});
	}
	return await report.step('Wait for the trigger and collect the files', async () => {
		// A poll may ask what was given out, by an execution without output.
		const byEvent = (execution: Execution) =>
			isNew(execution) && itemsOf(execution, NODES.trigger).length > 0;
		const receiving = await client.finishedExecutions(workflow.id, SIGNERS.length * 2, byEvent);
		const files = await Promise.all(
			receiving.map(async (execution) => await archivedFile(stack, execution)),
		);
		report.line(`${receiving.length} events started the workflow, ${files.length} files came back`);
		return { receiving, files };
	});
}

function notAmong(earlier: ExecutionSummary[]): (execution: { id: string }) => boolean {
	const ids = new Set(earlier.map(({ id }) => id));
	return ({ id }) => !ids.has(id);
}
