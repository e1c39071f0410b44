import { Client, type Answer, type Call, type CallSender } from '../client';
import { RECORDER } from '../recorderTexts';
import { record } from '../run';
import { countIn } from '../wire';
import { startAccount, type Account } from './account';
import { refutedRows } from './deviations';
import { SIGNER_ADDRESSES } from './runs';

let account: Account;
let client: Client;
beforeAll(async () => {
	account = await startAccount();
	const { url, token } = account.service;
	client = new Client({ baseUrl: url, accessToken: token });
});
afterAll(() => account.service.close());

const LIST = '/v3/signatures.json';
const COUNT = '/v3/signatures/count.json';

/** A service whose lists and counts of requests do not know these parameters. */
const ignoring = (parameters: string[]): CallSender => ({
	host: client.host,
	send: async (call) => {
		if (![LIST, COUNT].includes(call.path)) return await client.send(call);
		const known = Object.entries(call.query ?? {}).filter(([name]) => !parameters.includes(name));
		return await client.send({ ...call, query: Object.fromEntries(known) });
	},
});

/** Lists the oldest requests first. */
async function sendReversed(call: Call): Promise<Answer> {
	const { limit = 100, offset = 0, ...filter } = call.query ?? {};
	const isPage = call.path === LIST && call.method === 'GET' && Number(limit) <= 100;
	if (!isPage || Number(offset) > 1000) return await client.send(call);
	const counting = { ...call, path: COUNT, query: filter };
	const end = Math.max(0, countIn(await client.send(counting)) - Number(offset));
	const start = Math.max(0, end - Number(limit));
	const query = { ...filter, limit: Math.max(1, end - start), offset: start };
	const answer = await client.send({ ...call, query });
	return { ...answer, body: end === 0 ? [] : [...(answer.body as unknown[])].reverse() };
}

/** The rows that a run refutes. */
async function refutedBy(service: CallSender, signers: string[] = []): Promise<string[]> {
	const { tape } = await record(service, signers, { pauseMs: 0 });
	return refutedRows(tape);
}

describe('a run refutes one row, and no other, when a service everywhere', () => {
	it.each([
		['ignores status', ['status'], [], 'filter-status'],
		['ignores days', ['since', 'until'], [], 'filter-since-until'],
		['ignores offset', ['offset'], [], 'paging-limit-offset'],
		['ignores ids', ['ids'], SIGNER_ADDRESSES, 'filter-ids-commas'],
		[
			'ignores custom data',
			[RECORDER.mark, RECORDER.reference],
			SIGNER_ADDRESSES,
			'filter-data-key',
		],
	])('%s in the lists and counts of requests', async (_, parameters, signers, row) => {
		const refuted = await refutedBy(ignoring(parameters), signers);
		expect(refuted).toEqual([row]);
	});

	it('lists the oldest requests first', async () => {
		const refuted = await refutedBy({ host: client.host, send: sendReversed });
		expect(refuted).toEqual(['paging-newest-first']);
	});

	it('answers 200 to creations', async () => {
		await account.control.settings({ creationsAnswer200: true });
		const refuted = await refutedBy(client, SIGNER_ADDRESSES);
		expect(refuted).toEqual(['create-status-201']);
	});
});
