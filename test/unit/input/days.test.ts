import fc from 'fast-check';
import { calendarDay } from '../../../nodes/Signaturit/input/days';

describe('calendarDay', () => {
	it.each([
		['2026-03-01', 'a plain day'],
		['2026-03-01T00:00:00', "the start of a day, as the panel's calendar gives it"],
		['2026-03-01T23:59:59', 'the end of a day'],
		[' 2026-03-01 12:30 ', 'a day and time with blanks around'],
		['2026-03-01T00:00:00.000+01:00', 'a time with the offset of Madrid'],
		['2026-03-01T23:30:00.000+01:00', 'a late time with the offset of Madrid'],
		['2026-02-28T23:30:00Z', 'a UTC time that is already the next day in Madrid'],
		['2026-03-01T22:59:59.999Z', 'a UTC time that is still the same day in Madrid'],
		['2026-03-01T10:00:00-0500', 'a time whose offset has no colon'],
		['2026-02-28T18:00:00-05:00', 'a time that is the day before at its own offset'],
	])('reads %s (%s) as 1 March in Madrid', (value) => {
		expect(calendarDay(value, 'Europe/Madrid')).toBe('2026-03-01');
	});

	it('reads a Date as its day in the given time zone', () => {
		expect(calendarDay(new Date('2026-02-28T23:30:00Z'), 'Europe/Madrid')).toBe('2026-03-01');
		expect(calendarDay(new Date('2026-02-28T23:30:00Z'), 'UTC')).toBe('2026-02-28');
	});

	it.each([
		'',
		'soon',
		'2026-13-01',
		'2026-02-31',
		'01/03/2026',
		'2026-03-01T25:00:00Z',
		null,
		7,
		{},
	])('returns undefined for %j', (value) => {
		expect(calendarDay(value, 'Europe/Madrid')).toBeUndefined();
	});

	it('returns the UTC day of every moment in the time zone UTC', () => {
		fc.assert(
			fc.property(
				fc.date({
					min: new Date('2000-01-01'),
					max: new Date('2100-01-01'),
					noInvalidDate: true,
				}),
				(moment) => {
					expect(calendarDay(moment.toISOString(), 'UTC')).toBe(moment.toISOString().slice(0, 10));
				},
			),
		);
	});
});
