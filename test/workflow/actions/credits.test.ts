import { runNode } from '../engine/engine';
import { listsOnService } from './listsOnService';
import { answer, scriptedServer } from '../engine/scriptedServer';

const { local, run } = listsOnService('account');
const server = scriptedServer();

describe('Account: Get Credits', () => {
	it('gives out an item for each kind of credits', async () => {
		await local.control.settings({ credits: 12 });
		const { items } = await run('getCredits');
		expect(items.map(({ json }) => json)).toEqual([
			expect.objectContaining({ type: 'advanced', remainingCredits: 12 }),
		]);
	});

	it.each([
		{ credits: 7 },
		{ data: { left: 7, kinds: ['advanced'] } },
		[{ type: 'simple', remaining: 1 }, { type: 'advanced' }],
	])('gives out the answer as it is: %j', async (body) => {
		server.answers = [answer(200, JSON.stringify(body))];
		const parameters = { resource: 'account', operation: 'getCredits' };
		const { items } = await runNode({ parameters, credential: server.credential });
		expect(items.map(({ json }) => json)).toEqual([body].flat());
	});
});
