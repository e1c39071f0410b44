import { waitFor } from '../lib/wait';
import { QueueScenario } from './scenario';
import { eventKeys, NOTHING_WRONG } from './tally';

const TYPES = ['document_completed', 'audit_trail_completed'];
/** How many events have come when the processes are killed. */
const EARLY = 20;

let scenario: QueueScenario;

// n8n looks for executions that have no process any more every three hours unless told otherwise.
const SETTINGS = { N8N_EXECUTIONS_QUEUE_RECOVERY_INTERVAL: '1' };

beforeAll(async () => {
	scenario = await QueueScenario.start(SETTINGS);
});

afterAll(async () => await scenario?.stop());

it('gives out each of 200 events once when a worker and a webhook processor are killed meanwhile, or the log names it; Retry repeats only what its execution had taken', async () => {
	const { stack, recorder } = scenario;
	const workflow = await scenario.activate({ events: TYPES });
	const requests = await workflow.send(50);
	await scenario.signAtOnce(requests);
	await waitFor({ what: 'the first events', everyMs: 5 }, async () => {
		const seen = recorder.posts.length;
		return seen >= EARLY ? { done: seen } : { seen: `${seen} events` };
	});
	await Promise.all([stack.workers[0].kill(), stack.processors[0].kill()]);
	// Otherwise nothing was at stake.
	expect(recorder.posts.length).toBeLessThan(eventKeys(requests, TYPES).length);

	const retries = new Map<string, string>();
	const expected = [{ workflowId: workflow.id, keys: eventKeys(requests, TYPES), retries }];
	const log = async () =>
		(await Promise.all(stack.workers.map(async (worker) => await worker.log()))).join('\n');
	const killed = await scenario.complete(expected, log);
	expect({ ...killed, lost: [] }).toEqual(NOTHING_WRONG);

	const broken = { status: ['crashed', 'error'] };
	const executions = await stack.client.executions(workflow.id, broken);
	// n8n cannot retry those of which it has no data.
	await Promise.allSettled(
		executions.map(async ({ id }) => retries.set((await stack.client.retry(id)).id, id)),
	);
	const retried = await scenario.complete(expected, log);
	expect({ ...retried, lost: [] }).toEqual(NOTHING_WRONG);
	console.info(
		`${executions.length} executions broken, ${killed.lost.length} events swallowed, ${retried.lost.length} after Retry`,
	);
});
