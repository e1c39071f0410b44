import { ADA } from '../../../people';
import { sendBytes, sendRaw, type RawAnswer } from '../support/rawHttp';
import { rigForEach } from '../support/rig';
import { createSignature } from '../support/wire';
import { multipart, STYLES, urlEncoded, type Pair, type Sent } from './libraries';

const rig = rigForEach();

const send = async (path: string, sent?: Sent, method = 'POST') =>
	await sendRaw(rig.service, { method, path, ...sent });

const ofJson = (text: string): Sent => ({
	headers: { 'Content-Type': 'application/json' },
	body: Buffer.from(text),
});

/** Expects a refusal in the documented shape, and that the service goes on. */
async function expectRefusal({ status, headers, body }: RawAnswer, wanted: number): Promise<void> {
	expect(status).toBe(wanted);
	expect(headers.toLowerCase()).toContain('content-type: application/json');
	expect(JSON.parse(body)).toEqual({
		status_code: wanted,
		message: expect.stringMatching(/\S/),
		...(body.includes('error_details') && { error_details: expect.anything() }),
	});
	expect((await rig.http.get('/v3/signatures/count.json')).data).toEqual({ count: 0 });
}

const rows = (count: number): Pair[] =>
	Array.from({ length: count }, (_, index) => [
		`recipients[${index}][email]`,
		`a${index}@b.example`,
	]);

describe('what is too much', () => {
	test.each([
		['10,000 lists', `${'['.repeat(10_000)}${']'.repeat(10_000)}`],
		['10,000 objects', `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`],
		['a million lists', `{"recipients":${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}}`],
		['20 lists', `{"recipients":${'['.repeat(20)}${']'.repeat(20)}}`],
	])('JSON that is %s deep answers 400', async (_, text) => {
		await expectRefusal(await send('/v3/signatures.json', ofJson(text)), 400);
	});

	test.each<[string, Sent]>([
		['a form', urlEncoded(rows(20_000))],
		['form data', multipart(STYLES.formData, rows(20_000))],
		['a form with one name', urlEncoded(rows(20_000).map(([, value]) => ['templates', value]))],
	])('20,000 fields in %s answer 413', async (_, sent) => {
		await expectRefusal(await send('/v3/signatures.json', sent), 413);
	});

	test('10,000 fields are read, and what is wrong with them is said', async () => {
		await expectRefusal(await send('/v3/signatures.json', urlEncoded(rows(10_000))), 400);
	});

	test.each([
		['far apart', 'require_photo[99999999]=1&a[5000][0]=1'],
		['without a name', `${'[]'.repeat(2_000)}=1`],
		['too deep', `a${'[b]'.repeat(2_000)}=1`],
		['that is not closed', `a${'['.repeat(2_000)}=1`],
		['named like what objects have', '__proto__[a]=1&constructor[b]=2'],
	])('a field %s answers 400', async (_, text) => {
		const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
		await expectRefusal(
			await send('/v3/signatures.json', { headers, body: Buffer.from(text) }),
			400,
		);
		await expectRefusal(await send(`/v3/templates.json?${text}`, undefined, 'GET'), 400);
	});

	test('a text of more than 4 MB in form data answers 413', async () => {
		const sent = multipart(STYLES.formData, [['name', 'x'.repeat(4 * 1024 * 1024 + 1)]]);
		await expectRefusal(await send('/v3/signatures.json', sent), 413);
	});
});

describe('what is no HTTP', () => {
	test.each([
		['no method', '/v3/signatures.json\r\n\r\n', 400],
		['an unknown method', 'BREW /v3/signatures.json HTTP/1.1\r\nHost: a\r\n\r\n', 400],
		['bytes of TLS', '\u0016\u0003\u0001\u0002\u0000\u0001\u0000', 400],
		['a header without a name', 'GET / HTTP/1.1\r\nHost: a\r\n: b\r\n\r\n', 400],
		[
			'two lengths',
			'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
			400,
		],
		['a length that is no number', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n', 400],
		[
			'an address of 20,000 characters',
			`GET /v3/${'a'.repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`,
			431,
		],
		[
			'headers of 20,000 characters',
			`GET / HTTP/1.1\r\nHost: a\r\nA: ${'a'.repeat(20_000)}\r\n\r\n`,
			431,
		],
		['no host', 'GET /v3/signatures/count.json HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
		[
			'an unknown expectation',
			'GET / HTTP/1.1\r\nHost: a\r\nExpect: tea\r\nConnection: close\r\n\r\n',
			417,
		],
		['another protocol', 'CONNECT a:443 HTTP/1.1\r\nHost: a:443\r\n\r\n', 405],
	])('%s is answered in the documented shape', async (_, text, status) => {
		await expectRefusal(await sendBytes(rig.service.url, Buffer.from(text, 'latin1')), status);
	});

	test('an address that cannot be decoded answers 404', async () => {
		await expectRefusal(await send('/v3/signatures/%zz.json', undefined, 'GET'), 404);
	});

	test('a client that asks before it sends a body is told to go on, as PHP and .NET do', async () => {
		const body = JSON.stringify({ email: ADA.email });
		const head =
			`POST /v3/contacts.json HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nConnection: close\r\n` +
			`Authorization: Bearer ${rig.service.token}\r\nContent-Type: application/json\r\n` +
			`Content-Length: ${body.length}\r\n\r\n`;
		const answer = await sendBytes(rig.service.url, Buffer.from(head + body));
		expect(answer.status).toBe(100);
		expect(answer.body).toMatch(/^HTTP\/1\.1 201/);
	});
});

describe('pages', () => {
	const ask = async (path: string, host: string) =>
		await sendRaw({ url: rig.service.url }, { method: 'GET', path, headers: { Host: host } });

	test.each(['/inbox', '/requests', '/openapi.yaml', '/s/none'])(
		'%s is not shown to a site whose name leads to this machine',
		async (path) => {
			await createSignature(rig);
			const port = new URL(rig.service.url).port;
			for (const host of ['rebound.example', `rebound.example:${port}`, 'localhost.example', '']) {
				const { status, body } = await ask(path, host);
				expect(status).toBe(403);
				expect(body).not.toContain(ADA.email);
			}
		},
	);

	test.each([
		'127.0.0.1:8025',
		'localhost',
		'LOCALHOST:9000',
		'service.localhost',
		'[::1]:80',
		'10.0.0.7',
	])('the inbox is shown at %s', async (host) => {
		expect((await ask('/inbox', host)).status).toBe(200);
	});
});
