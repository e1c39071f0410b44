import axios from 'axios';
import { verdictOf } from '../../../../nodes/Signaturit/transport/errors/errors';
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
	await local.control.settings({ hideNew: 0, smsWithoutData: false });
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
	return { run, sent };
};

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
		expect(error?.message).toContain('The Reference "notice 8" exists'.replace('The', 'the'));
		expect(await other.sent()).toBe(0);
	});
});

describe('a certified SMS, where Signaturit shows no custom data of SMS', () => {
	it('is not sent with a Reference, which nobody could look for', async () => {
		await sms().run();
		await local.control.settings({ smsWithoutData: true });
		const { run, sent } = sms('notice 9');
		const { error } = await run();
		expect(error?.message).toContain('It could not be checked whether the Reference "notice 9"');
		expect(error?.message).toContain('shows no custom data of certified SMS');
		expect(verdictOf(error)).toBe('refused');
		expect(await sent()).toBe(0);
	});

	it('is sent without one, and told of as unknown when its answer was lost', async () => {
		await local.control.settings({ smsWithoutData: true });
		const { run, sent } = sms();
		expect((await run()).items[0]?.json).toMatchObject({ reused: false });
		await local.control.faults.add({ kind: 'reset_after', method: 'POST' });
		expect(verdictOf((await run()).error)).toBe('unknown');
		expect(await sent()).toBe(2);
	});
});
