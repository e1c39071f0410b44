import fc from 'fast-check';
import { calendarDay } from '../../../nodes/Signaturit/input/days';

describe('calendarDay', () => {
	it.each([
		['2026-03-01', 'a plain day'],
		['2026-03-01T00:00:00', "the panel's calendar"],
		['2026-03-01T23:59:59', 'the end of a day'],
		[' 2026-03-01 12:30 ', 'blanks'],
		['2026-03-01T00:00:00.000+01:00', 'an expression in the time zone'],
		['2026-03-01T23:30:00.000+01:00', 'late on that day'],
		['2026-02-28T23:30:00Z', 'a moment that is already the next day there'],
		['2026-03-01T22:59:59.999Z', 'a moment that is still that day there'],
		['2026-03-01T10:00:00-0500', 'an offset without a colon'],
		['2026-02-28T18:00:00-05:00', 'a moment of the day before elsewhere'],
	])('takes %s (%s) for 1 March in Madrid', (value) => {
		expect(calendarDay(value, 'Europe/Madrid')).toBe('2026-03-01');
	});

	it('takes a Date for the moment that it is', () => {
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
	])('refuses %j', (value) => {
		expect(calendarDay(value, 'Europe/Madrid')).toBeUndefined();
	});

	it('agrees with UTC for every moment', () => {
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
