import axios from 'axios';
import { DeduplicationMemory } from '../../engine/deduplicationMemory';
import { runNode } from '../../engine/engine';
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
	return { run, sent, phone };
};

const methods = async () => (await local.control.requests()).map(({ method }) => method);

describe('a certified SMS, where Signaturit shows no custom data of SMS', () => {
	beforeAll(async () => await local.control.settings({ smsWithoutData: true }));
	afterAll(async () => await local.control.settings({ smsWithoutData: false }));

	// The first test: afterwards there are some.
	it('says that there is none so far', async () => {
		await local.control.faults.add({ kind: 'reset_before', method: 'POST' });
		const { error } = await sms().run();
		expect(error?.context?.verdict).toBe('unknown');
		expect(error?.description).toContain('lists no certified SMS of that minute so far');
	});

	it('is not sent with a Reference, which nobody could look for', async () => {
		await sms().run();
		const { run, sent } = sms('notice 9');
		const { error } = await run();
		expect(error?.message).toContain('It could not be checked whether the Reference "notice 9"');
		expect(error?.message).toContain('shows no custom data of certified SMS');
		expect(error?.context?.verdict).toBe('refused');
		expect(await sent()).toBe(0);
	});

	it('is unknown when its answer was lost; the error lists the SMS of that minute', async () => {
		const { run, sent, phone } = sms();
		// Without a Reference, the second one is another SMS.
		const other = (await run()).items[0]?.json;
		expect(other).toMatchObject({ reused: false });
		await local.control.faults.add({ kind: 'reset_after', method: 'POST' });
		const { error } = await run();
		expect(error?.context?.verdict).toBe('unknown');
		expect(error?.message).toMatch(
			/^It is unknown whether the certified SMS was sent\. Look for it/,
		);
		expect(error?.description).toContain('The connection broke off');
		expect(error?.description).toMatch(
			new RegExp(`of that minute, and one of them may be it:\n• [\\w-]+, 20.*, to ${phone}\n• `),
		);
		expect(error?.description).toContain(`${String(other?.certifiedSmsId)}, `);
		expect(await sent()).toBe(2);
		expect((await methods()).filter((method) => method === 'POST')).toHaveLength(2);
	});

	it('does not list those of another time', async () => {
		const seed = { kind: 'sms', count: 3, spreadDays: 30 } as const;
		const [ofToday = '', ...older] = await local.control.seed(seed);
		await local.control.faults.add({ kind: 'reset_after', method: 'POST' });
		const { run, phone } = sms();
		const { error } = await run();
		expect(error?.description).toContain(`to ${phone}`);
		expect(error?.description).toContain(ofToday);
		expect(older).toHaveLength(2);
		for (const id of older) expect(error?.description).not.toContain(id);
	});

	it('is waited for as long as it may appear', async () => {
		await local.control.settings({ hideNew: 2 });
		await local.control.faults.add({ kind: 'reset_after', method: 'POST' });
		const { run, phone } = sms();
		const { error } = await run();
		expect(error?.description).toContain(`to ${phone}`);
	});

	it('says that the service cannot be asked', async () => {
		const broken = { kind: 'status', status: 500, times: 0, message: 'Out of order' } as const;
		await local.control.faults.add({ kind: 'reset_before', method: 'POST' });
		await local.control.faults.add({ ...broken, method: 'GET' });
		const { error } = await sms().run();
		expect(error?.description).toContain(
			'could not be asked for the certified SMS of that minute: Out of order',
		);
	});

	it('lists nothing after a refusal', async () => {
		const refusal = { kind: 'status', status: 400, message: 'No credit left' } as const;
		await local.control.faults.add({ ...refusal, method: 'POST' });
		const { error } = await sms().run();
		expect(error?.message).toBe('No credit left');
		expect(await methods()).toEqual(['POST']);
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

	it('is refused when the one with its Reference goes to another number', async () => {
		await sms('notice 8').run();
		const other = sms('notice 8');
		const { error } = await other.run();
		expect(error?.message).toContain('the Reference "notice 8" exists');
		expect(await other.sent()).toBe(0);
	});
});
