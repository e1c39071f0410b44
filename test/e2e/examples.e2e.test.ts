import { mkdir, readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { listening } from '../listening';
import { ADA, BEN } from '../people';
import { createSignature, recipients } from '../service/specs/support/wire';
import { startWebsite, Visit } from './embeddedVisit';
import { SIGNER } from './embeddedWorkflow';
import { describeAgents } from './examples/agents';
import { ExampleSite, withNode } from './examples/exampleSite';
import { openBrowser } from './lib/browser';
import { node, to } from './lib/n8n/workflowNodes';
import { waitFor } from './lib/wait';
import { CONTRACT, contract, itemsOf, prepare, send, signAndCollect, SIGNERS } from './mainJob';

let site: ExampleSite;

beforeAll(async () => {
	site = await ExampleSite.start();
});

afterAll(async () => await site?.stack.stop());

describeAgents(() => site);

describe('the example that fills a template from a table', () => {
	it('makes the table, sends each new row once and notes what became of it', async () => {
		const { client, control } = site.stack;
		const example = await site.published('fillTemplateFromTable', (file) =>
			withNode(file, 'Every Morning', { type: 'n8n-nodes-base.manualTrigger', typeVersion: 1 }),
		);
		expect((await example.execute('Every Morning')).status).toBe('success');

		const rows = [
			{ reference: 'a-1', ...ADA, company: 'Engines' },
			{ reference: 'a-2', ...BEN, company: 'Mills' },
			{ reference: 'a-3', name: 'Cleo', email: 'not an address', company: 'None' },
			{ name: 'No reference', email: 'dora@example.com', company: 'None' },
		];
		const table = { __rl: true, mode: 'name', value: 'Agreements' };
		const { id } = await client.importWorkflow({
			name: 'Fills the table',
			nodes: [
				node('Start', 'n8n-nodes-base.manualTrigger', 1, {}),
				node('Rows', 'n8n-nodes-base.code', 2, {
					jsCode: `return ${JSON.stringify(rows.map((json) => ({ json })))}`,
				}),
				node('Insert', 'n8n-nodes-base.dataTable', 1, {
					operation: 'insert',
					dataTableId: table,
					columns: { mappingMode: 'autoMapInputData', value: null },
				}),
			],
			connections: { Start: to('Rows'), Rows: to('Insert') },
			settings: { executionOrder: 'v1' },
		});
		expect((await client.run(id, 'Start')).status).toBe('success');
		await site.writes();

		const sending = await example.execute('Every Morning');
		const states = itemsOf(sending, 'Note It').map(
			({ json }) => `${String(json.reference)} ${String(json.state)}`,
		);
		expect(states).toEqual(['a-1 sent', 'a-2 sent', 'a-3 refused']);
		const bodies = (await control.requests()).flatMap(({ method, body }) =>
			method === 'POST' ? [body] : [],
		);
		expect(bodies).toHaveLength(2);
		for (const company of ['Engines', 'Mills']) {
			const data: unknown = expect.objectContaining({ company });
			expect(bodies).toContainEqual(expect.objectContaining({ templates: ['#NDA'], data }));
		}
		await site.writes();

		const again = await example.execute('Every Morning');
		expect(itemsOf(again, 'New Rows')).toEqual([]);
		expect(await site.writes()).toEqual([]);

		const sent = itemsOf(sending, 'Send Agreement').flatMap(({ json }) => json.signatureId ?? []);
		const [first = '', second = ''] = sent.map(String);
		await control.sign({ signatureId: first, email: ADA.email });
		const [signed] = await example.nextItems('Note the End');
		expect(signed?.json).toMatchObject({ reference: 'a-1', state: 'sent', outcome: 'completed' });
		await control.decline({ signatureId: second, email: BEN.email }, 'No');
		const [declined] = await example.nextItems('Note the End');
		expect(declined?.json).toMatchObject({ reference: 'a-2', state: 'sent', outcome: 'declined' });
		await example.end();
	});
});

describe('the example that has all rows of a table sign', () => {
	it('sends one request to all rows, once', async () => {
		const example = await site.published('allRowsSign');
		const lines = [ADA, BEN].map(({ name, email }) => `${name},${email},Board`);
		// As Excel writes it.
		const bytes = `\uFEFF${['name,email,role', ...lines].join('\r\n')}`;
		const table = { bytes, fileName: 'table.csv', type: 'text/csv' };
		const submit = async () => {
			await example.submit('Table and Document', ['minutes-1', table, await contract()]);
			return await example.nextItems('Send to All Rows');
		};
		await site.writes();
		const [sent, ...more] = await submit();
		expect(more).toEqual([]);
		expect(sent?.json.signers).toMatchObject([ADA, BEN]);
		const [again] = await submit();
		expect(again?.json).toMatchObject({ signatureId: sent?.json.signatureId, reused: true });
		expect(await site.writes()).toEqual(['POST /v3/signatures.json']);
		await example.end();
	});
});

describe('the example that reminds', () => {
	it('reminds the signers of requests that are three to thirty days old', async () => {
		await site.stack.control.seed({ count: 40, spreadDays: 40, status: 'ready' });
		const example = await site.imported('remindUnsigned');
		await site.writes();

		const execution = await example.execute('Every Weekday Morning');

		expect(execution.status).toBe('success');
		const requests = itemsOf(execution, 'Unsigned Requests');
		expect(requests.length).toBeGreaterThan(20);
		expect(requests.length).toBeLessThan(30);
		expect((await site.writes()).sort()).toEqual(
			requests
				.map(({ json }) => `POST /v3/signatures/${String(json.signatureId)}/reminder.json`)
				.sort(),
		);
		const results = itemsOf(execution, 'Result').map(({ json }) => json.result);
		expect(results).toEqual(Array(requests.length).fill('reminded'));
	});
});

describe('the example that files signed contracts', () => {
	it('writes the files of each contract that is signed, wherever it was sent from', async () => {
		const folder = join(site.stack.home, '.n8n-files');
		await mkdir(folder);
		const example = await site.published('fileSignedContracts');
		const elsewhere = await prepare(site.stack);
		const { signatureId } = await send(site.stack, elsewhere);
		const { files } = await signAndCollect(site.stack, elsewhere, signatureId);
		await example.next('Filed');

		const names = await readdir(folder);
		const kinds = ['signed', 'audit trail'];
		expect(names.map((name) => name.slice('2026-01-01 '.length)).sort()).toEqual(
			SIGNERS.flatMap(({ name }) =>
				kinds.map((kind) => `contract - ${name} - ${kind} (${signatureId}).pdf`),
			).sort(),
		);
		const written = await Promise.all(
			names.map(async (name) => await readFile(join(folder, name))),
		);
		expect(written.map((bytes) => bytes.length).sort()).toEqual(
			files.map(({ bytes }) => bytes.length).sort(),
		);
		await example.end();
	});
});

/** They differ in nothing but their files. */
describe('the example that sends contracts one after the other', () => {
	it('sends the next one when one has ended, and gives each its own outcome', async () => {
		const { control } = site.stack;
		const example = await site.published('oneAfterTheOther');
		const bytes = await readFile(CONTRACT);
		const files = ['one.pdf', 'two.pdf'].map((fileName) => ({
			bytes,
			fileName,
			type: 'application/pdf',
		}));
		const known = await site.newestRequests();
		const nextAfter = async (earlier: string[]) =>
			await waitFor<string>({ what: 'the next request' }, async () => {
				const [found, ...more] = (await site.newestRequests()).filter(
					(id) => !earlier.includes(id),
				);
				expect(more).toEqual([]);
				return found === undefined ? { seen: 'none' } : { done: found };
			});
		await example.submit('Contracts Form', [files, ADA.name, ADA.email]);
		const first = await nextAfter(known);
		await control.settled();
		await control.sign({ signatureId: first, email: ADA.email });
		const second = await nextAfter([...known, first]);
		await control.settled();
		await control.decline({ signatureId: second, email: ADA.email });

		const execution = await example.next('Not Signed');
		const told = (name: string) =>
			itemsOf(execution, name).map(({ json, binary }) => [
				json.signatureId,
				json.outcome,
				Object.keys(binary ?? {}),
			]);
		expect(told('Signed')).toEqual([[first, 'completed', ['signed_1']]]);
		expect(told('Not Signed')).toEqual([[second, 'declined', []]]);
		await example.end();
	});
});

describe('the example for a website', () => {
	let browser: Browser;

	beforeAll(async () => {
		browser = await openBrowser();
	});

	afterAll(async () => await browser?.close());

	it('answers a visit with a page for signing, and gives out the files when it was signed', async () => {
		const example = await site.published('signOnYourWebsite');
		const query = new URLSearchParams({ ...SIGNER });
		const website = await startWebsite(
			`${site.stack.n8n.url}/webhook/sign-agreement?${query.toString()}`,
		);
		const visit = await Visit.start(browser);
		try {
			await visit.page.goto(website.url);
			await visit.waitForState('ready');
			await visit.sign();
			await visit.waitForState('completed');
			const [signed] = await example.nextItems('Signed Agreement');
			expect(signed?.json).toMatchObject({ outcome: 'completed', signers: [SIGNER] });
			expect(Object.keys(signed?.binary ?? {}).sort()).toEqual(['auditTrail_1', 'signed_1']);
			// The page shows a state before it has reported it, and a closed page reports nothing more.
			const [report] = await example.nextItems('Page Reports');
			expect(report?.json).toMatchObject({ signatureId: signed?.json.signatureId });
		} finally {
			await visit.end();
			await website.close();
		}
		await example.end();
	});
});

/** The address of the posts does not answer at first. */
describe('an example that has failed posts made again', () => {
	it.each([
		['retryFailedEvents', 'Every Hour', 'Only New Ones', '/crm'],
		['wakeWhatWasMissed', 'Every Quarter of an Hour', 'Missed', '/webhook-waiting/1/a?signature=b'],
	])('%s does so once for each that is due', async (name, start, last, path) => {
		const { control } = site.stack;
		let arrived = 0;
		const receiver = createServer((request, response) => {
			arrived++;
			request.resume();
			response.end();
		});
		const { url: receiverUrl, close } = await listening(receiver);
		const url = receiverUrl + path;
		try {
			await control.settings({ unreachable: [url] });
			const fields = { ...recipients(ADA), 'templates[0]': '#Consent', events_url: url };
			await createSignature(site.stack, fields, []);
			const example = await site.imported(name);
			const postAgain = async () => {
				const execution = await example.execute(start);
				await control.settled();
				const posted = itemsOf(execution, 'Post Again').filter(({ json }) => json.retried);
				const due = itemsOf(execution, last);
				expect(posted).toHaveLength(due.length);
				return due.filter(({ json }) => json.url === url).length;
			};
			const failed = await postAgain();
			expect(failed).toBeGreaterThan(0);
			expect(arrived).toBe(0);

			await control.settings({ unreachable: [] });
			expect(await postAgain()).toBe(failed);
			expect(arrived).toBe(failed);

			expect(await postAgain()).toBe(0);
			expect(arrived).toBe(failed);
		} finally {
			await close();
			await control.settings({ unreachable: [] });
		}
	});
});
