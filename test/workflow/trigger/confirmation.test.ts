import { delays } from '../../../nodes/Signaturit/transport/delays';
import { triggerWorkflow } from '../engine/engineTrigger';
import { answer, scriptedServer } from '../engine/scriptedServer';

const server = scriptedServer();
const EVENT = { type: 'document_opened', created_at: '2026-03-01T10:00:05+0000' };

/** The signature request, with these events in the history of its document. */
const requestWith = (...events: object[]) =>
	answer(200, JSON.stringify({ id: 's1', documents: [{ id: 'd1', events }] }));

/** Posts the event; the status of a refusal, or the execution that is started. */
async function post() {
	const { trigger, call } = triggerWorkflow({ events: ['*'] }, 'default', {
		credential: server.credential,
	});
	const body = { ...EVENT, document: { id: 'd1', signature: { id: 's1' } } };
	let refusal: number | undefined;
	const request = {
		rawBody: Buffer.from(JSON.stringify(body)),
		headers: { 'content-type': 'application/json' },
		query: {},
	};
	const response = {
		status: (status: number) => {
			refusal = status;
			return { json: () => undefined };
		},
	};
	const { workflowData } = await trigger.webhook.call(call(request, response, 'manual'));
	return { refusal, started: workflowData?.flat().length ?? 0 };
}

describe('the confirmation of an event', () => {
	it('looks a second time when the history does not have the event yet', async () => {
		server.answers = [requestWith(), requestWith(EVENT)];
		expect(await post()).toEqual({ refusal: undefined, started: 1 });
		expect(server.received).toHaveLength(2);
	});

	it('looks once when the history has the event', async () => {
		server.answers = [requestWith(EVENT)];
		expect(await post()).toEqual({ refusal: undefined, started: 1 });
		expect(server.received).toHaveLength(1);
	});

	it('refuses the event with 403 when the second look does not find it', async () => {
		server.answers = [requestWith()];
		expect(await post()).toEqual({ refusal: 403, started: 0 });
		expect(server.received).toHaveLength(2);
	});

	it('does not look a second time when that would take longer than a confirmation may', async () => {
		const wait = jest.replaceProperty(delays, 'secondLook', delays.confirmation * 2);
		server.answers = [requestWith()];
		expect(await post()).toEqual({ refusal: 403, started: 0 });
		wait.restore();
		expect(server.received).toHaveLength(1);
	});

	it('answers 503 when the second look fails', async () => {
		server.answers = [requestWith(), answer(500, '{"message":"Internal error"}')];
		expect(await post()).toEqual({ refusal: 503, started: 0 });
	});
});
