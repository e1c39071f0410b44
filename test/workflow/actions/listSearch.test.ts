import { listSearch } from '../../../nodes/Signaturit/methods/listSearch';
import { ADA, CHARLES } from '../../people';
import { loadOptionsContext } from '../engine/engine';
import { createSignature, documentParameters, pdfOf, recipients } from '../engine/fixtures';
import { localService } from '../engine/localService';
import { answer, scriptedServer } from '../engine/scriptedServer';

const local = localService();
const server = scriptedServer();

const context = () => loadOptionsContext({}, server.credential);
const searchRequests = async (filter?: string, token?: string) =>
	await listSearch.searchSignatureRequests.call(context(), filter, token);
const entries = (count: number) =>
	Array.from({ length: count }, (_, index) => ({ id: `e${index}` }));

describe('a page of a list in a locator', () => {
	it.each([
		['searchSignatureRequests', undefined, 100, '100', '/v3/signatures.json?limit=100&offset=0'],
		['searchSignatureRequests', '100', 99, undefined, '/v3/signatures.json?limit=100&offset=100'],
		['searchSignatureRequests', '9800', 100, '9900', '/v3/signatures.json?limit=100&offset=9800'],
		[
			'searchSignatureRequests',
			'9900',
			100,
			undefined,
			'/v3/signatures.json?limit=100&offset=9900',
		],
		['searchEventHooks', undefined, 100, '100', '/v3/event-hooks?limit=100&page=1'],
		['searchEventHooks', '100', 99, undefined, '/v3/event-hooks?limit=100&page=2'],
		['searchEventHooks', '100', 0, undefined, '/v3/event-hooks?limit=100&page=2'],
	] as const)(
		'of %s from %s on, with %d entries, continues at %s',
		async (search, token, count, next, url) => {
			const page = search === 'searchEventHooks' ? { web_hooks: entries(count) } : entries(count);
			server.answers = [answer(200, JSON.stringify(page))];
			const { results, paginationToken } = await listSearch[search].call(context(), '', token);
			expect(results).toHaveLength(count);
			expect(paginationToken).toBe(next);
			expect(server.received[0]?.url).toBe(url);
		},
	);
});

describe('the search text of a list in a locator', () => {
	const named = (from: number, count: number) =>
		JSON.stringify(
			Array.from({ length: count }, (_, index) => ({
				id: `e${from + index}`,
				documents: [{ id: 'd', name: `Signer ${from + index}` }],
			})),
		);

	it('is looked for beyond the first page', async () => {
		server.answers = [0, 100, 200].map((from) => answer(200, named(from, from < 200 ? 100 : 60)));
		const { results, paginationToken } = await searchRequests('signer 251');
		expect(results).toEqual([{ name: 'Signer 251', value: 'e251' }]);
		expect(paginationToken).toBeUndefined();
	});

	it('ends the reading when enough was found, and the next page follows', async () => {
		server.answers = [answer(200, named(0, 100)), answer(200, named(100, 100))];
		const { results, paginationToken } = await searchRequests('signer');
		expect(results).toHaveLength(100);
		expect(paginationToken).toBe('100');
	});

	it('ends the reading after ten pages', async () => {
		server.answers = Array.from({ length: 11 }, (_, page) => answer(200, named(page * 100, 100)));
		const { results, paginationToken } = await searchRequests('nobody');
		expect(results).toEqual([]);
		expect(paginationToken).toBe('1000');
		expect(server.received).toHaveLength(10);
	});
});

describe('a list that depends on another choice', () => {
	it.each([
		['document', 'downloadSigned', listSearch.searchDocuments, 'signature request'],
		[
			'certifiedEmail',
			'downloadEmailAuditTrail',
			listSearch.searchEmailCertificates,
			'certified email',
		],
		['certifiedSms', 'downloadSmsAuditTrail', listSearch.searchSmsCertificates, 'certified SMS'],
	])('says what to choose first (%s: %s)', async (resource, operation, search, thing) => {
		const fresh = loadOptionsContext({ resource, operation }, server.credential);
		await expect(search.call(fresh)).rejects.toThrow(`Choose the ${thing} first`);
		expect(server.received).toEqual([]);
	});
});

describe('a list in a locator', () => {
	it.each(['{}', '[{}]', '{"web_hooks":[{"id":5}]}', '<html>Log in</html>'])(
		'says in words that the answer %s is not a list',
		async (body) => {
			server.answers = [answer(200, body)];
			for (const search of [listSearch.searchSignatureRequests, listSearch.searchEventHooks]) {
				await expect(search.call(context())).rejects.toThrow(
					"Signaturit's address answered with something other than a list",
				);
			}
		},
	);
});

describe('lists in a locator', () => {
	let id: string;

	beforeAll(async () => {
		const file = { field: 'files[0]', name: 'contract.pdf', bytes: await pdfOf('A contract') };
		({ id } = await createSignature(local, recipients(ADA, CHARLES), [file]));
	});

	it('show signature requests with their files, signers, status and time', async () => {
		const { results } = await listSearch.searchSignatureRequests.call(
			loadOptionsContext({}, local.credential),
		);
		expect(results).toEqual([
			{
				name: expect.stringMatching(
					/^\d+ [A-Z][a-z]+ \d{4}, [\d:]+ – Ada Lovelace, Charles Babbage – contract\.pdf – (In Queue|Ready)$/,
				),
				value: id,
			},
		]);
	});

	it('name event hooks by the event, the status of the answer and its time', async () => {
		const hook = { id: 'h1', event_type: 'email_opened', status_code: 200, created_at: 'today' };
		server.answers = [answer(200, JSON.stringify({ web_hooks: [hook, { id: 'h2' }] }))];
		const { results } = await listSearch.searchEventHooks.call(context());
		expect(results).toEqual([
			{ name: 'email_opened – HTTP 200 – today', value: 'h1' },
			{ name: '', value: 'h2' },
		]);
	});

	it('show the documents of the selected request', async () => {
		const parameters = documentParameters('downloadSigned', id, '');
		const { results } = await listSearch.searchDocuments.call(
			loadOptionsContext(parameters, local.credential),
		);
		expect(results.map(({ name }) => name)).toEqual([
			expect.stringContaining('Ada Lovelace – contract.pdf'),
			expect.stringContaining('Charles Babbage – contract.pdf'),
		]);
	});

	it('show all templates, one page after the other, or those that match the search text', async () => {
		await local.control.seed({ kind: 'templates', count: 120 });
		const context = loadOptionsContext({}, local.credential);
		const first = await listSearch.searchTemplates.call(context);
		const second = await listSearch.searchTemplates.call(
			context,
			undefined,
			first.paginationToken as string,
		);
		expect(first.results).toHaveLength(100);
		expect(second.paginationToken).toBeUndefined();
		const ids = [...first.results, ...second.results].map(({ value }) => value);
		expect(new Set(ids).size).toBeGreaterThanOrEqual(120);
		expect(first.results[0]?.name).toMatch(/^#/);
		const { results } = await listSearch.searchTemplates.call(context, '#template12');
		expect(results.map(({ name }) => name)).toContain('#Template120');
	});
});
