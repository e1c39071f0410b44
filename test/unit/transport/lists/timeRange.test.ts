import fc from 'fast-check';
import {
	createdWithin,
	DAY,
	dayAfter,
	dayOf,
	daysAround,
	daysWithin,
	isWholeDays,
	timeOf,
	utcDay,
} from '../../../../nodes/Signaturit/transport/lists/timeRange';

const at = (time: string) => Date.parse(time);
const moment = fc
	.date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
	.map((date) => date.getTime());

describe('daysAround', () => {
	it('is the UTC days on which the range lies, the day of its end included unless it ends at midnight', () => {
		const since = at('2026-02-28T23:30:00Z');
		expect(daysAround({ since, until: at('2026-03-31T22:00:00Z') })).toEqual({
			since: '2026-02-28',
			until: '2026-04-01',
		});
		expect(daysAround({ since, until: at('2026-03-31T00:00:00Z') }).until).toBe('2026-03-31');
		expect(daysAround({})).toEqual({ since: undefined, until: undefined });
	});

	it('ends with a day that has four digits for the year', () => {
		expect(daysAround({ until: at('9999-12-31T22:00:00Z') }).until).toBe('9999-12-31');
	});
});

describe('daysWithin', () => {
	it('is the whole UTC days of the range', () => {
		const range = { since: at('2026-02-28T23:30:00Z'), until: at('2026-03-31T22:00:00Z') };
		expect(daysWithin(range)).toEqual({ since: '2026-03-01', until: '2026-03-31' });
		expect(daysWithin({})).toEqual({ since: undefined, until: undefined });
	});

	it('is the range itself, as daysAround is, if that begins and ends at midnight', () => {
		const range = { since: at('2026-03-01'), until: at('2026-04-01') };
		expect(isWholeDays(range)).toBe(true);
		expect(daysWithin(range)).toEqual(daysAround(range));
		expect(isWholeDays({ since: range.since + 1 })).toBe(false);
		expect(isWholeDays({ until: range.until + 1 })).toBe(false);
		expect(isWholeDays({})).toBe(true);
	});
});

describe('createdWithin', () => {
	it('includes the first moment and excludes the last one', () => {
		const isWithin = createdWithin({
			since: at('2026-03-01T10:00:00Z'),
			until: at('2026-03-01T11:00:00Z'),
		});
		const times = ['09:59:59', '10:00:00', '10:59:59', '11:00:00'];
		expect(times.map((time) => isWithin({ created_at: `2026-03-01T${time}+0000` }))).toEqual([
			false,
			true,
			true,
			false,
		]);
	});

	it('keeps an entry without a date that can be read', () => {
		const isWithin = createdWithin({ since: 0, until: 1 });
		expect(isWithin({})).toBe(true);
		expect(isWithin({ created_at: 'soon' })).toBe(true);
	});

	it('accepts no entry that the days around the range exclude', () => {
		fc.assert(
			fc.property(moment, moment, moment, (since, until, created) => {
				const entry = { created_at: new Date(created).toISOString() };
				const days = daysAround({ since, until });
				const day = utcDay(timeOf(entry));
				const isAsked = day >= (days.since ?? '') && day < (days.until ?? '');
				expect(createdWithin({ since, until })(entry) && !isAsked).toBe(false);
			}),
		);
	});
});

describe('dayOf', () => {
	it('goes from midnight to midnight in UTC, and is empty without a date', () => {
		const dates = [
			'2026-03-02T00:00:00+0000',
			'2026-03-01T23:59:59+0000',
			'2026-03-02T00:30:00+0100',
			'2026-03-01T00:00:00+0000',
			'2026-03-01T00:30:00+0100',
			undefined,
		];
		expect(dates.map((created_at) => dayOf({ created_at }))).toEqual([
			'2026-03-02',
			'2026-03-01',
			'2026-03-01',
			'2026-03-01',
			'2026-02-28',
			'',
		]);
	});
});

describe('dayAfter', () => {
	it('goes on across the end of a month, a year and February', () => {
		expect(['2026-01-31', '2026-12-31', '2028-02-28'].map(dayAfter)).toEqual([
			'2026-02-01',
			'2027-01-01',
			'2028-02-29',
		]);
		expect(DAY).toBe(86_400_000);
	});
});
