import { delays } from '../../../../nodes/Signaturit/transport/deadline';
import { ADA } from '../../../people';
import { localService } from '../../engine/localService';
import { until } from '../../engine/until';
import { goneOn, newRequest, sleepingOn, type Sleeper } from './sleeper';

const local = localService();

afterEach(() => jest.restoreAllMocks());

/** A sleeping execution whose request everyone has signed, and that goes on with these files. */
async function signed(kinds: Sleeper['kinds'] = ['signed']) {
	const id = await newRequest(local);
	await local.control.sign({ signatureId: id, email: ADA.email });
	await local.control.settled();
	return sleepingOn(local, id, { kinds });
}

const isDownloading = async () =>
	(await local.control.requests()).some(({ path }) => path.includes('/download'));

describe('an execution that goes on with files', () => {
	it('does so once, however long they take', async () => {
		const { post } = await signed();
		const slow = { kind: 'latency', ms: 300, path: '/download', times: 0 } as const;
		await local.control.faults.add(slow);
		const first = post();
		await until(isDownloading);
		const now = performance.now.bind(performance);
		jest.spyOn(performance, 'now').mockImplementation(() => now() + 60_000);
		expect(goneOn(await post())).toBeUndefined();
		jest.restoreAllMocks();
		expect(goneOn(await first)).toHaveLength(1);
	});

	it.each([
		['the service fails', { kind: 'status', status: 500 }],
		['the service does not have it yet', { kind: 'status', status: 404 }],
		['it breaks off', { kind: 'truncate' }],
	] as const)('sleeps on while %s, looks again, and goes on with it', async (_, fault) => {
		const { post, statuses } = await signed();
		await local.control.faults.add({ ...fault, path: '/download', times: 0 });
		expect(goneOn(await post())).toBeUndefined();
		expect(statuses).toEqual([503]);
		expect(await post({ look: true })).toEqual({ webhookResponse: 'look again' });
		await local.control.faults.clear();
		const [item] = goneOn(await post()) ?? [];
		expect(Object.keys(item?.binary ?? {})).toEqual(['signed_1']);
		expect(item?.json).not.toHaveProperty('filesMissing');
	});

	it('waits for no attachments of a signer who has attached nothing', async () => {
		const { post } = await signed(['signed', 'attachments']);
		const [item] = goneOn(await post()) ?? [];
		expect(Object.keys(item?.binary ?? {})).toEqual(['signed_1']);
		expect(item?.json).not.toHaveProperty('filesMissing');
	});

	it('goes on without a file that could not be had for half an hour, and says why', async () => {
		const { post } = await signed();
		await local.control.faults.add({ kind: 'status', status: 500, path: '/download', times: 0 });
		expect(goneOn(await post())).toBeUndefined();
		jest.replaceProperty(delays, 'unread', { ...delays.unread, file: 0 });
		const [item] = goneOn(await post()) ?? [];
		expect(item?.json.filesMissing).toEqual([expect.objectContaining({ field: 'signed_1' })]);
	});
});
