// Measures how much memory grows when a large file is downloaded or uploaded.

import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import type { INodeParameters } from 'n8n-workflow';
import { runNode, storedFile, type NodeResult } from '../workflow/engine/engine';
import { credentialFor, documentParameters } from '../workflow/engine/fixtures';
import { runHttpRequest } from './httpRequest';
import { onEngine, type Store } from './onEngine';
import type { Service } from './protocol';

/** A document whose signed PDF has about this many bytes. */
export interface LargeDocument {
	signatureId: string;
	documentId: string;
	bytes: number;
}

/** What the two downloads run with. */
export interface Download {
	service: Service;
	n8nFolder: string;
	store: Store;
	/** Downloaded first, so that all code is loaded before the measurement. */
	small: LargeDocument;
	large: LargeDocument;
}

/** Downloads a large PDF with our node, and returns by how many bytes the memory has grown. */
export async function download(input: Download): Promise<number> {
	const { service } = input;
	return await downloadBoth(
		input,
		async ({ signatureId, documentId }) =>
			await runNode({
				parameters: documentParameters('downloadSigned', signatureId, documentId),
				credential: credentialFor(service),
			}),
	);
}

/** Downloads the same PDF with HTTP Request, which outputs the answer as a file. */
export async function downloadByHttpRequest(input: Download): Promise<number> {
	const { service, n8nFolder } = input;
	return await downloadBoth(
		input,
		async ({ signatureId, documentId }) =>
			await runHttpRequest(n8nFolder, service, {
				url: `${service.url}/v3/signatures/${signatureId}/documents/${documentId}/download/signed`,
				options: { response: { response: { responseFormat: 'file' } } },
			}),
	);
}

async function downloadBoth(
	{ store, n8nFolder, small, large }: Download,
	run: (document: LargeDocument) => Promise<NodeResult>,
): Promise<number> {
	const downloadOne = async (document: LargeDocument) => {
		const { items, error } = await run(document);
		if (error) throw error;
		const stored = items[0]?.binary?.data?.bytes ?? 0;
		if (stored < document.bytes) throw new Error('The file was not stored completely');
	};
	return await onEngine(
		async () => {
			await downloadOne(small);
			return await growthBy(async () => await downloadOne(large));
		},
		store,
		n8nFolder,
	);
}

/** Uploads a large file in chunks, after a smaller one that loads all code. */
export async function upload({
	service,
	bytes,
}: {
	service: Service;
	bytes: number;
}): Promise<number> {
	return await onEngine(async () => {
		await uploadOne(service, await createFile(20 * 1024 * 1024));
		const large = await createFile(bytes);
		return await growthBy(async () => await uploadOne(service, large));
	});
}

type CreatedFile = Awaited<ReturnType<typeof createFile>>;

/** Stores a file of this many bytes in which no two chunks are the same. */
async function createFile(bytes: number) {
	const piece = 64 * 1024;
	const md5 = createHash('md5');
	const pieces = (function* () {
		for (let offset = 0; offset < bytes; offset += piece) {
			const content = Buffer.alloc(Math.min(piece, bytes - offset), `${offset} `);
			md5.update(content);
			yield content;
		}
	})();
	const file = await storedFile(Readable.from(pieces), 'large.bin', 'application/octet-stream');
	return { file, bytes, md5: md5.digest('hex') };
}

async function uploadOne(service: Service, { file, bytes, md5 }: CreatedFile): Promise<void> {
	const parameters: INodeParameters = { resource: 'certifiedFile', operation: 'upload' };
	const { items, error } = await runNode({
		parameters,
		credential: credentialFor(service),
		items: [{ json: {}, binary: { data: file } }],
	});
	if (error) throw error;
	const json = items[0]?.json;
	if (json?.md5 !== md5 || json.size !== bytes)
		throw new Error('The service has received something else');
}

/**
 * How much this process's memory grows by a run. Linux only: other systems cannot reset the peak, and starting the
 * process takes more memory than the work that is measured.
 *
 * @returns the growth of the peak of resident memory, in bytes
 */
async function growthBy(run: () => Promise<void>): Promise<number> {
	// Resets VmHWM to the present size (proc_pid_clear_refs(5)).
	writeFileSync('/proc/self/clear_refs', '5');
	const before = statusOf('VmRSS');
	await run();
	return statusOf('VmHWM') - before;
}

function statusOf(field: 'VmRSS' | 'VmHWM'): number {
	const status = readFileSync('/proc/self/status', 'utf8');
	return Number(new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) * 1024;
}
