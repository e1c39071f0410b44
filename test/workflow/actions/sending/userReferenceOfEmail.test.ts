import { creations, dataOf } from './creations';
import { ADA } from '../../../people';

const { run, created, requests, local } = creations('certifiedEmail');
const notice = { email: ADA.email, reference: 'notice-1' };

describe("a certified email with a user's Reference", () => {
	it('is sent once, and returned when it is run again', async () => {
		const first = await run([notice], { reference: true });
		const second = await run([notice], { reference: true });
		expect(first.items[0]?.json).toMatchObject({ reference: 'notice-1', reused: false });
		expect(second.items[0]?.json).toMatchObject({
			certifiedEmailId: first.items[0]?.json.certifiedEmailId,
			reused: true,
		});
		const all = await created();
		expect(all.map((each) => dataOf(each, 'n8n_own_reference'))).toEqual(['notice-1']);
	});

	it('may have copies, which are not compared', async () => {
		const copies = { cc: { copy: [{ email: 'archive@example.com', name: 'Archive' }] } };
		const items = [{ ...notice, reference: 'notice-2' }];
		await run(items, { reference: true, options: copies });
		const { items: again } = await run(items, { reference: true, options: copies });
		expect(again[0]?.json.reused).toBe(true);
	});

	it('is refused when another email has the reference', async () => {
		await run([{ ...notice, reference: 'notice-3' }], { reference: true });
		await local.control.clearRequests();
		const { error } = await run([{ email: 'eve@example.com', reference: 'notice-3' }], {
			reference: true,
		});
		expect(error?.message).toBe(
			'A certified email with the Reference "notice-3" exists already, and it is not the same',
		);
		expect(await requests()).not.toContain('POST');
	});
});
