import { delays } from '../../../../nodes/Signaturit/transport/deadline';
import { disturbancesOn } from './disturbances';
import { seams } from './seams';

const { local, ...rig } = seams();
const disturbances = disturbancesOn(local);

afterEach(async () => {
	jest.restoreAllMocks();
	await local.control.settings({ clockAhead: 0 });
});

/** Sets n8n's clock: the service's, which runs in the same process, stays right. */
async function setClock(milliseconds: number): Promise<void> {
	await local.control.settings({ clockAhead: -milliseconds });
	const now = Date.now.bind(Date);
	jest.spyOn(Date, 'now').mockImplementation(() => now() + milliseconds);
}

const HOUR = 3_600_000;

describe.each([
	['ahead', HOUR],
	['back', -HOUR],
])("n8n's clock set %s between a lost answer and the Retry", (_, change) => {
	it.each([false, true])(
		'changes nothing at how long it is looked for (another process: %s)',
		async (isOtherProcess) => {
			const execution = rig.newExecution();
			const items = [rig.item()];
			await disturbances['list late']();
			await rig.attempt('automatic', { execution, items });
			await setClock(change);
			const times = [10, 20, 30_000];
			delays.looks = { ...delays.looks, creation: { ...delays.looks.creation, times } };
			const node = isOtherProcess ? rig.otherProcess() : undefined;
			// It is listed at the sixth look.
			const run = { ...rig.retryOf(execution), items, node };
			const { error, items: given } = await rig.attempt('automatic', run);
			expect(error).toBeUndefined();
			expect(given).toMatchObject([{ reused: true }]);
			expect((await rig.created()).here).toBe(1);
		},
	);

	it('lets what is not there be sent as soon as it can no longer appear', async () => {
		const execution = rig.newExecution();
		const items = [rig.item()];
		await disturbances['answer missing']();
		await rig.attempt('automatic', { execution, items });
		await setClock(change);
		const { error, items: given } = await rig.attempt('automatic', {
			...rig.retryOf(execution),
			items,
		});
		expect(error).toBeUndefined();
		expect(given).toMatchObject([{ reused: false }]);
	});
});
