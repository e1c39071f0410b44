import { itemWithPdf, pdfOf } from '../../engine/fixtures';
import { creations, newName } from './creations';
import { ADA } from '../../../people';

const { local, run, posts } = creations();
const withReference = { reference: true };

describe('items with the same Reference', () => {
	it.each([1, 10])('make one request, %d at once', async (itemsAtOnce) => {
		const reference = newName();
		const items = Array.from({ length: 5 }, () => ({ email: ADA.email, reference }));
		// The list does not show it before the other items look.
		await local.control.settings({ hideNew: 20 });
		const result = await run(items, { ...withReference, options: { itemsAtOnce } });
		expect(result.items.map(({ json }) => json.reused)).toEqual([false, true, true, true, true]);
		expect(new Set(result.items.map(({ json }) => json.signatureId)).size).toBe(1);
		expect(await posts()).toBe(1);
	});

	it('make the request of the first, also when its file is read last', async () => {
		const reference = newName();
		const files = await Promise.all(
			[200, 1].map((pages) => pdfOf(...Array<string>(pages).fill(''))),
		);
		const items = await Promise.all(
			files.map((file, index) =>
				itemWithPdf(`contract${index}.pdf`, file, { email: ADA.email, reference }),
			),
		);
		const changes = { ...withReference, options: { itemsAtOnce: 10 } };
		const settings = { items, onError: 'continueRegularOutput' } as const;
		const [first, second] = (await run([], changes, settings)).items;
		expect(first?.json.reused).toBe(false);
		expect(second?.json).toHaveProperty(
			'error.description',
			expect.stringContaining('Files: contract1.pdf in this item, others in what was sent'),
		);
	});

	it('are refused when they are not the same as the first', async () => {
		const reference = newName();
		const items = [ADA.email, 'eve@example.com'].map((email) => ({ email, reference }));
		const { error } = await run(items, withReference);
		expect(error?.message).toContain('exists already, and it is not the same');
		expect(error?.context?.itemIndex).toBe(1);
	});

	it('make one request for the second when the service refuses that of the first', async () => {
		const reference = newName();
		await local.control.faults.add({ kind: 'status', status: 400, method: 'POST' });
		const items = [ADA.email, ADA.email].map((email) => ({ email, reference }));
		const result = await run(items, withReference, { onError: 'continueRegularOutput' });
		expect(result.items[0]?.json).toHaveProperty('error.verdict', 'refused');
		expect(result.items[1]?.json.reused).toBe(false);
	});

	it('make one request when it is unknown what became of it', async () => {
		const reference = newName();
		await local.control.faults.add({ kind: 'reset_before', method: 'POST' });
		const items = [ADA.email, ADA.email].map((email) => ({ email, reference }));
		const result = await run(items, withReference, {
			onError: 'continueRegularOutput',
			retryOnFail: true,
		});
		for (const { json } of result.items) {
			expect(json).toHaveProperty('error.verdict', 'unknown');
			expect(json.message).toBe(
				'It is unknown whether the signature request was created. Run it again in a few minutes: its Reference keeps it from being sent twice.',
			);
		}
		expect(await posts()).toBe(1);
	});
});
