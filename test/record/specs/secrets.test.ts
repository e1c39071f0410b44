import { Client, type Answer, type Call, type CallSender } from '../client';
import { Recorder } from '../recorder';
import { MASK, namesOfTokens, withTokensMasked } from '../secrets';
import { startAccount, type Account } from './account';
import { CREATING, runCommand } from './runs';

const ENROLLMENT: Call = { method: 'GET', path: '/v3/account/enrollment-code' };

const answer = (body: unknown, headers = {}): Answer => ({ status: 200, headers, body });

describe('an answer with tokens', () => {
	it.each([
		['access_token'],
		['refreshToken'],
		['X-Auth-TOKEN'],
		['token'],
		['api_key'],
		['client-secret'],
		['password'],
		['Authorization'],
		['jwt'],
	])('loses what stands under the name %s, at any depth, and keeps the name', (name) => {
		const given = answer([{ user: { [name]: 'abcdef', role: 'admin' } }]);
		expect(withTokensMasked(given).body).toEqual([{ user: { [name]: MASK, role: 'admin' } }]);
		expect(namesOfTokens(withTokensMasked(given).body)).toEqual([name]);
	});

	it('loses the same text wherever it stands again', () => {
		const given = answer(
			{
				token: 'abc-def',
				message: 'No user with abc-def',
				'abc-def': 1,
				list: ['abc-def'],
			},
			{ location: 'https://example.com/?t=abc-def' },
		);
		expect(JSON.stringify(withTokensMasked(given))).not.toContain('abc-def');
	});

	it.each([
		['a number', 12345],
		['a list', ['abc', 'def']],
		['an object', { value: 'abc' }],
	])('loses %s too', (_, token) => {
		expect(withTokensMasked(answer({ token })).body).toEqual({ token: MASK });
	});

	it('keeps short texts elsewhere, which may be a part of any other', () => {
		const given = answer({ tokens: 12, pages: 12, name: 'Page 12' });
		expect(withTokensMasked(given).body).toEqual({ tokens: MASK, pages: 12, name: 'Page 12' });
	});

	it.each([
		[{ code: '482913' }, { code: MASK }],
		[
			{ code: 482913, used: false },
			{ code: 0, used: false },
		],
		[[{ enrollment: { pin: '4829' } }], [{ enrollment: { pin: MASK } }]],
		['482913', MASK],
	])('keeps of %j, which is a secret as a whole, the names and kinds only', (body, kept) => {
		const given = answer(body, { location: 'https://example.com/482913' });
		expect(withTokensMasked(given, true).body).toEqual(kept);
		expect(JSON.stringify(withTokensMasked(given, true))).not.toContain('482913');
	});

	it('keeps the words of a refusal to tell a secret', () => {
		const given = { ...answer({ status_code: 403, message: 'Not yours' }), status: 403 };
		expect(withTokensMasked(given, true)).toEqual(given);
	});

	it.each([[null], ['']])('keeps %j, which is no token', (token) => {
		expect(withTokensMasked(answer({ token })).body).toEqual({ token });
	});

	it('is the same when it has none', () => {
		const given = answer({ id: 'abc', events: [{ type: 'password_sms_processed' }] });
		expect(withTokensMasked(given)).toEqual(given);
	});
});

describe('the recorder', () => {
	it('neither keeps nor gives out a token of an answer', async () => {
		const call: Call = { method: 'GET', path: '/v3/team/users.json' };
		const sender: CallSender = {
			host: '127.0.0.1',
			send: async () => answer([{ id: '1', access_token: 'abcdef' }]),
		};
		const recorder = new Recorder(sender, { pauseMs: 0 }, '');
		const given = await recorder.ask('team users', call);
		expect(JSON.stringify([given, recorder.tape.exchanges])).not.toContain('abcdef');
	});
});

describe('a run against a service with tokens in each of its answers', () => {
	let account: Account;
	let credential: { baseUrl: string; accessToken: string };
	beforeAll(async () => {
		account = await startAccount();
		credential = { baseUrl: account.service.url, accessToken: account.service.token };
	});
	afterEach(() => jest.restoreAllMocks());
	afterAll(() => account.service.close());

	/** Looks like one of the service's words, which stay in the file. */
	const TOKEN = 'planted_token';

	/** JSON with a token in each of its objects, and in its words. */
	function planted(json: unknown): unknown {
		if (Array.isArray(json)) return json.map(planted);
		if (typeof json !== 'object' || json === null) return json;
		const rest = Object.entries(json).map(([name, item]) => [name, planted(item)]);
		return {
			...(Object.fromEntries(rest) as object),
			...{ access_token: TOKEN, user: { apiKey: [TOKEN], type: TOKEN } },
			...('message' in json && { message: `${String(json.message)} (${TOKEN})` }),
		};
	}

	it('writes and prints none of them', async () => {
		let answers = 0;
		const send = Client.prototype.send;
		jest.spyOn(Client.prototype, 'send').mockImplementation(async function (this: Client, call) {
			const given = await send.call(this, call);
			if (typeof given.body !== 'object') return given;
			answers++;
			return { ...given, body: planted(given.body) };
		});
		const { output, text, report } = await runCommand(credential, CREATING);
		expect(answers).toBeGreaterThan(200);
		expect(report?.exchanges.length).toBeGreaterThan(200);
		expect(text).toContain(MASK);
		expect(output + text).not.toContain(TOKEN);
	});

	it('writes and prints neither a token of the team nor the code of a device', async () => {
		const { output, text, report } = await runCommand(credential, []);
		const told = await new Client(credential).send(ENROLLMENT);
		const { code } = told.body as { code: string };
		expect(JSON.stringify(report?.exchanges)).toContain(`"code":"${MASK}"`);
		expect(output + text).not.toContain(code);
		expect(JSON.stringify(report?.exchanges)).toContain(`"token":"${MASK}"`);
		expect(output + text).not.toContain(account.service.token);
	});
});
