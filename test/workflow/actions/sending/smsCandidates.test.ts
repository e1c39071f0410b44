import type { INodeParameters } from 'n8n-workflow';
import { ADA } from '../../../people';
import { runNode } from '../../engine/engine';
import { localService } from '../../engine/localService';

const local = localService();
beforeAll(async () => await local.control.settings({ smsWithoutData: true }));

const run = async (phone: string, changes: INodeParameters = {}) =>
	await runNode({
		parameters: {
			resource: 'certifiedSms',
			operation: 'createSms',
			recipients: { recipient: [{ name: ADA.name, phone }] },
			body: 'Dear Ada',
			type: 'delivery',
			binaryPropertyNames: '',
			...changes,
		},
		credential: local.credential,
	});

const methods = async () => (await local.control.requests()).map(({ method }) => method);

describe('a certified SMS whose answer was lost, where Signaturit shows no custom data of SMS', () => {
	// The first test: afterwards there are some.
	it('says that there is none so far', async () => {
		await local.control.faults.add({ kind: 'reset_before', method: 'POST' });
		const { error } = await run('34600000001');
		expect(error?.context?.verdict).toBe('unknown');
		expect(error?.description).toContain('lists no certified SMS of that minute so far');
	});

	it('is unknown; the error lists the SMS of that minute', async () => {
		const other = await run('34600000001');
		await local.control.faults.add({ kind: 'reset_after', method: 'POST' });
		const { error } = await run('34600000002');
		expect(error?.context?.verdict).toBe('unknown');
		expect(error?.message).toMatch(
			/^It is unknown whether the certified SMS was sent\. Look for it/,
		);
		expect(error?.description).toContain('The connection broke off');
		expect(error?.description).toMatch(
			/of that minute, and one of them may be it:\n• [\w-]+, 20.*, to 34600000002\n• /,
		);
		expect(error?.description).toContain(`${String(other.items[0]?.json.certifiedSmsId)}, `);
		expect((await methods()).filter((method) => method === 'POST')).toHaveLength(2);
	});

	it('does not list those of another time', async () => {
		const [ofToday = '', ...older] = await local.control.seed({
			kind: 'sms',
			count: 3,
			spreadDays: 30,
		});
		await local.control.faults.add({ kind: 'reset_after', method: 'POST' });
		const { error } = await run('34600000003');
		expect(error?.description).toContain('to 34600000003');
		expect(error?.description).toContain(ofToday);
		expect(older).toHaveLength(2);
		for (const id of older) expect(error?.description).not.toContain(id);
	});

	it('is waited for as long as it may appear', async () => {
		await local.control.settings({ hideNew: 2 });
		await local.control.faults.add({ kind: 'reset_after', method: 'POST' });
		const { error } = await run('34600000004');
		expect(error?.description).toContain('to 34600000004');
		await local.control.settings({ hideNew: 0 });
	});

	it('says that the service cannot be asked', async () => {
		await local.control.faults.add({ kind: 'reset_before', method: 'POST' });
		await local.control.faults.add({
			kind: 'status',
			status: 500,
			method: 'GET',
			times: 0,
			message: 'Out of order',
		});
		const { error } = await run('34600000005');
		expect(error?.description).toContain(
			'could not be asked for the certified SMS of that minute: Out of order',
		);
	});

	it('lists nothing after a refusal', async () => {
		await local.control.faults.add({
			kind: 'status',
			status: 400,
			method: 'POST',
			message: 'No credit left',
		});
		const { error } = await run('34600000006');
		expect(error?.message).toBe('No credit left');
		expect(await methods()).toEqual(['POST']);
	});

	it.each([
		['is sent once more when that says how long to wait', 1, ['done', 2]],
		['is refused when the service is busy twice', 2, ['refused', 2]],
	])('after a 429, %s', async (_, times, expected) => {
		const busy = {
			kind: 'status',
			status: 429,
			retryAfterSeconds: 0,
			method: 'POST',
			times,
		} as const;
		await local.control.faults.add(busy);
		const { error } = await run('34600000007');
		const posts = (await methods()).filter((method) => method === 'POST').length;
		expect([error ? error.context?.verdict : 'done', posts]).toEqual(expected);
	});
});
