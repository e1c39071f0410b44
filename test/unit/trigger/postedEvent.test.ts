import fc from 'fast-check';
import { eventsOf, findEvent, startedBy } from '../../../nodes/Signaturit/trigger/history';
import {
	ALL,
	anyRequest,
	at,
	document,
	event,
	keysOf,
	request,
	settings,
	shuffle,
} from './histories';

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
