import fc from 'fast-check';
import type { TrackedRecord } from '../../../nodes/Signaturit/transport/shapes';
import {
	eventsOf,
	findEvent,
	fromHandover,
	happeningsIn,
	outcomeHappening,
	startedBy,
	toHandover,
	type Handover,
	type HistoryEvent,
} from '../../../nodes/Signaturit/trigger/history';
import {
	ALL,
	anyRequest,
	at,
	BEGIN,
	document,
	event,
	keysOf,
	request,
	settings,
	shuffle,
} from './histories';

describe('a request for which an execution of the same workflow waits', () => {
	it('starts nothing; one of another workflow does', () => {
		const signed = request(document('d1', [event('document_completed', 5)], 'completed'));
		const own = { ...signed, data: { n8n_waits: 'own' } };
		const [completed] = eventsOf(signed.records[0] as TrackedRecord);
		const started = (waits: string) => [
			...happeningsIn([own], { ...ALL, waits }),
			...startedBy(own, 'd1', completed as HistoryEvent, { ...ALL, waits }),
		];
		expect(started('own')).toEqual([]);
		expect(started('other').length).toBeGreaterThan(0);
	});
});

describe('the happenings of a history', () => {
	it('are named by document, type, time and number', () => {
		const photos = document('d1', [
			event('photo_added', 5),
			{ type: 'photo_added', createdAt: '2026-03-01T11:00:05+0100' },
			event('photo_added', 6),
			event('document_signed', 6),
		]);
		expect(keysOf(request(photos))).toEqual([
			'd1 photo_added 2026-03-01T10:00:05.000Z',
			'd1 photo_added 2026-03-01T10:00:05.000Z #2',
			'd1 photo_added 2026-03-01T10:00:06.000Z',
			'd1 document_signed 2026-03-01T10:00:06.000Z',
		]);
	});

	it('have different names, which are the same for every order of documents and events', () => {
		fc.assert(
			fc.property(anyRequest, shuffle, (delivery, reorder) => {
				const keys = keysOf(delivery);
				expect(new Set(keys).size).toBe(keys.length);
				const records = reorder(delivery.records).map((record) => ({
					...record,
					events: reorder(record.events),
				}));
				expect(keysOf({ ...delivery, records }).sort()).toEqual(keys.sort());
				const end = outcomeHappening(delivery, ALL);
				const other = outcomeHappening({ ...delivery, records }, ALL);
				expect(other).toEqual(end && { ...end, createdAt: other?.createdAt });
				expect(Date.parse(other?.createdAt ?? '')).toBe(Date.parse(end?.createdAt ?? ''));
			}),
		);
	});

	it('keep their names when the history grows', () => {
		fc.assert(
			fc.property(anyRequest, fc.nat(), (delivery, cut) => {
				const earlier = delivery.records.map((record) => ({
					...record,
					events: record.events.slice(0, cut % (record.events.length + 1)),
				}));
				const keys = keysOf(delivery, settings('*'));
				for (const key of keysOf({ ...delivery, records: earlier }, settings('*'))) {
					expect(keys).toContain(key);
				}
			}),
		);
	});

	it('are those of the chosen types', () => {
		const delivery = request(
			document('d1', [event('document_opened', 1), event('document_completed', 2)], 'completed'),
		);
		const types = (...chosen: string[]) =>
			happeningsIn([delivery], settings(...chosen)).map(({ happening }) => happening.type);
		expect(types('document_opened')).toEqual(['document_opened']);
		expect(types('request_completed')).toEqual(['request_completed']);
		expect(types('document_completed', 'request_completed')).toEqual([
			'document_completed',
			'request_completed',
		]);
		expect(types('request_declined')).toEqual([]);
	});

	it('are those that happened at a time that is looked for', () => {
		const delivery = request(
			document(
				'd1',
				[1, 2, 3].map((second) => event('document_completed', second)),
				'completed',
			),
		);
		const since = (milliseconds: number) => keysOf(delivery, ALL, BEGIN + milliseconds).length;
		expect(since(1_000)).toBe(4);
		expect(since(2_000)).toBe(3);
		expect(since(3_000)).toBe(2);
		expect(since(4_000)).toBe(0);
	});

	it('are without those whose time cannot be read', () => {
		const odd = [{ type: 'document_opened' }, { type: 'document_opened', createdAt: 'soon' }];
		expect(eventsOf({ events: odd as never })).toEqual([]);
	});
});

