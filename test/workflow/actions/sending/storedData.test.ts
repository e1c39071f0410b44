import type { INodeParameters } from 'n8n-workflow';
import { ADA } from '../../../people';
import { byId, createParameters } from '../../engine/fixtures';
import { Flow } from '../../engine/flow';
import { creations, dataOf, newName } from './creations';

describe.each(['signature', 'certifiedEmail'] as const)(
	'a Reference that finds what was sent with other custom data (%s)',
	(kind) => {
		const { run, created, posts } = creations(kind);
		const noun = { signature: 'signature request', certifiedEmail: 'certified email' }[kind];

		const send = async (reference: string, data: Record<string, unknown>, changes = {}) =>
			await run([{ email: ADA.email, reference, data: JSON.stringify(data) }], {
				reference: true,
				options: { json: { dataJson: '={{ $json.data }}' }, ...changes } as INodeParameters,
			});

		it('gives it out with a warning that has both values', async () => {
			const reference = newName();
			await send(reference, { salary: 30000, at: 'Madrid' });
			const { items, hints } = await send(reference, { salary: 60000, at: 'Madrid', bonus: 1 });
			expect(items[0]?.json.reused).toBe(true);
			const [only, ...more] = await created();
			expect(more).toEqual([]);
			expect(only && dataOf(only, 'salary')).toBe('30000');
			expect(hints.join()).toContain(
				`The ${noun} ${only?.id} exists already, with salary "30000"; this item has "60000". Nothing was sent.`,
			);
			expect(await posts()).toBe(1);
		});

		it('gives it out without one when they are the same, or the item has more of them', async () => {
			const reference = newName();
			await send(reference, { salary: 30000 });
			const { items, hints } = await send(reference, { salary: '30000', bonus: 5 });
			expect(items[0]?.json.reused).toBe(true);
			expect(hints.join()).not.toContain('exists already');
		});

		it('warns of the row that came second', async () => {
			const reference = newName();
			const rows = [1, 2].map((salary) => ({
				email: ADA.email,
				reference,
				data: JSON.stringify({ salary }),
			}));
			const options = { json: { dataJson: '={{ $json.data }}' } };
			const { items, hints } = await run(rows, { reference: true, options });
			expect(items.map(({ json }) => json.reused)).toEqual([false, true]);
			expect(hints.join()).toContain('with salary "1"; this item has "2". Nothing was sent.');
		});
	},
);

describe("n8n's Retry of a creation whose custom data are others in each try", () => {
	const { local, posts } = creations();

	it('gives out what was sent without an answer, and no warning', async () => {
		const parameters = createParameters({
			source: 'templates',
			templates: { template: [{ id: byId('#Consent') }] },
			options: {
				reference: newName(),
				data: { pair: [{ key: 'attempt', value: '={{ $execution.id }}' }] },
			},
		});
		const flow = new Flow(local.credential, [
			{ name: 'Start', type: 'start', to: [['Send']] },
			{ name: 'Send', type: 'signaturit', parameters },
		]);
		await local.control.faults.add({ kind: 'reset_after', method: 'POST' });
		await local.control.settings({ hideNew: 9 });
		const failed = await flow.run([{ json: {} }]);
		expect(failed.error?.context?.verdict).toBe('unknown');
		await local.control.settings({ hideNew: 0 });
		const { status, data } = await flow.retry(failed);
		expect(status).toBe('success');
		expect(await posts()).toBe(1);
		const [last] = (data.resultData.runData.Send ?? []).slice(-1);
		expect(JSON.stringify(last?.hints ?? [])).not.toContain('exists already');
	});
});
