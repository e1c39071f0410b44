import type { INodeParameters, NodeParameterValueType } from 'n8n-workflow';
import { searchBrandings } from '../../../nodes/Signaturit/methods/listSearch';
import { loadOptionsContext, runNode } from '../engine/engine';
import { byId, createParameters, itemWithPdf, pdfOf } from '../engine/fixtures';
import { localService } from '../engine/localService';
import { createEmail, createSms } from './certified/parameters';

const local = localService();
let pdf: Buffer;

beforeAll(async () => {
	pdf = await pdfOf('A contract');
});

const run = async (parameters: INodeParameters, json = {}) =>
	await runNode({
		parameters,
		credential: local.credential,
		items: [await itemWithPdf('contract.pdf', pdf, json)],
	});

/** The bodies of the POST requests that the service has received. */
const bodies = async () =>
	(await local.control.requests())
		.filter(({ method }) => method === 'POST')
		.map(({ body }) => body);

/** What creates something, with these changes of its parameters. */
const creating = {
	'Signature Request: Create': createParameters,
	'Signature Request: Send and Wait for Signature': (changes: INodeParameters) =>
		createParameters({ operation: 'sendAndWait', ...changes }),
	'Certified Email: Create': createEmail,
	'Certified SMS: Create': createSms,
};

describe.each(Object.entries(creating))('the branding of %s', (_, parameters) => {
	it('can be chosen from the list', async () => {
		const [id = ''] = await local.control.seed({ kind: 'brandings', count: 1 });
		const { results } = await searchBrandings.call(loadOptionsContext({}, local.credential));
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
		expect(error?.message).toBe('Branding must be text');
		expect(await bodies()).toEqual([]);
	});
});