describe('what was found in histories', () => {
	const named = (id: string, ...records: TrackedRecord[]) => ({ ...request(...records), id });
	const first = named('s1', document('d1', [event('x', 4), event('y', 1)]));
	const second = named('s2', document('d2', [event('x', 2), { type: 'x', createdAt: 'soon' }]));

	it('is everything that starts the workflow, the oldest first, with what it belongs to', () => {
		expect(happeningsIn([first, second], settings('*'))).toEqual([
			{
				key: 'd1 y 2026-03-01T10:00:01.000Z',
				time: BEGIN + 1_000,
				happening: {
					key: 'd1 y 2026-03-01T10:00:01.000Z',
					type: 'y',
					createdAt: at(1),
					recordId: 'd1',
				},
				delivery: first,
			},
			expect.objectContaining({ key: 'd2 x 2026-03-01T10:00:02.000Z', delivery: second }),
			expect.objectContaining({ key: 'd1 x 2026-03-01T10:00:04.000Z', delivery: first }),
		]);
	});

	it('is not the outcome of a request without any history and any time', () => {
		const timeless = { ...document('d1', [], 'completed'), createdAt: undefined };
		expect(happeningsIn([request(timeless)], settings('request_completed'))).toEqual([]);
	});
});

describe('what an event starts', () => {
	const completed = request(
		document('d1', [event('document_completed', 1)], 'completed'),
		document('d2', [event('document_signed', 2), event('document_completed', 3)], 'completed'),
	);
	const started = (recordId: string, type: string, seconds: number, chosen = ALL) => {
		const posted = { type, createdAt: at(seconds), nth: 1 };
		return startedBy(completed, recordId, posted, chosen).map(({ type: each }) => each);
	};

	it('is the outcome of the request if it is of the type that brings it, of whichever document', () => {
		expect(started('d1', 'document_completed', 1)).toEqual([
			'document_completed',
			'request_completed',
		]);
		expect(started('d2', 'document_signed', 2)).toEqual(['document_signed']);
		expect(started('d2', 'document_completed', 3)).toEqual([
			'document_completed',
			'request_completed',
		]);
		expect(started('d2', 'document_completed', 3, settings('request_completed'))).toEqual([
			'request_completed',
		]);
		expect(started('d2', 'document_completed', 3, settings('request_declined'))).toEqual([]);
	});

	it('is not the end when another document has another event in the second of the end', () => {
		expect(started('d1', 'document_opened', 3)).toEqual(['document_opened']);
		expect(started('d1', 'document_opened', 3, settings('request_completed'))).toEqual([]);
	});

	it('is the end when the event that brought it is of no type that does', () => {
		const failed = request(
			document('d1', [event('email_bounced', 4)], 'error'),
			document('d2', [event('email_delivered', 4)]),
		);
		const startedIn = (recordId: string, type: string, seconds: number) =>
			startedBy(failed, recordId, { type, createdAt: at(seconds), nth: 1 }, ALL).map(
				({ type: each }) => each,
			);
		expect(startedIn('d2', 'email_delivered', 4)).toEqual(['email_delivered', 'request_failed']);
		expect(startedIn('d1', 'email_bounced', 4)).toEqual(['email_bounced']);
		expect(startedIn('d2', 'email_delivered', 3)).toEqual(['email_delivered']);
	});

	// Two documents may end in the same second, and the post of the one that counts as the last may be looked at
	// first, before the other one has ended.
	it('is the end as soon as the last post is looked at, in whatever order they are', () => {
		const ending = fc.uniqueArray(fc.constantFrom<string>('a', 'b', 'c', 'd'), { minLength: 1 });
		fc.assert(
			fc.property(ending, fc.array(fc.nat(1)), shuffle, (ids, seconds, reorder) => {
				const completed = (id: string) =>
					document(id, [event('document_completed', seconds[ids.indexOf(id)] ?? 0)], 'completed');
				const started = reorder(ids).flatMap((id, index, order) => {
					const done = order.slice(0, index + 1);
					const all = ids.map((each) =>
						done.includes(each) ? completed(each) : document(each, []),
					);
					const [last] = eventsOf(completed(id));
					return last ? startedBy(request(...all), id, last, settings('request_completed')) : [];
				});
				expect(started.map(({ key }) => key)).toEqual(['s1 completed']);
			}),
		);
	});

	it('is in all what the history holds', () => {
		fc.assert(
			fc.property(anyRequest, (delivery) => {
				const all = delivery.records.flatMap((record) =>
					eventsOf(record).flatMap((each) =>
						startedBy(delivery, record.id, each, ALL).map(({ key }) => key),
					),
				);
				const hasEvents = delivery.records.some(({ events }) => events.length > 0);
				if (hasEvents) expect([...new Set(all)].sort()).toEqual(keysOf(delivery).sort());
			}),
		);
	});
});

