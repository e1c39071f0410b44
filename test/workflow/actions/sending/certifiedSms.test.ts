import axios from 'axios';
import { DeduplicationMemory } from '../../engine/deduplicationMemory';
import { runNode } from '../../engine/engine';
import { Flow } from '../../engine/flow';
import { localService } from '../../engine/localService';
import { useDeduplication } from '../../engine/useDeduplication';
import { createSms } from '../certified/parameters';

const local = localService();
const memory = new DeduplicationMemory();
beforeAll(async () => await useDeduplication(memory));
beforeEach(async () => await local.control.clearRequests());
afterEach(async () => {
	memory.forget();
	await local.control.settings({ hideNew: 0 });
});

let numbers = 34_600_000_000;

/** Sends an SMS to a number that no other one goes to. */
const sms = (reference?: string) => {
	const phone = String(++numbers);
	const parameters = createSms({
		recipients: { recipient: [{ phone, name: 'Ada' }] },
		binaryPropertyNames: '',
		options: { events: 'none', ...(reference !== undefined && { reference }) },
	});
	const run = async () => await runNode({ parameters, credential: local.credential });
	const sent = async () => {
		const { url, token } = local.service;
		const headers = { Authorization: `Bearer ${token}` };
		const { data } = await axios.get<unknown[]>(`${url}/v3/sms.json`, { headers });
		return data.filter((each) => JSON.stringify(each).includes(phone)).length;
	};
	return { run, sent, parameters };
};

const methods = async () => (await local.control.requests()).map(({ method }) => method);

describe('a certified SMS, where Signaturit shows no custom data of SMS', () => {
	beforeAll(async () => {
		// A list without any SMS would prove that there is none.
		await local.control.seed({ kind: 'sms', count: 1 });
		await local.control.settings({ smsWithoutData: true });
	});
	afterAll(async () => await local.control.settings({ smsWithoutData: false }));

	it('is sent without a Reference', async () => {
		const { run, sent } = sms();
		expect((await run()).items[0]?.json).toMatchObject({ reused: false });
		expect(await sent()).toBe(1);
	});

	it('is not sent with a Reference, for which nobody can look', async () => {
		const { run, sent } = sms('notice 9');
		const { error } = await run();
		expect(error?.message).toContain('It could not be checked whether the Reference "notice 9"');
		expect(error?.message).toContain('cannot search its list');
		expect(error?.context?.verdict).toBe('refused');
		expect(await sent()).toBe(0);
	});

	it.each(['reset_before', 'reset_after'] as const)(
		'stays unknown when its answer was lost, and Retry sends nothing (%s)',
		async (kind) => {
			const { parameters, sent } = sms();
			const flow = new Flow(local.credential, [
				{ name: 'Start', type: 'start', to: [['Send']] },
				{ name: 'Send', type: 'signaturit', parameters },
			]);
			await local.control.faults.add({ kind, method: 'POST' });
			const failed = await flow.run([{ json: {} }]);
			const again = await flow.retry(failed);
			for (const { error } of [failed, again]) {
				expect(error?.message).toMatch(
					/^It is unknown whether the certified SMS was sent\. Look for it/,
				);
			}
			expect((await methods()).filter((method) => method === 'POST')).toHaveLength(1);
			expect(await sent()).toBe(kind === 'reset_after' ? 1 : 0);
		},
	);

	it('is unknown after a 429: the service may have sent it', async () => {
		const busy = { kind: 'status', status: 429, retryAfterSeconds: 0 } as const;
		await local.control.faults.add({ ...busy, method: 'POST' });
		const { error } = await sms().run();
		expect(error?.context?.verdict).toBe('unknown');
		expect((await methods()).filter((method) => method === 'POST')).toHaveLength(1);
	});
});

describe('a certified SMS, where Signaturit shows the custom data of SMS', () => {
	it.each([0, 2])(
		'is found by its reference when its answer was lost and %d lists do not show it',
		async (hideNew) => {
			const { run, sent } = sms();
			await local.control.settings({ hideNew });
			await local.control.faults.add({ kind: 'reset_after', method: 'POST' });
			const { error, items } = await run();
			expect(error).toBeUndefined();
			expect(items[0]?.json).toMatchObject({ reused: true, certifiedSmsId: expect.any(String) });
			await local.control.settings({ hideNew: 0 });
			expect(await sent()).toBe(1);
		},
	);

	it('is sent once by its Reference', async () => {
		const { run, sent } = sms('notice 7');
		const [first] = (await run()).items;
		const [second] = (await run()).items;
		expect(second?.json).toMatchObject({
			certifiedSmsId: first?.json.certifiedSmsId,
			reference: 'notice 7',
			reused: true,
		});
		expect(await sent()).toBe(1);
	});

	it.each([
		['is sent once more when that says how long to wait', 1, ['done', 2]],
		['is refused when the service is busy twice', 2, ['refused', 2]],
	])('after a 429, %s', async (_, times, expected) => {
		const busy = { kind: 'status', status: 429, retryAfterSeconds: 0 } as const;
		await local.control.faults.add({ ...busy, method: 'POST', times });
		const { error } = await sms().run();
		const posts = (await methods()).filter((method) => method === 'POST').length;
		expect([error ? error.context?.verdict : 'done', posts]).toEqual(expected);
	});

	it('is refused when the one with its Reference goes to another number', async () => {
		await sms('notice 8').run();
		const other = sms('notice 8');
		const { error } = await other.run();
		expect(error?.message).toContain('the Reference "notice 8" exists');
		expect(await other.sent()).toBe(0);
	});
});
