import axios from 'axios';

import { PEOPLE, startAccount, type Account } from './account';
import { startProxy, type Disturb, type Passing } from './proxy';
import { CREATING, refutedIn, runCommand, SIGNER_ADDRESSES, type Finished } from './runs';

/** Fewer would mean that a question has become silent. */
const DECIDED = 244;

let account: Account;
beforeAll(async () => {
	account = await startAccount();
});
afterAll(() => account.service.close());

const credentialFor = (baseUrl: string) => ({ baseUrl, accessToken: account.service.token });

const requestIds = async (): Promise<string[]> => {
	const { url, token } = account.service;
	const { data } = await axios.get<{ id: string }[]>(`${url}/v3/signatures.json`, {
		headers: { authorization: `Bearer ${token}` },
		proxy: false,
	});
	return data.map(({ id }) => id);
};

/** Runs against the service behind a proxy. */
async function runBehind(disturb: Disturb, options = CREATING, signal?: AbortSignal) {
	const proxy = await startProxy(account.service.url, disturb);
	try {
		const pace = { pauseMs: 0, ...(signal && { signal }) };
		return await runCommand(credentialFor(proxy.url), options, { pace });
	} finally {
		await proxy.close();
	}
}

describe('a run with two addresses against the local service', () => {
	let before: string[];
	let run: Finished;
	beforeAll(async () => {
		before = await requestIds();
		await account.control.clearRequests();
		run = await runCommand(credentialFor(account.service.url), CREATING);
	});

	it('refutes no row, and confirms as many as have a question that this account can answer', () => {
		expect(refutedIn(run.report)).toEqual([]);
		expect(run.report?.counts.confirmed).toBe(DECIDED);
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

	it('has every row of the ledger in the file', () => {
		const { confirmed = 0, refuted = 0, open = 0 } = run.report?.counts ?? {};
		expect(confirmed + refuted + open).toBe(run.report?.rows.length);
	});
});

const get = (path: RegExp, change: (answer: Passing) => Partial<Passing>): Disturb =>
	on('GET', path, change);
const on =
	(method: string, path: RegExp, change: (answer: Passing) => Partial<Passing>): Disturb =>
	(request, answer) =>
		request.method === method && path.test(request.path) ? change(answer) : undefined;

describe('a run against a service with planted deviations', () => {
	const sets: [string, Disturb[], string[]][] = [
		[
			'other statuses of creations, deletions and audit trails',
			[
				on('POST', /signatures\.json$/, ({ status }) => (status === 201 ? { status: 200 } : {})),
				on('DELETE', /signatures/, ({ status }) =>
					status === 403
						? { status: 409, json: { status_code: 409, message: 'It is in progress' } }
						: {},
				),
				on('POST', /generate\/audit_trail$/, () => ({ status: 200 })),
			],
			['create-status-201', 'delete-in-progress-403', 'trail-generate-202'],
		],
		[
			'a URL that stays, and bad tokens that answer 403',
			[
				get(/signatures\/[0-9a-f-]{36}\.json$/, ({ json }) => ({
					json: { ...(json as object), url: 'https://example.com/s' },
				})),
				get(/count\.json/, ({ status }) => (status === 401 ? { status: 403 } : {})),
			],
			['delivery-url-only-at-creation', 'refusal-token-401'],
		],
	];

	it.each(sets)('refutes exactly the rows about %s', async (_, deviations, rows) => {
		const { report } = await runBehind((request, answer) => {
			const changes = deviations.map((deviation) => deviation(request, answer));
			return changes.find((change) => change !== undefined && Object.keys(change).length > 0);
		});
		expect(refutedIn(report)).toEqual(rows);
	});
});

describe('a run that ends before its end', () => {
	it('leaves no request behind when it is interrupted after a creation', async () => {
		const before = await requestIds();
		const interruption = new AbortController();
		const interrupt = on('POST', /signatures\.json$/, () => {
			interruption.abort();
			return {};
		});
		const { code, output } = await runBehind(interrupt, CREATING, interruption.signal);
		expect(code).toBe(1);
		expect(output).toContain('It ended too early: It was interrupted.');
		expect(await requestIds()).toEqual(before);
	});

	it('leaves no request behind when a creation gets no answer, and goes on with what does not depend on it', async () => {
		const before = await requestIds();
		const lost = (request: { method: string; path: string }) =>
			request.method === 'POST' && request.path === '/v3/signatures.json'
				? ('reset' as const)
				: undefined;
		const { code, report } = await runBehind(lost);
		expect(code).toBe(0);
		expect(refutedIn(report)).toEqual([]);
		expect(report?.counts.confirmed).toBeGreaterThan(60);
		expect(await requestIds()).toEqual(before);
	});

	it('names the requests that cannot be canceled, and exits with 1', async () => {
		const before = await requestIds();
		const proxy = await startProxy(
			account.service.url,
			() => undefined,
			({ method }) => method === 'PATCH',
		);
		const { code, output } = await runCommand(credentialFor(proxy.url), CREATING);
		await proxy.close();
		expect(code).toBe(1);
		const left = (await requestIds()).filter((id) => !before.includes(id));
		expect(left.length).toBeGreaterThan(10);
		const named = left.filter((id) => output.includes(`${id}: it cannot be canceled`));
		expect(named).toEqual(left);
	});

	it('stops at a token that is refused', async () => {
		const credential = { baseUrl: account.service.url, accessToken: 'another' };
		const { code, output, report } = await runCommand(credential, CREATING);
		expect(code).toBe(1);
		expect(output).toContain('It ended too early: The service refuses the token: status 401.');
		expect(report?.exchanges).toHaveLength(1);
	});
});

describe('a run without an address', () => {
	it('only reads', async () => {
		await account.control.clearRequests();
		const { code, report } = await runCommand(credentialFor(account.service.url), []);
		expect(code).toBe(0);
		expect(refutedIn(report)).toEqual([]);
		expect(report?.counts.confirmed).toBeGreaterThan(60);
		const methods = (await account.control.requests()).map(({ method }) => method);
		expect(new Set(methods)).toEqual(new Set(['GET']));
	});
});
