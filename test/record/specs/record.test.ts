import { Client, type Answer, type Call, type CallSender } from '../client';
import { ledgerRows } from '../judge';
import { RECORDER } from '../recorderTexts';
import { record } from '../run';
import { countIn, identifiedIn } from '../wire';
import { PEOPLE, startAccount, type Account } from './account';
import { refutedRows } from './deviations';
import { CREATING, refutedIn, runCommand, SIGNER_ADDRESSES, type Finished } from './runs';

/** Fewer would mean that a question has become silent. */
const DECIDED = 244;

const LIST = '/v3/signatures.json';
const COUNT = '/v3/signatures/count.json';

let account: Account;
let client: Client;
let credential: { baseUrl: string; accessToken: string };
beforeAll(async () => {
	account = await startAccount();
	credential = { baseUrl: account.service.url, accessToken: account.service.token };
	client = new Client(credential);
});
afterEach(() => account.control.faults.clear());
afterAll(() => account.service.close());

const requestIds = async (): Promise<string[]> =>
	identifiedIn(await client.send({ method: 'GET', path: LIST })).map(({ id }) => id);

describe('a run with two addresses against the local service', () => {
	let before: string[];
	let run: Finished;
	beforeAll(async () => {
		before = await requestIds();
		await account.control.clearRequests();
		run = await runCommand(credential, CREATING);
	});

	it('judges every row of the ledger, refutes none, and confirms as many as this account can answer', () => {
		expect(refutedIn(run.report)).toEqual([]);
		expect(run.report?.counts.confirmed).toBe(DECIDED);
		expect(run.report?.rows.map(({ id }) => id)).toEqual(ledgerRows().map(({ id }) => id));
		expect(run.code).toBe(0);
	});

	it('leaves no request behind', async () => {
		expect(await requestIds()).toEqual(before);
	});

	it('sends messages to the given addresses only', async () => {
		const to = (await account.control.outbox()).map((message) => message.to);
		expect(to.filter((address) => SIGNER_ADDRESSES.includes(address)).length).toBeGreaterThan(0);
		const others = [...SIGNER_ADDRESSES, ...PEOPLE, '34611222333'];
		expect(to.filter((address) => !others.includes(address))).toEqual([]);
	});

	it('changes nothing but its signature requests', async () => {
		const created = (await account.control.requests())
			.filter(({ method }) => method !== 'GET')
			.filter(({ path }) => !path.startsWith('/v3/signatures'));
		expect(created).toEqual([]);
	});

	it('writes and prints neither the token nor anything that is personal', () => {
		const personal = [
			account.service.token,
			...SIGNER_ADDRESSES,
			...PEOPLE,
			'signer1@example.com',
			'Ruiz',
			'34611222333',
			'private',
			'#EmploymentContract',
			'seeded.pdf',
		];
		const [plan = ''] = run.output.split('rows of docs/service.md');
		const all = run.text + run.output.slice(plan.length);
		expect(personal.filter((text) => all.includes(text))).toEqual([]);
	});
});

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

describe('a run refutes one row, and no other, when a service everywhere', () => {
	const MINE = SIGNER_ADDRESSES;
	it.each([
		['ignores status', ['status'], [], 'filter-status'],
		['ignores days', ['since', 'until'], [], 'filter-since-until'],
		['ignores offset', ['offset'], [], 'paging-limit-offset'],
		['ignores ids', ['ids'], MINE, 'filter-ids-commas'],
		['ignores custom data', [RECORDER.mark, RECORDER.reference], MINE, 'filter-data-key'],
	])('%s in the lists and counts of requests', async (_, parameters, signers, row) => {
		const { tape } = await record(ignoring(parameters), signers, { pauseMs: 0 });
		expect(refutedRows(tape)).toEqual([row]);
	});

	it('lists the oldest requests first', async () => {
		const service = { host: client.host, send: sendReversed };
		const { tape } = await record(service, [], { pauseMs: 0 });
		expect(refutedRows(tape)).toEqual(['paging-newest-first']);
	});

	it('answers 200 to creations, and tells it first', async () => {
		await account.control.settings({ creationsAnswer200: true });
		const { code, output, report } = await runCommand(credential, CREATING);
		await account.control.settings({ creationsAnswer200: false });
		expect(refutedIn(report)).toEqual(['create-status-201']);
		expect(output).toMatch(/REFUTED\n.*create-status-201[^]*seen: +status 200[^]*OPEN/);
		expect(code).toBe(0);
	});
});

describe('a run that ends before its end', () => {
	let before: string[];
	beforeEach(async () => {
		before = await requestIds();
	});

	it('leaves no request behind when it is interrupted after a creation', async () => {
		const interruption = new AbortController();
		const send = async (call: Call): Promise<Answer> => {
			if (call.method === 'POST') interruption.abort();
			return await client.send(call);
		};
		const pace = { pauseMs: 0, signal: interruption.signal };
		const { stopped, tape } = await record({ host: client.host, send }, SIGNER_ADDRESSES, pace);
		expect(stopped?.message).toBe('It was interrupted');
		expect(tape.answer('creation').status).toBe(201);
		expect(await requestIds()).toEqual(before);
	});

	it('leaves no request behind when a creation gets no answer, and goes on with what does not depend on it', async () => {
		await account.control.faults.add({ kind: 'reset_after', method: 'POST', path: LIST, times: 0 });
		const { code, report } = await runCommand(credential, CREATING);
		expect(code).toBe(0);
		expect(refutedIn(report)).toEqual([]);
		expect(report?.counts.confirmed).toBeGreaterThan(60);
		expect(await requestIds()).toEqual(before);
	});

	it('names the requests that cannot be canceled, and exits with 1', async () => {
		await account.control.faults.add({ kind: 'status', status: 503, method: 'PATCH', times: 0 });
		const { code, output } = await runCommand(credential, CREATING);
		expect(code).toBe(1);
		const left = (await requestIds()).filter((id) => !before.includes(id));
		expect(left.length).toBeGreaterThan(10);
		const named = left.filter((id) => output.includes(`${id}: it cannot be canceled`));
		expect(named).toEqual(left);
	});

	it('stops at a token that is refused', async () => {
		const other = { ...credential, accessToken: 'another' };
		const { code, output, report } = await runCommand(other, CREATING);
		expect(code).toBe(1);
		expect(output).toContain('It ended too early: The service refuses the token: status 401.');
		expect(report?.exchanges).toHaveLength(1);
	});
});

describe('a run without an address', () => {
	it('only reads', async () => {
		await account.control.clearRequests();
		const { code, report } = await runCommand(credential, []);
		expect(code).toBe(0);
		expect(refutedIn(report)).toEqual([]);
		expect(report?.counts.confirmed).toBeGreaterThan(60);
		const methods = (await account.control.requests()).map(({ method }) => method);
		expect(new Set(methods)).toEqual(new Set(['GET']));
	});
});
