import fc from 'fast-check';
import { dayOf, instant, timeInHistory } from '../../../../nodes/Signaturit/trigger/lookup/time';

const timestamp = (time: number) => `${new Date(time).toISOString().slice(0, 19)}+0000`;
const second = fc
	.integer({ min: Date.UTC(2000, 0), max: Date.UTC(2100, 0) })
	.map((time) => time - (time % 1000));

describe('instant', () => {
	it.each([
		['2026-03-01T10:00:05+0000', '2026-03-01T10:00:05Z'],
		['2026-03-01T10:00:05 0000', '2026-03-01T10:00:05Z'],
		['2026-03-01T10:00:05-0530', '2026-03-01T15:30:05Z'],
		['2026-03-01T10:00:05+02:00', '2026-03-01T08:00:05Z'],
		['2026-03-01T10:00:05Z', '2026-03-01T10:00:05Z'],
	])('reads the timestamp %s', (text, same) => {
		expect(instant(text)).toBe(Date.parse(same));
	});

	it('ignores blanks around a timestamp', () => {
		expect(instant(' 2026-03-01T10:00:05+0000 ')).toBe(Date.parse('2026-03-01T10:00:05Z'));
	});

	it.each([undefined, '', 'yesterday', '2026-13-01T10:00:05+0000'])(
		'returns NaN for %j',
		(text) => {
			expect(instant(text)).toBeNaN();
		},
	);
});

describe('dayOf', () => {
	it('returns days before and after across the end of a month or year, and undefined without a timestamp', () => {
		expect(dayOf('2026-03-01T00:30:00+0000', -1)).toBe('2026-02-28');
		expect(dayOf('2026-12-31T23:30:00+0000', 2)).toBe('2027-01-02');
		expect(dayOf('soon')).toBeUndefined();
	});
});

describe('timeInHistory', () => {
	const entry = (type: string, createdAt?: string) => ({ type, createdAt });

	it('returns the time of the nearest event of the type within a minute, in any order of the history', () => {
		const history = [
			entry('reminder_email_processed', '2026-03-01T10:00:40+0000'),
			entry('document_opened', '2026-03-01T10:00:05+0000'),
			entry('reminder_email_processed', '2026-03-01T10:00:05+0000'),
			entry('reminder_email_processed'),
		];
		const event = (createdAt: string) =>
			timeInHistory(history, { type: 'reminder_email_processed', createdAt });
		expect(event('2026-03-01T10:00:05+0000')).toBe('2026-03-01T10:00:05+0000');
		expect(event('2026-03-01T10:00:30+0000')).toBe('2026-03-01T10:00:40+0000');
		expect(event('2026-03-01T10:01:40+0000')).toBe('2026-03-01T10:00:40+0000');
		expect(event('2026-03-01T10:01:41+0000')).toBeUndefined();
		expect(event('2026-03-01T10:02:00+0000')).toBeUndefined();
		expect(event('long ago')).toBeUndefined();
	});

	it('finds every event by its own time, and none by a time more than a minute later', () => {
		fc.assert(
			fc.property(
				fc.uniqueArray(second, { minLength: 1, maxLength: 10 }),
				fc.nat(),
				fc.integer({ min: 61_000, max: 10_000_000 }),
				(times, pick, distance) => {
					const history = times.map((time) => entry('x', timestamp(time)));
					const time = times[pick % times.length] ?? 0;
					const own = { type: 'x', createdAt: timestamp(time) };
					expect(timeInHistory(history, own)).toBe(timestamp(time));
					expect(timeInHistory(history, { ...own, type: 'y' })).toBeUndefined();
					const late = Math.max(...times) + distance;
					expect(timeInHistory(history, { type: 'x', createdAt: timestamp(late) })).toBeUndefined();
				},
			),
		);
	});
});
