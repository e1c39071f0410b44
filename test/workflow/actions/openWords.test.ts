/**
 * Sends words that docs/openapi.yaml does not have, so nothing is compared with it.
 * @jest-environment ./test/runner/environment.ts
 */
import type { IBinaryData, INodePropertyOptions } from 'n8n-workflow';
import { Signaturit } from '../../../nodes/Signaturit/Signaturit.node';
import { resources } from '../../../nodes/Signaturit/actions';
import { runNode, storedFile } from '../engine/engine';
import { pdfOf } from '../engine/fixtures';
import { scriptedServer } from '../engine/scriptedServer';
import { holes, type Hole } from './panelHoles';

const ID = '29109781-7f42-11e6-8a49-0680f0041fef';
const server = scriptedServer();
let data: IBinaryData;
beforeAll(async () => {
	data = await storedFile(await pdfOf('Contract'), 'contract.pdf');
});

/** Every value in a query, a form and a multipart body. */
function valuesIn(url: string, body: string): string[] {
	const query = new URL(url, 'http://x').searchParams;
	const parts = [...body.matchAll(/\r\n\r\n(.*?)\r\n--/gs)].map(([, value = '']) => value);
	const form = parts.length > 0 ? parts : [...new URLSearchParams(body).values()];
	return [...query.values(), ...form];
}

const answerTo = (path: string): object => {
	if (path.includes('count')) return { count: 0 };
	if (path.includes('event-hooks')) return { web_hooks: [], total: 0 };
	return [];
};

/** Runs the node with a word in a place. Gives what was sent, and what the user is told. */
async function runWith({ parameters }: Hole, word: string) {
	const sent: string[] = [];
	const created = { id: ID, url: 'https://x.test', documents: [], certificates: [], events: [] };
	server.answers = [
		(request, response) => {
			let body = '';
			request.setEncoding('latin1').on('data', (chunk) => (body += String(chunk)));
			request.on('end', () => {
				const { method, url = '' } = request;
				sent.push(...valuesIn(url, body));
				const isOne = method !== 'GET' || url.includes(ID);
				response.writeHead(200, { 'Content-Type': 'application/json' });
				response.end(JSON.stringify(isOne ? created : answerTo(url)));
			});
		},
	];
	const items = [{ json: { value: word }, binary: { data } }];
	const { error, hints } = await runNode({ parameters, credential: server.credential, items });
	const told = [error?.message, error?.description].join('\n');
	return { sent, told, hints: hints.filter((hint) => hint.toLowerCase().includes(word)) };
}

const { properties } = new Signaturit().description;
const seen = new Set<string>();
/** Every dropdown of the panel, but for those that n8n needs to show the others. */
const dropdowns = resources.flatMap(({ value: resource, operations }) =>
	Object.keys(operations).flatMap((operation) =>
		holes(properties, { resource, operation }, '={{ $json.value }}')
			.filter(({ field }) => ['options', 'multiOptions'].includes(field.type))
			.filter(({ source }) => !seen.has(source) && seen.add(source))
			.map((hole) => [`${resource}.${operation}: ${hole.label}`, hole] as const),
	),
);

const entriesOf = ({ field }: Hole) => (field.options ?? []) as INodePropertyOptions[];

/** The entry whose word Signaturit is sent, if it is sent any. */
async function sentEntry(hole: Hole) {
	for (const entry of entriesOf(hole).filter(({ value }) => String(value).length > 1)) {
		const { sent } = await runWith(hole, String(entry.value));
		if (sent.includes(String(entry.value))) return entry;
	}
	return undefined;
}

const misspelt = (word: string) => `${word.slice(0, 2)}x${word.slice(2)}`;

/** Dropdowns whose words Signaturit is sent. */
const open: string[] = [];

describe('a dropdown', () => {
	it.each(dropdowns)(
		'sends an unknown word with one hint and refuses a misspelt one, or is about this node: %s',
		async (label, hole) => {
			const entry = await sentEntry(hole);
			const unknown = await runWith(hole, 'zzqxkjwv');
			if (!entry) {
				expect(unknown).toMatchObject({ sent: [], told: expect.stringContaining(hole.name) });
				return;
			}
			open.push(label);
			expect(unknown.sent.join().toLowerCase()).toContain('zzqxkjwv');
			expect(unknown.hints).toEqual([
				expect.stringMatching(/documentation does not have .*: sent as it is/),
			]);
			const words = entriesOf(hole).flatMap(({ value, name }) =>
				value === '' ? [] : [String(value), name],
			);
			const near = words.find((word) => word.length > 4) ?? '';
			const { sent, told } = await runWith(hole, misspelt(near));
			expect(told).toContain(`did you mean ${near}?`);
			expect(sent).toEqual([]);
		},
	);

	it('is sent in these places, among others', () => {
		for (const name of [
			'Delivery',
			'Validation Rule',
			'Status',
			'Role',
			'Signature Color',
			'Events',
		]) {
			expect(open).toContainEqual(expect.stringMatching(new RegExp(`: ${name}$`)));
		}
	});
});
