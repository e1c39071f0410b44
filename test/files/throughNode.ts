// Runs Signature Request: Create or a download with a given file, through the whole node.

import { createServer } from 'node:http';
import { listening } from '../listening';
import { ADA } from '../people';
import { runNode } from '../workflow/engine/engine';
import { createParameters, documentParameters, itemWithPdf } from '../workflow/engine/fixtures';

const lastPage = { widget: [{ type: 'signature', place: 'bottomLeft' }] };
const asksForPages = createParameters({
	recipients: { recipient: [{ ...ADA, widgets: lastPage }] },
});
const download = documentParameters('downloadUploaded', 's', 'd');

/** Runs the node with a file as its input and as the answer to each GET. Other requests are refused. */
async function throughNode(content: Buffer, parameters: typeof download) {
	const server = createServer((request, response) => {
		request.resume();
		if (request.method === 'GET') return void response.writeHead(200).end(content);
		const type = { 'Content-Type': 'application/json' };
		response.writeHead(400, type).end('{"status_code":400,"message":"Invalid"}');
	});
	const { url: baseUrl, close } = await listening(server);
	const credential = { environment: 'custom', accessToken: 'a-token', baseUrl };
	const { error } = await runNode({
		parameters,
		credential,
		items: [await itemWithPdf('a.pdf', content)],
	});
	await close();
	return error;
}

export { onEngine } from '../bench/onEngine';

/** Creates a request with this file, in which a widget asks for its last page: it is refused, by the node or behind it. */
export async function create(content: Buffer): Promise<void> {
	const error = await throughNode(content, asksForPages);
	if (!/^Invalid|^Place: the last page/.test(error?.message ?? ''))
		throw error ?? new Error('Sent');
}

/** Downloads this file. */
export async function downloadIt(content: Buffer): Promise<void> {
	const error = await throughNode(content, download);
	if (error) throw error;
}
