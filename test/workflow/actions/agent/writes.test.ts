import { answer, reset, scriptedServer } from '../../engine/scriptedServer';
import { signatureParameters } from '../../engine/fixtures';
import { toolIn, type Caller } from '../../engine/agentTool';

const server = scriptedServer();

const tool = (caller: Caller = 'agent 2', settings = {}) =>
	toolIn({
		parameters: signatureParameters('rename', 's1', { name: '={{ $json.name }}' }),
		credential: server.credential,
		caller,
		settings,
	});

describe.each(['agent 3', 'agent 2'] as const)('the node as a tool of %s', (caller) => {
	it('does the same again when the agent asks for it again', async () => {
		const call = tool(caller);
		server.answers = [answer(200, '{"id":"s1"}')];
		await call({ name: 'New name' });
		const { answer: told } = await call({ name: 'New name' });
		expect(told).toEqual({
			result: 'done',
			message: 'Done.',
			environment: 'Custom',
			signatureId: 's1',
			name: 'New name',
		});
		expect(server.received).toHaveLength(2);
	});

	it('tells of what may have been done that it is unknown, and that it is to be looked at', async () => {
		const call = tool(caller);
		server.answers = [reset];
		const { answer: told, hints } = await call({ name: 'New name' });
		expect(told).toMatchObject({
			result: 'unknown',
			message: expect.stringMatching(/^It is unknown whether.*\nLook at it first/s),
		});
		expect(told).not.toHaveProperty('error');
		expect(hints).toContain(told.message);
	});

	it('goes on with another call after one of which it is unknown whether it was done', async () => {
		const call = tool(caller);
		server.answers = [reset, answer(200, '{"id":"s1"}')];
		await call({ name: 'New name' });
		expect((await call({ name: 'Other name' })).answer).toMatchObject({ signatureId: 's1' });
	});

	it('throws what has failed if the builder has chosen to stop the workflow', async () => {
		const call = tool(caller, { onError: 'stopWorkflow' });
		server.answers = [answer(400, '{"message":"No such request"}')];
		await expect(call({ name: 'New name' })).rejects.toThrow('No such request');
	});

	it.each(['continueRegularOutput', 'continueErrorOutput'])(
		'answers what has failed with On Error: %s',
		async (onError) => {
			const call = tool(caller, { onError });
			server.answers = [answer(400, '{"message":"No such request"}')];
			expect((await call({ name: 'New name' })).answer).toMatchObject({
				result: 'refused',
				message: expect.stringContaining('No such request'),
			});
		},
	);
});

it('does not try again what may have been done when agent 2 makes the same call again', async () => {
	const call = tool();
	server.answers = [reset];
	for (let tries = 0; tries < 3; tries++) {
		expect((await call({ name: 'New name' })).answer.result).toBe('unknown');
	}
	expect(server.received).toHaveLength(1);
});
