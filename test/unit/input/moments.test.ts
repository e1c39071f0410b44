import fc from 'fast-check';
import { isBefore, momentAfter, momentOf } from '../../../nodes/Signaturit/input/dates';

const iso = (moment: number | undefined) =>
	moment === undefined ? undefined : new Date(moment).toISOString();

describe('momentOf', () => {
	it.each([
		['2026-03-01', '2026-02-28T23:00:00.000Z', 'a plain day'],
		['2026-03-01T00:00:00', '2026-02-28T23:00:00.000Z', "a day of the panel's calendar"],
		['2026-03-01T12:30:15', '2026-03-01T11:30:15.000Z', 'a time of day'],
		[' 2026-03-01 12:30 ', '2026-03-01T11:30:00.000Z', 'a time with blanks around'],
		['2026-03-01T12:30:15.250', '2026-03-01T11:30:15.250Z', 'a time with milliseconds'],
		['2026-07-01', '2026-06-30T22:00:00.000Z', 'a day in summer'],
		['2026-03-29T01:59:59', '2026-03-29T00:59:59.000Z', 'the second before the clocks go forward'],
		['2026-03-29T02:30:00', '2026-03-29T01:30:00.000Z', 'a time that the clocks skip'],
		['2026-03-29T03:00:00', '2026-03-29T01:00:00.000Z', 'the second after they have'],
		['2026-10-25T02:30:00', '2026-10-25T00:30:00.000Z', 'the first time that comes twice'],
		['2026-10-25T03:00:00', '2026-10-25T02:00:00.000Z', 'the end of the hour that comes twice'],
	])('reads %s in Madrid as %s (%s)', (value, expected) => {
		expect(iso(momentOf(value, 'Europe/Madrid'))).toBe(expected);
	});

	it.each([
		['2026-03-01T00:00:00.000+01:00', '2026-02-28T23:00:00.000Z'],
		['2026-02-28T23:30:00Z', '2026-02-28T23:30:00.000Z'],
		['2026-03-01T10:00:00-0500', '2026-03-01T15:00:00.000Z'],
		['2026-03-01t10:00z', '2026-03-01T10:00:00.000Z'],
		['2026-10-25T02:30:00+01:00', '2026-10-25T01:30:00.000Z'],
	])('reads %s by its own offset', (value, expected) => {
		expect(iso(momentOf(value, 'Europe/Madrid'))).toBe(expected);
		expect(iso(momentOf(new Date(expected), 'Asia/Tokyo'))).toBe(expected);
	});

	it.each([
		'',
		'soon',
		'2026-13-01',
		'2026-02-31',
		'01/03/2026',
		'2026-03-01T25:00:00Z',
		'2026-03-01T25:00',
		'2026-03-01T10:00+25:00',
		'2026-03-01T10:00+01:75',
		'+002026-03-01',
		null,
		7,
		{},
	])('returns undefined for %j', (value) => {
		expect(momentOf(value, 'Europe/Madrid')).toBeUndefined();
		expect(momentAfter(value, 'Europe/Madrid')).toBeUndefined();
	});

	it('reads what the clocks of a time zone show as that moment', () => {
		const zones = [
			'UTC',
			'Europe/Madrid',
			'America/New_York',
			'Asia/Kolkata',
			'Pacific/Kiritimati',
		];
		const seconds = fc.integer({ min: Date.UTC(2000, 0) / 1000, max: Date.UTC(2100, 0) / 1000 });
		const shown = (time: number, timeZone: string) =>
			new Date(time).toLocaleString('sv-SE', { timeZone });
		fc.assert(
			fc.property(seconds, fc.constantFrom(...zones), (second, zone) => {
				const clocks = shown(second * 1000, zone);
				// In autumn, the clocks show an hour twice, so only what they show can be compared.
				expect(shown(momentOf(clocks, zone) ?? NaN, zone)).toBe(clocks);
			}),
		);
	});
});

describe('momentAfter', () => {
	it.each([
		['2026-03-31', '2026-03-31T22:00:00.000Z'],
		['2026-03-31T00:00:00', '2026-03-31T22:00:00.000Z'],
		['2026-03-31T00:00:00.000+02:00', '2026-03-31T22:00:00.000Z'],
		['2026-03-29', '2026-03-29T22:00:00.000Z'],
		['2026-10-25', '2026-10-25T23:00:00.000Z'],
	])('ends %s with that day in Madrid, however long it is', (value, expected) => {
		expect(iso(momentAfter(value, 'Europe/Madrid'))).toBe(expected);
	});

	it('includes a moment that is no midnight, and nothing after it', () => {
		expect(iso(momentAfter('2026-03-31T12:30:00', 'Europe/Madrid'))).toBe(
			'2026-03-31T10:30:00.001Z',
		);
		expect(iso(momentAfter('2026-03-31T00:00:00Z', 'Europe/Madrid'))).toBe(
			'2026-03-31T00:00:00.001Z',
		);
	});

	it('ends a day that begins at one in the morning, as the clocks skip midnight', () => {
		expect(iso(momentAfter('2018-11-04', 'America/Sao_Paulo'))).toBe('2018-11-05T02:00:00.000Z');
	});
});

describe('isBefore', () => {
	it('compares two moments, and passes when one is missing or invalid', () => {
		expect(isBefore(1, 2)).toBe(true);
		expect(isBefore(2, 2)).toBe(false);
		expect(isBefore(undefined, 2)).toBe(true);
		expect(isBefore(3, 'soon')).toBe(true);
	});
});
