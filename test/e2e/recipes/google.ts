// What the tests of examples with Google Sheets and Google Drive have in common.

/** What the tests of the examples with Google Sheets and Google Drive have in common. */
import { withNode, type ExampleSite } from '../examples/exampleSite';
import type { Binary, WorkflowFile } from '../lib/n8n/n8nClient';
import { pagesOf } from '../mainJob';

/** A spreadsheet or folder as it is chosen from a list. */
export const fromList = (value: string) => ({ __rl: true, mode: 'list', value });

/** The workflow with what a user sets in one of its nodes. */
export function choose(file: WorkflowFile, name: string, choice: object): WorkflowFile {
	const found = file.nodes.find((node) => node.name === name);
	return withNode(file, name, { parameters: { ...(found?.parameters as object), ...choice } });
}

/** The workflow with an account of Google in a node: n8n publishes none that lacks it. */
export async function withAccount(
	{ stack }: ExampleSite,
	name: string,
	type: string,
): Promise<(file: WorkflowFile) => WorkflowFile> {
	const credential = await stack.client.createCredential('Google', type, {});
	return (file) =>
		withNode(file, name, { credentials: { [type]: { id: credential.id, name: credential.name } } });
}

/** What the service has been asked to send since the last look. */
export async function sentBodies(site: ExampleSite): Promise<unknown[]> {
	const requests = await site.stack.control.requests();
	await site.stack.control.clearRequests();
	return requests.flatMap(({ method, body }) => (method === 'POST' ? [body] : []));
}

/** How many mails these people have got. */
export async function mailsTo(
	site: ExampleSite,
	...people: Array<{ email: string }>
): Promise<number[]> {
	await site.stack.control.settled();
	const outbox = await site.stack.control.outbox();
	return people.map(({ email }) => outbox.filter(({ to }) => to === email).length);
}

/** Sees that a file is a whole PDF. */
export async function expectPdf(
	{ client }: ExampleSite['stack'],
	file: Binary | undefined,
): Promise<void> {
	if (!file) throw new Error('There is no file');
	expect(await pagesOf(await client.download(file))).toBeGreaterThan(0);
}
