import { delays } from '../../../nodes/Signaturit/transport/deadline';
import { fromHandover } from '../../../nodes/Signaturit/trigger/history';
import { triggerWorkflow } from '../engine/engineTrigger';
import { answer, reset, scriptedServer } from '../engine/scriptedServer';

const server = scriptedServer();
const EVENT = { type: 'document_opened', created_at: '2026-03-01T10:00:05+0000' };
const LATER = { ...EVENT, created_at: '2026-03-01T10:00:08+0000' };

/** The signature request, with these events in the history of its document. */
const requestWith = (...events: object[]) =>
	answer(200, JSON.stringify({ id: 's1', documents: [{ id: 'd1', events }] }));
const NOT_FOUND = answer(404, '{"message":"Signature not found"}');
const FAILURE = answer(500, '{"message":"Internal error"}');

/** Posts the event; the status of a refusal, or what the execution that is started gets. */
async function post(history: object[] = []) {
	const { trigger, call } = triggerWorkflow({ events: ['*'] }, 'default', {
		credential: server.credential,
	});
	const body = { ...EVENT, document: { id: 'd1', signature: { id: 's1' }, events: history } };
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
		once: () => undefined,
	};
	const { workflowData } = await trigger.webhook.call(call(request, response, 'manual'));
	const [item] = workflowData?.flat() ?? [];
	const handover = item && fromHandover(item.json);
	return {
		refusal,
		started: handover?.kind,
		keys: handover?.kind === 'happenings' ? handover.happenings.map(({ key }) => key) : [],
	};
}

const CONFIRMED = {
	refusal: undefined,
	started: 'happenings',
	keys: ['d1 document_opened 2026-03-01T10:00:05.000Z'],
};
const UNCONFIRMED = { refusal: undefined, started: 'posted', keys: [] };
const REFUSED = { refusal: 403, started: undefined, keys: [] };

describe('the confirmation of an event', () => {
	it('looks once when the history has the event', async () => {
		server.answers = [requestWith(EVENT)];
		expect(await post()).toEqual(CONFIRMED);
		expect(server.received).toHaveLength(1);
	});

	it.each([
		['the history', requestWith(LATER)],
		['the request', NOT_FOUND],
	])('looks again at the end of the time when %s is not there at first', async (_, first) => {
		server.answers = [first, requestWith(EVENT)];
		expect(await post()).toEqual(CONFIRMED);
		expect(server.received).toHaveLength(2);
	});

	it.each([
		['the history does not have the event', requestWith()],
		['there is no such request', NOT_FOUND],
	])('refuses the event with 403 after two looks when %s', async (_, never) => {
		server.answers = [never];
		expect(await post()).toEqual(REFUSED);
		expect(server.received).toHaveLength(2);
	});

	it.each([
		['429', answer(429, '{}')],
		['500', FAILURE],
		['502', answer(502, '<html>')],
		['a broken connection', reset],
		['an answer that is no request', answer(200, '[]')],
	])('looks again after %s', async (_, failure) => {
		const end = jest.replaceProperty(delays.looks, 'last', 0);
		server.answers = [failure, failure, requestWith(EVENT)];
		expect(await post()).toEqual(CONFIRMED);
		end.restore();
		expect(server.received).toHaveLength(3);
	});

	it('starts an execution that goes on looking when the service fails all the time', async () => {
		server.answers = [FAILURE];
		expect(await post()).toEqual(UNCONFIRMED);
	});

	it('does not take a failure at the end for a no', async () => {
		server.answers = [requestWith(), FAILURE];
		expect(await post()).toEqual(UNCONFIRMED);
		expect(server.received).toHaveLength(2);
	});

	it('takes another time within a minute only when the exact one has not come by the last look', async () => {
		const key = 'd1 document_opened 2026-03-01T10:00:08.000Z';
		server.answers = [requestWith(LATER), requestWith(LATER, EVENT)];
		expect(await post()).toEqual(CONFIRMED);
		expect(server.received).toHaveLength(2);
		server.answers = [requestWith(LATER)];
		expect(await post()).toEqual({ ...CONFIRMED, keys: [key] });
	});

	it('takes the second event of a type in one second for the second', async () => {
		server.answers = [requestWith(EVENT), requestWith(EVENT, EVENT)];
		expect(await post([EVENT, EVENT])).toEqual({
			...CONFIRMED,
			keys: ['d1 document_opened 2026-03-01T10:00:05.000Z #2'],
		});
	});
});
