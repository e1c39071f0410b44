import { lifecycleOn } from './lifecycle';
import { triggerRig } from './rig';

const rig = triggerRig();
const account = { listenTo: 'account', events: ['document_completed'] };

/** The offsets of the pages that the trigger reads of the list of subscriptions. */
async function pagesRead(): Promise<unknown[]> {
	const lists = (await rig.control.requests()).filter(
		({ method, path }) => method === 'GET' && path === '/v3/subscriptions.json',
	);
	return lists.map(({ query }) => (query as { offset?: string }).offset);
}

describe('an account with many subscriptions', () => {
	let others = 0;

	/** Makes sure that the account has so many subscriptions to other addresses. */
	async function addOthers(count: number): Promise<void> {
		for (; others < count; others++) {
			const url = `https://example.com/${others}`;
			await rig.api.create('/v3/subscriptions.json', { url, events: ['*'] });
		}
		await rig.control.clearRequests();
	}

	it('is read to the page that is not full', async () => {
		await rig.reset({});
		await addOthers(99);
		const { activate, deactivate } = lifecycleOn(rig, account);
		await activate();
		expect(await pagesRead()).toEqual(['0']);
		await rig.control.clearRequests();
		await deactivate();
		expect(await pagesRead()).toEqual(['0', '100']);
		expect(await rig.api.subscriptions()).toHaveLength(99);
	});

	it("has the trigger's own found on the second page", async () => {
		const first = lifecycleOn(rig, account);
		await first.activate();
		await addOthers(205);
		await first.activate();
		const withoutId = lifecycleOn(rig, account);
		await withoutId.activate();
		expect(await pagesRead()).toEqual(['0', '100', '200']);
	});
});
