// The main example from form to archive: prepares it, sends, signs and collects its files.

import { PDFDocument } from '@cantoo/pdf-lib';
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
import { formUrlOf, submitForm, type FormAnswer } from './lib/n8n/submitForm';
import { quiet } from './lib/report';
import { credentialData, type Site } from './lib/stack';

export const EXAMPLES = resolve(__dirname, '..', '..', 'examples');
export const CONTRACT = join(EXAMPLES, 'contract.pdf');

/** The contract as a file for a form. */
export const contract = async (): Promise<FormAnswer> => ({
	bytes: await readFile(CONTRACT),
	fileName: 'contract.pdf',
	type: 'application/pdf',
});

export const NODES = {
	form: 'Contract Form',
	create: 'Send for Signature',
	trigger: 'Signaturit Trigger',
	eachFile: 'Each File',
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
	workflow: Workflow;
	/** The page with the form for a contract. */
	formUrl: string;
	/** The production URL of the trigger. */
	triggerUrl: string;
}

/** A file of a signer's document that the workflow has given out. */
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

/** Tests the credential, imports and publishes the example workflow, `trigger` among its trigger's parameters. */
export async function prepare(stack: Site, trigger = {}, report = quiet): Promise<Prepared> {
	const { client, n8n, credential, service } = stack;
	await report.step('Test the credential', async () => {
		const { status, message } = await client.testCredential(credential, credentialData(service));
		if (status !== 'OK') throw new Error(`The credential does not work: ${message}`);
		report.line(`n8n says: ${message}`);
	});
	return await report.step('Import and publish the example workflow', async () => {
		const file = await exampleWorkflow(credential);
		const listening = file.nodes.find(({ name }) => name === NODES.trigger);
		Object.assign(listening?.parameters ?? {}, trigger);
		const workflow = await client.importWorkflow(file);
		await client.activate(workflow.id);
		report.line(`"${workflow.name}"`);
		const triggerId = workflow.nodes.find(({ name }) => name === NODES.trigger)?.webhookId ?? '';
		return {
			workflow,
			formUrl: formUrlOf(n8n, workflow, NODES.form),
			triggerUrl: `${n8n.url}/webhook/${triggerId}/events.json`,
		};
	});
}

/** As `outputsOf`, of a node that has given out one item. */
export function outputOf(execution: Execution, node: string): Item {
	const items = outputsOf(execution, node);
	const [item] = items;
	if (item && items.length === 1) return item;
	throw new Error(`Execution ${execution.id}: "${node}" has output ${items.length} items`);
}

/**
 * The items that a node has given out.
 *
 * @throws Error with the node's message when the execution has failed
 */
export function outputsOf(execution: Execution, node: string): Item[] {
	if (execution.status === 'success') return itemsOf(execution, node);
	const error = execution.runs[node]?.[0]?.error ?? execution.error;
	const why = [error?.message, error?.description].filter(Boolean).join(' ');
	throw new Error(`Execution ${execution.id} (${execution.status}): ${why}`);
}

/** All items that a node has given out at its first output. */
export function itemsOf({ runs }: Execution, node: string): Item[] {
	return runs[node]?.flatMap(({ data }) => data?.main[0] ?? []) ?? [];
}

const request = z.object({ signatureId: z.string() });

const received = z.object({
	signatureId: z.string(),
	signers: z.array(
		z.object({
			email: z.string(),
			name: z.string(),
			documents: z.array(z.object({ documentId: z.string(), number: z.number() })),
		}),
	),
});

/** The binary fields of a whole request's files, numbered by document. */
const FILE_FIELD = /^(signed|auditTrail)_(\d+)$/;

/** The files that an execution has given out after everyone has signed. */
async function archivedFiles({ client }: Site, execution: Execution): Promise<ArchivedFile[]> {
	const { signatureId, signers } = received.parse(outputOf(execution, NODES.trigger).json);
	const files = itemsOf(execution, NODES.eachFile).flatMap(({ binary }) =>
		Object.entries(binary ?? {}),
	);
	return await Promise.all(
		files.map(async ([field, file]) => {
			const [, kind, number] = FILE_FIELD.exec(field) ?? [];
			const isOf = (document: { number: number }) => document.number === Number(number);
			const signer = signers.find(({ documents }) => documents.some(isOf));
			const document = signer?.documents.find(isOf);
			if (!signer || !document)
				throw new Error(`Execution ${execution.id}: no document for ${field}`);
			return {
				kind: kind === 'signed' ? 'signed' : 'audit-trail',
				signatureId,
				documentId: document.documentId,
				signer: { name: signer.name, email: signer.email },
				bytes: await client.download(file),
				fileName: file.fileName,
				mimeType: file.mimeType,
			};
		}),
	);
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
	report = quiet,
): Promise<Sent> {
	return await report.step('Submit the form with contract.pdf', async () => {
		const isNew = notAmong(await client.executions(workflow.id));
		const people = SIGNERS.flatMap(({ name, email }) => [name, email]);
		const submitted = submitForm(formUrl, [await contract(), ...people]);
		const ended = client.finishedExecutions(
			workflow.id,
			1,
			// A poll or a post may start another execution meanwhile.
			(execution) => isNew(execution) && itemsOf(execution, NODES.form).length > 0,
		);
		// In queue mode, n8n may never answer; see `runEach`.
		const [sending] = await Promise.race([ended, submitted.then(async () => await ended)]);
		if (!sending) throw new Error('The form started no execution');
		const { signatureId } = request.parse(outputOf(sending, NODES.create).json);
		report.line(`signature request ${signatureId} sent`);
		return { signatureId, sending };
	});
}

/** What `signAndCollect` has collected. */
export interface Collected {
	/** The execution that the last signature started. */
	receiving: Execution;
	files: ArchivedFile[];
}

/** Lets both sign, and waits until the workflow has given out the files of both documents. */
export async function signAndCollect(
	stack: Site,
	{ workflow }: Prepared,
	signatureId: string,
	report = quiet,
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
		const [receiving] = await client.finishedExecutions(
			workflow.id,
			1,
			(execution) => isNew(execution) && itemsOf(execution, NODES.trigger).length > 0,
		);
		if (!receiving) throw new Error('The signatures started no execution');
		const files = await archivedFiles(stack, receiving);
		report.line(`the workflow was started, ${files.length} files came back`);
		return { receiving, files };
	});
}

function notAmong(earlier: ExecutionSummary[]): (execution: { id: string }) => boolean {
	const ids = new Set(earlier.map(({ id }) => id));
	return ({ id }) => !ids.has(id);
}
