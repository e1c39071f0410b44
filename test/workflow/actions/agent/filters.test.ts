import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { Signaturit } from '../../../../nodes/Signaturit/Signaturit.node';
import { toolIn } from '../../engine/agentTool';
import { runNode } from '../../engine/engine';
import { byId, createParameters } from '../../engine/fixtures';
import { answer, scriptedServer } from '../../engine/scriptedServer';

const server = scriptedServer();

const person = (name: string, email: string) => [
	{ id: `document-${name}`, name, email, status: 'ready' },
];

const requests = ['Ada Lovelace', 'Ben Bitdiddle', 'Adam Riese'].map((name, index) => ({
	id: `request-${index}`,
	created_at: '2026-01-02T03:04:05+0000',
	data: [],
	documents: person(name, `${name.replace(' ', '.')}@Example.com`),
}));

const listed = (count = requests.length) => [
	answer(200, JSON.stringify(requests.slice(0, count))),
	answer(200, JSON.stringify({ count })),
];

const parameters = (more: INodeParameters): INodeParameters => ({
	resource: 'signature',
	operation: 'getMany',
	returnAll: true,
	...more,
});

const getMany = (more: INodeParameters) =>
	toolIn({ parameters: parameters(more), credential: server.credential });

const idsOf = ({ entries }: IDataObject) =>
	(entries as IDataObject[]).map(({ signatureId }) => signatureId);

const asked = () => server.received.map(({ url = '' }) => url).join(' ');

describe('the filters of a tool', () => {
	it.each(['', ' ', 'any', 'all', 'None', 'null', null])(
		'are none when the model gives %j',
		async (none) => {
			server.answers = listed();
			const filters = {
				status: '={{ $json.none }}',
				since: '={{ $json.none }}',
				ids: '={{ $json.none }}',
				signer: '={{ $json.none }}',
				data: { pair: [{ key: 'crm_id', value: '={{ $json.none }}' }] },
			};
			const { answer: told } = await getMany({ filters })({ none });
			expect(told).toMatchObject({ result: 'done', message: expect.stringMatching(/^3 found/) });
			expect(asked()).not.toMatch(/status|since|ids|crm_id/);
		},
	);

	it('are those that the model gives', async () => {
		server.answers = listed();
		await getMany({ filters: { status: 'ready', signer: 'any' } })();
		expect(asked()).toContain('status=ready');
	});

	it('are refused in a workflow when an expression has no value', async () => {
		const { error } = await runNode({
			parameters: parameters({ filters: { ids: '={{ $json.missing }}' } }),
			credential: server.credential,
		});
		expect(error?.message).toMatch(/^IDs must be at least one ID/);
		expect(error?.description ?? '').not.toContain('sent');
	});
});

describe('the filter Signer', () => {
	it.each([
		['ada.lovelace@example.com', [0]],
		['ada', [0, 2]],
		['ADAM RIESE', [2]],
		['Charles', []],
	])('%s', async (signer, indexes) => {
		server.answers = listed();
		const { answer: told } = await getMany({ filters: { signer } })();
		expect(idsOf(told)).toEqual(indexes.map((index) => `request-${index}`));
	});
});

it.each(['false', false])('Return All %j lists as many as Limit says', async (all) => {
	server.answers = listed(2);
	await getMany({ returnAll: '={{ $json.all }}', limit: 2 })({ all });
	expect(asked()).toContain('limit=2&');
});

it('names the nearest templates when one is not there', async () => {
	const templates = ['#NDA', '#nda-2', '#Lease'].map((name, index) => ({ id: `t${index}`, name }));
	server.answers = [
		answer(404, '{"message":"Template NDA not found"}'),
		answer(200, JSON.stringify(templates)),
		answer(200, '{"count":3}'),
	];
	const { answer: told } = await toolIn({
		parameters: createParameters({
			source: 'templates',
			templates: { template: [{ id: byId('NDA') }] },
			options: { events: 'none', sendAgain: true },
		}),
		credential: server.credential,
	})();
	expect(told.result).toBe('refused');
	expect(told.message).toContain(
		'There is no template "NDA". There is "#NDA" (t0), "#nda-2" (t1).',
	);
});

describe('the panel of a tool', () => {
	const { properties } = new Signaturit().description;
	const inTools = { '@tool': [true] };

	it('presets templates, as no agent hands over files', () => {
		const sources = properties.filter(
			({ name, displayOptions }) =>
				name === 'source' && displayOptions?.show?.operation?.includes('create'),
		);
		expect(sources.map(({ default: preset, displayOptions }) => [preset, displayOptions])).toEqual([
			['templates', { show: expect.objectContaining(inTools) }],
			['files', expect.objectContaining({ hide: inTools })],
		]);
		expect(sources[0]?.options).toContainEqual(
			expect.objectContaining({
				value: 'files',
				description: 'Files of an earlier node, by an expression; an agent cannot attach files',
			}),
		);
	});

	it('does not offer Send and Wait, which only a review can be', () => {
		const hidden = properties
			.filter(({ name }) => name === 'operation')
			.flatMap(({ options = [] }) => options)
			.filter((option) => 'displayOptions' in option);
		expect(hidden).toEqual([
			expect.objectContaining({ value: 'sendAndWait', displayOptions: { hide: inTools } }),
		]);
	});
});
