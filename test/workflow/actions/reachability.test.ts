import dns from 'node:dns';
import { runNode } from '../engine/engine';
import { createParameters, itemWithPdf, pdfOf } from '../engine/fixtures';
import { localService } from '../engine/localService';

const local = localService();
const real = { environment: 'production', accessToken: 'x' };

/** The hints of Create with this address of the trigger. No name of a host is found. */
async function hintsOf(url: string, credential: typeof local.credential): Promise<string> {
	const lookup = jest.spyOn(dns, 'lookup').mockImplementation(((...call: unknown[]) => {
		(call.at(-1) as (error: Error) => void)(new Error('No network'));
	}) as never);
	const trigger = { workflowId: 'workflow-1', nodeName: 'Start', resource: 'signature', url };
	const { hints } = await runNode({
		parameters: createParameters({ options: { events: 'trigger' } }),
		credential,
		items: [await itemWithPdf('contract.pdf', await pdfOf('Contract'))],
		staticData: { signaturitTriggers: { n: trigger } },
		onError: 'continueRegularOutput',
	});
	lookup.mockRestore();
	return hints.join();
}

describe('the hint about a trigger that Signaturit cannot reach', () => {
	it.each([
		['a local address and the real service', 'http://127.0.0.1:5678', () => real, true],
		['a public address', 'https://n8n.example.com', () => real, false],
		['a local service', 'http://127.0.0.1:5678', () => local.credential, false],
	])('is there with %s (%s), and no other one is', async (_, origin, credential, isShown) => {
		const hints = await hintsOf(`${origin}/webhook/1/events.json`, credential());
		const text = 'Set the environment variable WEBHOOK_URL';
		expect(hints).toEqual(isShown ? expect.stringContaining(text) : '');
	});
});
