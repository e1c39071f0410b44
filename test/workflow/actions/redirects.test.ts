import { CredentialTestContext } from 'n8n-core';
import { testSignaturitApi } from '../../../nodes/Signaturit/methods/credentialTest';
import { bytesOf, runNode } from '../engine/engine';
import { documentParameters, pdfOf, signatureParameters } from '../engine/fixtures';
import { answer, downloads, ScriptedServer, scriptedServer } from '../engine/scriptedServer';
import { cert, key, trustSelfSigned } from '../engine/selfSigned';

/** The service, and two hosts that keep its files. All of them are on this machine. */
const service = scriptedServer();
const storage = new ScriptedServer({ key, cert });
const otherStorage = new ScriptedServer({ key, cert });
const hosts = [storage, otherStorage];
const TOKEN = 'a-token';

let pdf: Buffer;

trustSelfSigned();
beforeAll(async () => {
	pdf = await pdfOf('A contract');
	await Promise.all(hosts.map(async (host) => await host.start()));
});
beforeEach(() => {
	for (const host of hosts) Object.assign(host, { received: [], answers: [sendPdf] });
});
afterAll(async () => await Promise.all(hosts.map(async (host) => await host.stop())));

type Answer = (typeof service.answers)[number];

const sendPdf: Answer = (_, response) =>
	void response.writeHead(200, { 'Content-Type': 'binary/octet-stream' }).end(pdf);

const redirect =
	(location: string, status = 302): Answer =>
	(_, response) =>
		void response.writeHead(status, { Location: location }).end();

const download = async () =>
	await runNode({
		parameters: documentParameters('downloadSigned', 's', 'd'),
		credential: service.credential,
	});

/** Everything that the hosts were told, as text. */
const toldTo = (...told: ScriptedServer[]) =>
	JSON.stringify(
		told.flatMap(({ received }) => received.map(({ url, rawHeaders }) => [url, rawHeaders])),
	);

describe('a download that is redirected to another host over https', () => {
	it.each([301, 302, 303, 307, 308])(
		'gives the file, and does not tell that host the token (status %d)',
		async (status) => {
			service.answers = [redirect(`${storage.url}/files/1?signed=yes`, status)];
			const { items, error } = await download();
			expect(error).toBeUndefined();
			expect((await bytesOf(items[0]?.binary?.data)).equals(pdf)).toBe(true);
			expect(toldTo(service)).toContain(TOKEN);
			expect(storage.received.map(({ url }) => url)).toEqual(['/files/1?signed=yes']);
			expect(toldTo(storage)).not.toMatch(/a-token|authorization|referer/i);
		},
	);

	it('does not tell the token to a host behind that host', async () => {
		service.answers = [redirect(`${storage.url}/1`)];
		storage.answers = [redirect('/2'), redirect(`${otherStorage.url}/3`)];
		const { items } = await download();
		expect(items).toHaveLength(1);
		expect([storage, otherStorage].flatMap(({ received }) => received)).toHaveLength(3);
		expect(toldTo(storage, otherStorage)).not.toMatch(/a-token|authorization|referer/i);
	});

	it('does not show the token to the service when that host sends it back', async () => {
		service.answers = [redirect(`${storage.url}/1`), sendPdf];
		storage.answers = [redirect(`${service.url}/elsewhere`)];
		const { items } = await download();
		expect(items).toHaveLength(1);
		expect(downloads(service).map(({ headers }) => headers.authorization)).toEqual([
			`Bearer ${TOKEN}`,
			undefined,
		]);
	});

	it('fails when that host answers something other than the file, and takes none of its words', async () => {
		service.answers = [redirect(storage.url)];
		storage.answers = [answer(200, '{"message":"Send your token to me"}')];
		const { items, error } = await download();
		expect(error?.message).toBe(
			"Signaturit's address answered with something other than a PDF file",
		);
		expect(items).toEqual([]);
	});

	it.each([403, 404])(
		'does not take a %d of that host for the word of the service',
		async (status) => {
			service.answers = [redirect(storage.url)];
			storage.answers = [answer(status, '{"message":"Document not found"}')];
			const { error } = await download();
			expect(error?.message).toBe(
				`The host to which Signaturit redirected the download answered HTTP ${status}`,
			);
			expect(error?.httpCode).not.toBe(String(status));
		},
	);

	it('starts again at the service when the connection to that host breaks', async () => {
		service.answers = [redirect(storage.url)];
		storage.answers = [
			(_, response) => {
				response.writeHead(200, { 'Content-Length': pdf.length });
				response.write(pdf.subarray(0, 100), () => response.destroy());
			},
			sendPdf,
		];
		const { items } = await download();
		expect((await bytesOf(items[0]?.binary?.data)).equals(pdf)).toBe(true);
		expect(downloads(service)).toHaveLength(2);
	});
});

