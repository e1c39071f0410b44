import fc from 'fast-check';
import type { TrackedRecord } from '../../../nodes/Signaturit/transport/shapes';
import {
	outcomeHappening,
	eventsOf,
	happeningsIn,
	startedBy,
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
			...happeningsIn([own], { ...ALL, waits }, () => true),
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
			happeningsIn([delivery], settings(...chosen), () => true).map(
				({ happening }) => happening.type,
			);
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
		expect(happeningsIn([first, second], settings('*'), () => true)).toEqual([
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

	it('is only what is looked for at its type and time', () => {
		const keysOf = (isLookedFor: (type: string, time: number) => boolean) =>
			happeningsIn([first, second], settings('*'), isLookedFor).map(({ key }) => key.slice(0, 4));
		expect(keysOf((type) => type === 'y')).toEqual(['d1 y']);
		expect(keysOf((_, time) => time === BEGIN + 2_000)).toEqual(['d2 x']);
	});

	it('is not the outcome of a request without any history and any time', () => {
		const timeless = { ...document('d1', [], 'completed'), createdAt: undefined };
		expect(happeningsIn([request(timeless)], settings('request_completed'), () => true)).toEqual(
			[],
		);
	});
});