const find = (
	history: ReturnType<typeof event>[],
	claimed: { type?: string; seconds: number; own?: ReturnType<typeof event>[] },
	isLastLook = false,
) => {
	const { type = 'x', seconds, own = [] } = claimed;
	const found = findEvent(history, { type, createdAt: at(seconds), events: own }, isLastLook);
	return found && [found.createdAt, found.nth];
};

describe('a posted event', () => {
	it('is the one of its type and its time, in any order of the history', () => {
		const history = [event('x', 40), event('y', 5), event('x', 5), event('x', 6)];
		expect(find(history, { seconds: 5 })).toEqual([at(5), 1]);
		expect(find(history, { seconds: 5 }, true)).toEqual([at(5), 1]);
		expect(find(history, { type: 'z', seconds: 5 }, true)).toBeUndefined();
	});

	it('is the nth of its second when its own history counts to it', () => {
		const twice = [event('x', 5), event('x', 5)];
		expect(find(twice, { seconds: 5, own: [event('x', 5)] })).toEqual([at(5), 1]);
		expect(find(twice, { seconds: 5, own: twice })).toEqual([at(5), 2]);
		expect(find(twice, { seconds: 5, own: [event('x', 4), event('y', 5)] })).toEqual([at(5), 1]);
	});

	it('is not taken for an earlier one of its second before the last look', () => {
		const posted = { seconds: 5, own: [event('x', 5), event('x', 5)] };
		expect(find([event('x', 5)], posted)).toBeUndefined();
		expect(find([event('x', 5)], posted, true)).toEqual([at(5), 1]);
	});

	it('is the last one of its second at the last look when the history has fewer than it counts to', () => {
		const three = [event('x', 5), event('x', 5), event('x', 5)];
		const posted = { seconds: 5, own: [...three, event('x', 5)] };
		expect(find(three, posted)).toBeUndefined();
		expect(find(three, posted, true)).toEqual([at(5), 3]);
	});

	it('is the nearest one within a minute at the last look, and before that none', () => {
		const history = [event('x', 0), event('x', 50)];
		expect(find(history, { seconds: 30 })).toBeUndefined();
		expect(find(history, { seconds: 30 }, true)).toEqual([at(50), 1]);
		expect(find(history, { seconds: 20 }, true)).toEqual([at(0), 1]);
		expect(find(history, { seconds: 110 }, true)).toEqual([at(50), 1]);
		expect(find(history, { seconds: 111 }, true)).toBeUndefined();
	});

	it('is found by its own time in every history that has it, as itself', () => {
		const histories = fc.array(fc.record({ type: fc.constantFrom('x', 'y'), seconds: fc.nat(3) }), {
			minLength: 1,
			maxLength: 10,
		});
		fc.assert(
			fc.property(histories, fc.nat(), fc.boolean(), (plan, pick, isLastLook) => {
				const history = plan.map(({ type, seconds }) => event(type, seconds));
				const index = pick % history.length;
				const { type = '', createdAt = '' } = history[index] ?? {};
				const events = history.slice(0, index + 1);
				const found = findEvent(history, { type, createdAt, events }, isLastLook);
				expect(found).toEqual(eventsOf({ events })[index]);
			}),
		);
	});
});

describe('the handover', () => {
	it('is read back from an item as it was put there, without undefined properties', () => {
		const handover = {
			kind: 'posted',
			mustBeConfirmed: true,
			posted: { resource: 'signature', type: 'x', createdAt: 'y', reason: undefined },
			reference: 'r',
			address: 'https://n8n.example.com/webhook/1/events.json',
			postKey: 'key',
		} as unknown as Handover;
		const item = toHandover(handover);
		expect(JSON.parse(JSON.stringify(item))).toEqual(item);
		expect(fromHandover(item)).toEqual({ ...handover, handoverId: expect.any(String) });
		const back = fromHandover(item);
		expect('reason' in (back?.kind === 'posted' ? back.posted : { reason: '' })).toBe(false);
	});

	it.each(['happenings', 'posted', 'question', 'report'])('of the kind %s is read back', (kind) => {
		expect(fromHandover({ handover: { kind } })).toEqual({ kind });
	});

	it.each([
		{},
		{ handover: 'text' },
		{ handover: null },
		{ handover: { kind: 'x' } },
		{ other: {} },
	])('is not read from %j', (json) => {
		expect(fromHandover(json)).toBeUndefined();
	});
});
