import { CredentialTestContext } from 'n8n-core';
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { SignaturitApi } from '../../../credentials/SignaturitApi.credentials';
import { testSignaturitApi } from '../../../nodes/Signaturit/methods/credentialTest';
import { listSearch } from '../../../nodes/Signaturit/methods/listSearch';
import { loadOptionsContext, runNode } from '../engine/engine';
import { createParameters, documentParameters, itemWithPdf, pdfOf } from '../engine/fixtures';
import { localService } from '../engine/localService';

const local = localService();

it('the credential keeps how it authenticates when n8n copies it, for the HTTP Request node', () => {
	expect({ ...new SignaturitApi() }).toHaveProperty('authenticate', expect.any(Function));
});

describe('the credential test', () => {
	const test = async (changes: ICredentialDataDecryptedObject = {}) =>
		await testSignaturitApi.call(new CredentialTestContext(), {
			id: '1',
			name: 'Signaturit',
			type: 'signaturitApi',
			data: { ...local.credential, ...changes },
		});

	it.each(['', '/', '/v3', '/v3/'])(
		'accepts a valid token at the base URL with "%s" at its end',
		async (end) => {
			expect(await test({ baseUrl: local.service.url + end })).toEqual({
				status: 'OK',
				message: 'Connection successful!',
			});
		},
	);

	it("shows the service's message for an invalid token, without the token", async () => {
		const { status, message } = await test({ accessToken: 'not-the-token' });
		expect(status).toBe('Error');
		expect(message).toMatch(/token/i);
		expect(message).not.toContain('not-the-token');
		expect(message).not.toContain('..');
	});

	it.each([
		['nonsense', 'The Base URL of the Signaturit credential is not a web address'],
		['http://127.0.0.1:1', 'Signaturit cannot be reached'],
	])('says what is wrong with the base URL %s', async (baseUrl, words) => {
		const { status, message } = await test({ baseUrl });
		expect(status).toBe('Error');
		expect(message).toContain(words);
	});

	it('fails when the base URL leads to a web page', async () => {
		const { status } = await test({ baseUrl: `${local.service.url}/inbox?` });
		expect(status).toBe('Error');
	});

	it('says that a server on the way answered when it gets a 502', async () => {
		await local.control.faults.add({ kind: 'status', status: 502 });
		expect(await test()).toMatchObject({
			status: 'Error',
			message: expect.stringContaining('a server on the way answered HTTP 502'),
		});
	});
});

describe('the lists of the resource locators', () => {
	let id: string;

	beforeAll(async () => {
		const { items } = await runNode({
			parameters: createParameters(),
			credential: local.credential,
			items: [await itemWithPdf('contract.pdf', await pdfOf('A contract'))],
		});
		id = String(items[0]?.json.signatureId);
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

	it.each([
		['babbage', 1],
		['nobody', 0],
	])('show only the signature requests that match the search text "%s"', async (filter, count) => {
		const { results } = await listSearch.searchSignatureRequests.call(
			loadOptionsContext({}, local.credential),
			filter,
		);
		expect(results).toHaveLength(count);
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

	it('show all templates, one page after the other', async () => {
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
	});

	it('show the templates that match the search text', async () => {
		const context = loadOptionsContext({}, local.credential);
		const { results } = await listSearch.searchTemplates.call(context, '#template12');
		expect(results.map(({ name }) => name)).toContain('#Template120');
	});
});
