import { ADA } from '../../../people';
import { runNode } from '../../engine/engine';
import { answer, scriptedServer } from '../../engine/scriptedServer';
import { createEmail, createSms } from '../certified/parameters';

const server = scriptedServer();

const run = async (reference: string) =>
	await runNode({
		parameters: createEmail({ options: { reference } }),
		credential: server.credential,
	});

const json = (body: unknown) => answer(200, JSON.stringify(body));
const email = (id: string, value: string) => ({
	id,
	data: [{ key: 'n8n_own_reference', value }],
	certificates: [{ id: 'c1', ...ADA }],
});
const paths = () =>
	server.received.map(({ method = '', url = '' }) => `${method} ${url.split('?')[0]}`);

describe('a list that does not show custom data', () => {
	it('is read entry by entry', async () => {
		server.answers = [
			json([{ id: 'e1' }, { id: 'e2' }]),
			json(email('e1', 'x')),
			json(email('e2', 'notice-1')),
		];
		const { items } = await run('notice-1');
		expect(items[0]?.json).toMatchObject({ certifiedEmailId: 'e2', reused: true });
		expect(paths()).toEqual([
			'GET /v3/emails.json',
			'GET /v3/emails/e1.json',
			'GET /v3/emails/e2.json',
		]);
	});

	it('is no proof that there is none when it is long', async () => {
		server.answers = [
			json(Array.from({ length: 20 }, (_, index) => ({ id: `e${index}` }))),
			json(email('e1', 'x')),
		];
		const { error } = await run('notice-2');
		expect(error?.message).toContain('so nothing was sent');
		expect(paths()).toHaveLength(11);
	});

	it.each([
		['has no custom data anywhere', { id: 'e1' }, { id: 'e1', certificates: [] }],
		[
			'cannot be read',
			{ ...email('e1', 'notice-3'), certificates: [{ email: 'a@example.com' }] },
			{},
		],
		[
			'shows custom data in another form',
			{ id: 'e1', data: { a: 'b' } },
			{ id: 'e1', data: { a: 'b' } },
		],
	])('is no proof that there is none when an entry %s', async (_, entry, alone) => {
		server.answers = [json([entry]), json(alone)];
		const { error } = await run('notice-3');
		expect(error?.message).toContain('so nothing was sent');
		expect(paths()).not.toContain('POST /v3/emails.json');
	});
});

describe('an entry that has no pair of custom data', () => {
	const empty = { id: 'x1', data: [], certificates: [] };
	const created = { ...empty, id: 'x2' };

	it.each([
		['is no certified email that is looked for', createEmail, ['GET', 'POST']],
		[
			'proves nothing of certified SMS, whose custom data nobody documents',
			createSms,
			['GET', 'GET'],
		],
	])('%s', async (_, create, methods) => {
		server.answers = methods.map((method, index) =>
			json(index === 0 ? [empty] : method === 'POST' ? created : empty),
		);
		await runNode({
			parameters: create({ options: { reference: 'notice-4' } }),
			credential: server.credential,
		});
		expect(paths().map((path) => path.split(' ')[0])).toEqual(methods);
	});
});
