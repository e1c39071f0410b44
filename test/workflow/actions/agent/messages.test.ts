import type { IDataObject } from 'n8n-workflow';
import { toolIn, type Caller } from '../../engine/agentTool';
import { byId, createParameters, signatureParameters } from '../../engine/fixtures';
import { answer, scriptedServer } from '../../engine/scriptedServer';

const server = scriptedServer();

const callers: Caller[] = ['agent 3', 'agent 2'];

const wrong = createParameters({
	source: 'templates',
	templates: { template: [{ id: byId('#Consent') }] },
	recipients: { recipient: [{ email: 'not an address', name: 'Ada' }] },
	options: { expireTime: 900, deliveryType: 'emial', events: 'none' },
});

const getMany = (caller: Caller, more: IDataObject = {}) =>
	toolIn({
		parameters: { resource: 'signature', operation: 'getMany', returnAll: true, ...more },
		credential: server.credential,
		caller,
	} as Parameters<typeof toolIn>[0]);

const requestsOf = (count: number, more: IDataObject = {}) =>
	Array.from({ length: count }, (_, index) => ({
		id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
		created_at: '2026-01-02T03:04:05+0000',
		data: [],
		documents: [],
		...more,
	}));

const served = (count: number, more: IDataObject = {}) => [
	answer(200, JSON.stringify(requestsOf(count, more))),
	answer(200, JSON.stringify({ count })),
];

describe.each(callers)('what a model hears (%s)', (caller) => {
	it('names everything that is wrong, with its value and what is allowed', async () => {
		const call = toolIn({ parameters: wrong, credential: server.credential, caller });
		const { answer: told, text } = await call();
		expect(told.result).toBe('refused');
		for (const part of [
			'Recipient 1: Email "not an address"',
			'Expires After (Days) 900 must be',
			'Delivery Type "emial" is not known: did you mean email?',
			'before anything is sent',
			'If you can correct it, call again',
		]) {
			expect(told.message).toContain(part);
		}
		expect(text.length).toBeLessThan(1_500);
		expect(server.received).toEqual([]);
	});

	it('is all of an error of the service, and that nothing was sent', async () => {
		server.answers = [answer(401, '{"message":"Invalid token"}')];
		const { answer: told } = await toolIn({
			parameters: signatureParameters('cancel', 's1', { reason: '' }),
			credential: server.credential,
			caller,
		})();
		expect(told).toMatchObject({ result: 'refused', environment: 'Custom' });
		expect(told.message).toMatch(/Invalid token.*Nothing was changed or sent/s);
	});

	it('says nothing of sending when something was only read', async () => {
		const { answer: told } = await getMany(caller, {
			filters: { since: 'some day', until: 'some night' },
		})();
		expect(told.result).toBe('refused');
		expect(told.message).toMatch(
			/^Since "some day" must be a date, e.g. [\d-]+, and 1 more to correct\n/,
		);
		expect(told.message).not.toContain('sent');
	});

	it('is at most 50 entries of a list, how many more there are, and no ID in part', async () => {
		server.answers = served(80, { name: 'A contract with a name '.repeat(40) });
		const { answer: told, text } = await getMany(caller)();
		const entries = told.entries as IDataObject[];
		expect(text.length).toBeLessThanOrEqual(8_002);
		expect(entries.length).toBeGreaterThan(20);
		expect(told.more).toBe(80 - entries.length);
		expect(told.message).toMatch(/^80 found\. "more" says how many of them are not shown/);
		expect(entries.map(({ signatureId }) => signatureId)).toEqual(
			requestsOf(entries.length).map(({ id }) => id),
		);
	});

	it('is a whole list if it is short', async () => {
		server.answers = served(3);
		const { answer: told } = await getMany(caller)();
		expect(told.entries).toHaveLength(3);
		expect(told.message).toBe('3 found.');
		expect(told).not.toHaveProperty('more');
	});
});

it('tells of the sandbox that nothing there is binding', async () => {
	const credential = { ...server.credential, environment: 'sandbox' };
	const stop = toolIn({
		parameters: { ...wrong, recipients: {} },
		credential,
	});
	expect((await stop()).answer.environment).toBe('Sandbox: nothing here is legally binding');
});