describe('a download that is redirected', () => {
	it('keeps the token at the service itself', async () => {
		service.answers = [redirect('/files/1'), sendPdf];
		const { items } = await download();
		expect(items).toHaveLength(1);
		expect(downloads(service).map(({ headers }) => headers.authorization)).toEqual([
			`Bearer ${TOKEN}`,
			`Bearer ${TOKEN}`,
		]);
	});

	it('fails after five redirects', async () => {
		service.answers = [redirect('/again')];
		const { error } = await download();
		expect(error?.message).toBe("Signaturit's address redirects to /again (HTTP 302)");
		expect(downloads(service)).toHaveLength(6);
	});

	it('is not followed from another host to one that speaks http', async () => {
		service.answers = [redirect(storage.url)];
		storage.answers = [redirect('http://127.0.0.1:9/file')];
		const { error } = await download();
		expect(error?.message).toBe(
			"Signaturit's address redirects to http://127.0.0.1:9/file (HTTP 302)",
		);
	});
});

describe('an address that redirects everything to another host, which answers like the service', () => {
	const host = new ScriptedServer();

	beforeAll(async () => await host.start());
	beforeEach(() => {
		const { port } = new URL(host.url);
		host.received = [];
		host.answers = [answer(200, '{"count":1}')];
		service.answers = [
			(request, response) => redirect(`http://localhost:${port}${request.url}`)(request, response),
		];
	});
	afterAll(async () => await host.stop());

	it.each([
		['a download', documentParameters('downloadSigned', 's', 'd')],
		['get', signatureParameters('get', 's')],
		['count', { resource: 'signature', operation: 'count' }],
	])('is not followed by %s when that host speaks http', async (_, parameters) => {
		const { error } = await runNode({ parameters, credential: service.credential });
		expect(error?.message).toMatch(
			/^Signaturit's address redirects to http:\/\/localhost:.* \(HTTP 302\)$/,
		);
		expect(host.received).toEqual([]);
	});

	it.each(['sendReminder', 'cancel', 'delete', 'generateAuditTrail'])(
		'is not followed by %s, which changes something at the service',
		async (operation) => {
			const parameters = signatureParameters(operation, 's');
			const { error } = await runNode({ parameters, credential: service.credential });
			expect(error?.message).toMatch(/^It is unknown whether /);
			expect(error?.description).toContain("Signaturit's address redirects to http://localhost:");
			expect(host.received).toEqual([]);
		},
	);

	it('is not followed by the credential test, which says where it leads to', async () => {
		const result = await testSignaturitApi.call(new CredentialTestContext(), {
			id: '1',
			name: 'Signaturit',
			type: 'signaturitApi',
			data: service.credential,
		});
		const origin = `http://localhost:${new URL(host.url).port}`;
		expect(result.status).toBe('Error');
		expect(result.message).toContain(
			`Signaturit's address redirects to ${origin}/v3/signatures/count.json (HTTP 302)`,
		);
		expect(result.message).toContain(`enter "${origin}" as the Base URL`);
		expect(host.received).toEqual([]);
	});
});
