import type { NodeParameterValueType } from 'n8n-workflow';
import { listSearch } from '../../../nodes/Signaturit/methods/listSearch';
import { loadOptionsContext } from '../engine/engine';
import { byId } from '../engine/fixtures';
import { chosenOnService, creating } from './chosen';

const { local, run, bodies } = chosenOnService();

describe.each(Object.entries(creating))('the branding of %s', (_, parameters) => {
	it('can be chosen from the list', async () => {
		const [id = ''] = await local.control.seed({ kind: 'brandings', count: 1 });
		const { results } = await listSearch.searchBrandings.call(
			loadOptionsContext({}, local.credential),
		);
		const chosen = results.find(({ value }) => value === id)?.value ?? '';
		const brandingId = { __rl: true as const, mode: 'list', value: String(chosen) };
		expect((await run(parameters({ options: { brandingId } }))).error).toBeUndefined();
		expect(await bodies()).toMatchObject([{ branding_id: id }]);
	});

	it.each<[string, NodeParameterValueType]>([
		['by its ID', byId('b-1')],
		['by an expression in the field', byId('={{ $json.branding }}')],
		['by an expression in the place of the field', '={{ $json.branding }}'],
		['as text', 'b-1'],
	])('can be given %s', async (_, brandingId) => {
		const { error } = await run(parameters({ options: { brandingId } }), { branding: 'b-1' });
		expect(error).toBeUndefined();
		expect(await bodies()).toMatchObject([{ branding_id: 'b-1' }]);
	});

	it("is the account's own when nothing is chosen", async () => {
		const brandingId = { mode: 'list', value: '' };
		expect((await run(parameters({ options: { brandingId } }))).error).toBeUndefined();
		expect(await bodies()).toEqual([
			expect.not.objectContaining({ branding_id: expect.anything() }),
		]);
	});

	it('is refused when it is no ID, before anything is sent', async () => {
		const brandingId = '={{ $json.branding }}';
		const { error } = await run(parameters({ options: { brandingId } }), { branding: { id: 'b' } });
		expect(error?.message).toBe('Branding {"id":"b"} must be text');
		expect(await bodies()).toEqual([]);
	});
});
