import { workflowOrigin } from '../../../nodes/Signaturit/events/tracking';
import { Call } from '../../../nodes/Signaturit/transport/call';
import { triggerDelays } from '../../../nodes/Signaturit/trigger/delays';
import { fromHandover } from '../../../nodes/Signaturit/trigger/history';
import { triggerWorkflow } from '../engine/engineTrigger';
import { answer, scriptedServer } from '../engine/scriptedServer';
import { lookIsOver } from './looks';

const server = scriptedServer();
/** Of the workflow that polls. */
const origin = () => {
	const found = workflowOrigin(new Call(triggerWorkflow().hook('internal')));
	if (!found) throw new Error('The workflow has no id');
	return found;
};
const created_at = '2099-03-01T10:00:00+0000';

/** A completed request, as a list has it. */
const entry = (id: string, data: Record<string, string> = {}) => ({
	id,
	created_at,
	data: Object.entries(data).map(([key, value]) => ({ key, value })),
	documents: [
		{ id: `d of ${id}`, status: 'completed', events: [{ type: 'document_completed', created_at }] },
	],
});

/** Polls with these entries in every list, and tells the requests whose events started an execution. */
async function startedFor(resource: string, ...entries: object[]) {
	const { poll, started } = polling(resource, ...entries);
	await poll();
	return started.flatMap((json) => {
		const handover = fromHandover(json as never);
		return handover?.kind === 'happenings' ? [handover.delivery.id] : [];
	});
}

/** The polls of one activation, and what they have started. */
function polling(resource: string, ...entries: object[]) {
	const started: unknown[] = [];
	const { trigger, polls, hook } = triggerWorkflow(
		{ resource, events: ['*'], arrival: 'polling' },
		'default',
		{
			credential: server.credential,
		},
	);
	// No two resources have the same IDs.
	const list = JSON.stringify(entries).replaceAll('"d of', `"${resource} of`);
	server.answers = [answer(200, list)];
	const context = polls(
		([items]) => started.push(items?.[0]?.json),
		() => undefined,
	);
	const poll = async () => {
		await trigger.webhookMethods.default.create.call(hook('trigger'));
		await trigger.poll.call(context);
		await lookIsOver(context);
	};
	return { poll, started, context };
}

describe('a poll', () => {
	it('leaves out what the service lists without the mark of the workflow, or with that of another or of a copy of n8n', async () => {
		const wait = jest.replaceProperty(triggerDelays.poll, 'answer', 10);
		const { mark, address } = origin();
		const strangers = [
			entry('by a copy', { n8n_trigger: mark, n8n_address: `${address}0` }),
			entry('other', { n8n_trigger: `${mark}0` }),
			entry('none'),
		];
		const here = entry('here', { n8n_trigger: mark, n8n_address: address });
		const onWorker = entry('on a worker', { n8n_trigger: mark });
		for (const resource of ['signature', 'certifiedEmail']) {
			expect(await startedFor(resource, here, ...strangers)).toEqual(['here']);
			expect(await startedFor(resource, onWorker, ...strangers)).toEqual(['on a worker']);
		}
		wait.restore();
		const paths = server.received.map(({ url }) => url ?? '');
		// Publishing asks for three entries, to try the access token and to know the account again.
		const lists = paths.filter((path) => !/^\/v3\/event-hooks|limit=3$/.test(path));
		expect(lists).not.toEqual([]);
		for (const path of lists) expect(path).toContain(`n8n_trigger=${mark}`);
	});

	it('takes nothing for that of a workflow which has no id', async () => {
		const { poll, started, context } = polling('certifiedEmail', entry('a stranger'));
		(context as unknown as { workflow: { id?: string } }).workflow.id = undefined;
		await poll();
		expect(started).toEqual([]);
	});

	it('begins after a random time, but for the first one, for which n8n waits', async () => {
		const timer = jest.spyOn(globalThis, 'setTimeout');
		const random = jest.spyOn(Math, 'random');
		const jitter = jest.replaceProperty(triggerDelays.poll, 'jitter', 70);
		const times = () => timer.mock.calls.map(([, milliseconds]) => milliseconds);
		for (const [part, expected] of [
			[0.1, 7],
			[0.9, 63],
		] as const) {
			random.mockReturnValue(part);
			const { poll } = polling('signature');
			timer.mockClear();
			await poll();
			expect(times()).not.toContain(expected);
			await poll();
			expect(times()).toContain(expected);
		}
		jest.restoreAllMocks();
		jitter.restore();
	});
});
