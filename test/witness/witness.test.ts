/** @jest-environment node */
import axios, { type AxiosRequestConfig } from 'axios';
import { createServer } from 'node:http';
import { listening } from '../listening';
import { ADA } from '../people';
import { startService, type RunningService } from '../service';
import { controlClient } from '../service/control/client';
import { tell } from '../service/domain/observers';
import { Witness } from './witness';

/** These tests cause on purpose what fails other tests: so they run without the usual environment. */
const witness = new Witness();
let service: RunningService;
let end: () => void;

beforeAll(async () => {
	end = witness.watch();
	service = await startService();
});
afterAll(async () => {
	await service.close();
	end();
});
beforeEach(() => {
	witness.takeViolations();
	witness.takeTally();
});

/** A request as the nodes send it, or somebody else. */
async function send(config: AxiosRequestConfig, agent = 'n8n', url = service.url) {
	const headers = {
		authorization: `Bearer ${service.token}`,
		'user-agent': agent,
		...config.headers,
	};
	const answer = await axios({
		baseURL: url,
		proxy: false,
		validateStatus: () => true,
		...config,
		headers,
	}).catch(() => undefined);
	await witness.settled();
	return answer?.status;
}

/** A server that answers everything with one answer. */
async function startServer(status: number, body: string, type = 'application/json') {
	const server = createServer((request, response) => {
		request.resume();
		request.once('end', () => response.writeHead(status, { 'Content-Type': type }).end(body));
	});
	return { server, ...(await listening(server)) };
}

const CREATION = {
	'recipients[0][email]': ADA.email,
	'recipients[0][name]': ADA.name,
	'templates[0]': '#NDA',
};
const creation = (more: Record<string, string> = {}): AxiosRequestConfig => ({
	method: 'POST',
	url: '/v3/signatures.json',
	data: new URLSearchParams({ ...CREATION, ...more }),
});

describe('the witness', () => {
	it('finds nothing wrong with requests and answers as described', async () => {
		expect(await send(creation())).toBe(201);
		expect(await send({ url: '/v3/signatures.json', params: { limit: 5, crm_id: '7' } })).toBe(200);
		expect(witness.takeViolations()).toEqual([]);
		expect(witness.takeTally()).toMatchObject({ requests: 2, answers: 2, unchecked: 0 });
		expect(witness.operations).toEqual(
			expect.arrayContaining(['createSignature', 'listSignatures']),
		);
	});

	it.each<[string, AxiosRequestConfig, string]>([
		['an unknown parameter', creation({ nane: 'NDA' }), 'unevaluated properties "nane"'],
		['a number that is too large', creation({ expire_time: '366' }), '/expire_time must be <= 365'],
		['text in the place of a file', creation({ 'files[0]': 'a.pdf' }), '/files/0 must be object'],
		['an unknown query', { url: '/v3/contacts.json', params: { id: '7' } }, 'id is not describ'],
		[
			'a body where none is described',
			{ method: 'DELETE', url: '/v3/signatures/1', data: { a: 1 } },
			'no body is described',
		],
		['an undescribed path', { url: '/v3/team.json' }, 'no such endpoint is described'],
		[
			'an undescribed media type',
			{ ...creation(), headers: { 'content-type': 'text/plain' } },
			'Unsupported media type text/plain',
		],
	])('reports %s that a node sends', async (_, config, fault) => {
		await send(config);
		expect(witness.takeViolations().join()).toContain(fault);
	});

	it('does not report what others send and the service refuses', async () => {
		expect(await send(creation({ nane: 'NDA' }), 'axios')).toBe(400);
		expect(await send({ url: '/v3/team.json' }, 'axios')).toBe(404);
		expect(await send({ url: '/v3/sms.json', headers: { authorization: 'none' } }, 'axios')).toBe(
			401,
		);
		expect(witness.takeViolations()).toEqual([]);
	});

	it('counts a body apart that the service has not read', async () => {
		const data = new URLSearchParams({ name: 'a'.repeat(1_000_000) });
		await send({ ...creation(), data, headers: { authorization: 'none' } }, 'axios');
		expect(witness.takeTally()).toMatchObject({ requests: 1, withoutBody: 1 });
	});

	it.each([
		['a wrong type', 200, '{"count":"7"}', '/count must be integer'],
		['an undescribed field', 200, '{"count":7,"total":7}', 'unevaluated properties "total"'],
		['an undescribed status', 202, '{"count":7}', 'the status 202 is not described'],
		[
			'a status that the body contradicts',
			400,
			'{"status_code":404,"message":"No"}',
			'must be equal to constant',
		],
		['what is no JSON', 200, 'seven', 'must be object'],
	])('reports an answer of the service with %s', async (_, status, body, fault) => {
		const other = await startServer(status, body);
		tell.server(other.server);
		await send({ url: '/v3/sms/count.json' }, 'axios', other.url);
		await other.close();
		expect(witness.takeViolations().join()).toContain(fault);
	});

	it('reports an invalid request that the service accepts', async () => {
		const other = await startServer(200, '{"count":7}');
		tell.server(other.server);
		await send({ url: '/v3/sms/count.json?status=none' }, 'axios', other.url);
		await other.close();
		expect(witness.takeViolations().join()).toContain(
			'accepted with 200: status: the whole must be',
		);
	});

	it('compares requests of the nodes to other servers, and counts what these answer apart', async () => {
		const other = await startServer(200, '{"anything":7}');
		await send({ url: '/v3/sms/count.json?statsu=sent' }, 'n8n', other.url);
		await send({ url: '/v3/sms/count.json?statsu=sent' }, 'axios', other.url);
		await other.close();
		expect(witness.takeViolations()).toEqual([
			'GET /v3/sms/count.json as sent: statsu is not described',
		]);
		expect(witness.takeTally()).toMatchObject({ requests: 1, answers: 0, madeUp: 1, unchecked: 0 });
	});

	it('counts answers apart that a fault has spoiled or broken off', async () => {
		const { faults } = controlClient(service);
		await faults.add({ kind: 'status', status: 503, times: 1 });
		expect(await send({ url: '/v3/sms/count.json' })).toBe(503);
		await faults.add({ kind: 'reset_after', times: 1 });
		expect(await send({ url: '/v3/sms/count.json' })).toBeUndefined();
		expect(witness.takeViolations()).toEqual([]);
		expect(witness.takeTally()).toMatchObject({ requests: 2, answers: 0, spoiled: 2 });
	});

	it.each([
		['application/json', '{"created_at":"2026-01-02T03:04:05+0000","type":"email_delivered"}'],
		['application/x-www-form-urlencoded', 'created_at=today&type=email_delivered'],
		['text/plain', ''],
	])('reports an event post as %s that is not as described', (contentType, body) => {
		tell.post({ contentType, body });
		expect(witness.takeViolations()).toEqual([expect.stringContaining('event post: ')]);
		expect(witness.takeTally()).toMatchObject({ posts: 1 });
	});
});
