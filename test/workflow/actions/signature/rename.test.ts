import { runNode } from '../../engine/engine';
import { byId } from '../../engine/fixtures';
import { answer, scriptedServer } from '../../engine/scriptedServer';

const server = scriptedServer();

describe('Rename', () => {
	it.each([
		[{ id: 's1', name: 'Contract 7 (2)' }, 'Contract 7 (2)'],
		[{ id: 's1' }, 'Contract 7'],
	])(
		'gives out the name that the answer has, or else the one that was sent: %j',
		async (body, name) => {
			server.answers = [answer(200, JSON.stringify(body))];
			const { items } = await runNode({
				parameters: {
					resource: 'signature',
					operation: 'rename',
					signatureId: byId('s1'),
					name: 'Contract 7',
				},
				credential: server.credential,
			});
			expect(items[0]?.json).toEqual({ signatureId: 's1', name });
		},
	);
});
