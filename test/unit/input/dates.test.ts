import fc from 'fast-check';
import { DateTime, FixedOffsetZone, IANAZone } from 'luxon';
import { sentDataSchema, templateFieldsSchema } from '../../../nodes/Signaturit/input/customData';
import {
	daySchema,
	documentDay,
	isBefore,
	isTimestamp,
	momentAfter,
	momentOf,
} from '../../../nodes/Signaturit/input/dates';
import { widgetsSchema } from '../../../nodes/Signaturit/actions/signature/create/widget.schema';
import { propertyRuns } from '../propertyRuns';

describe('the day of a date in a document', () => {
	it.each<[string, unknown, string, string]>([
		['a day', '2026-04-01', 'Europe/Madrid', '2026-04-01'],
		['a time without a zone', '2026-04-01 23:59', 'America/New_York', '2026-04-01'],
		["a moment of the panel's calendar", '2026-04-01T00:00:00', 'Asia/Tokyo', '2026-04-01'],
		['a database row', new Date('2026-03-31T22:00:00Z'), 'Europe/Madrid', '2026-04-01'],
		['the same as text', '2026-03-31T22:00:00.000Z', 'Europe/Madrid', '2026-04-01'],
		['the millisecond before', '2026-03-31T21:59:59.999Z', 'Europe/Madrid', '2026-03-31'],
		['a date column', '2026-04-01T00:00:00.000Z', 'America/New_York', '2026-04-01'],
		['a millisecond later', '2026-04-01T00:00:00.001Z', 'America/New_York', '2026-03-31'],
		['midnight elsewhere', '2026-04-01T00:00:00+09:00', 'Europe/Madrid', '2026-04-01'],
		['a moment elsewhere', '2026-04-01T00:30:00+09:00', 'Europe/Madrid', '2026-03-31'],
		['a DateTime', DateTime.fromISO('2026-04-01', { zone: 'Asia/Tokyo' }), 'UTC', '2026-04-01'],
		['a timestamp of PostgreSQL as text', '2026-03-31 22:00:00+00', 'Europe/Madrid', '2026-04-01'],
		['one with milliseconds', '2026-03-31 17:00:00.123-05', 'Europe/Madrid', '2026-04-01'],
		['one of Ruby', '2026-04-01 00:00:00 +0200', 'UTC', '2026-04-01'],
		['one of BigQuery', '2026-04-01 00:00:00 UTC', 'America/New_York', '2026-04-01'],
		['one of Snowflake', '2026-04-01 00:00:00.000 Z', 'America/New_York', '2026-04-01'],
		['one of Java', '2026-04-01T00:00+02:00[Europe/Madrid]', 'UTC', '2026-04-01'],
		[
			'one of JavaScript',
			'Wed Apr 01 2026 00:00:00 GMT+0200 (hora de Madrid)',
			'UTC',
			'2026-04-01',
		],
		['padded text', `2026-04-01${' '.repeat(490)}`, 'UTC', '2026-04-01'],
		['text with invisible characters', '\u200e2026-04-01\u200e', 'UTC', '2026-04-01'],
	])('for %s', (_, value, zone, day) => {
		expect(documentDay(value, zone)).toBe(day);
	});

	it.each([
		'01/04/2026',
		46113,
		'46113',
		1774994400000,
		'',
		null,
		undefined,
		true,
		{},
		[],
		'2026-02-30',
		'2026-02-30 00:00:00 UTC',
		'2026-04-01 UTC',
		'2026-04-01 00:00:00 CEST',
		'2026-04-01 00:00:00 2',
		'2026-04-01 00:00:00 [Europe/Madrid]',
		'Tue, 01 Apr 2026 00:00:00 GMT',
		'Wed, 01 Foo 2026 00:00:00 GMT',
		'Wed Apr 01 00:00:00 CEST 2026',
		'Wed, 01 Apr 2026 00:00:00',
		new Date(NaN),
		DateTime.invalid('none'),
	])('is none for %j', (value) => {
		expect(documentDay(value, 'Europe/Madrid')).toBeUndefined();
	});

	it.each([
		'2026-04-01 00:00:00 CEST',
		'2026-04-01 00:00 IST',
		'2026-04-01T00:00[Europe/Madrid]',
		'Wed Apr 01 00:00:00 CEST 2026',
	])('is asked for with an offset when there is the name of a time zone: %s', (value) => {
		expect(daySchema('Day', 'UTC').safeParse(value).error?.issues[0]?.message).toBe(
			`Day "${value}" must be a date, e.g. 2026-03-31. Its time zone must be UTC or an offset, e.g. +02:00`,
		);
	});

	it('is none for a megabyte that begins as a date', () => {
		expect(documentDay(`2026-04-01${'0'.repeat(1_000_000)}`, 'UTC')).toBeUndefined();
		expect(documentDay(`2026-04-01T00:00:00Z${'[x]'.repeat(300_000)}`, 'UTC')).toBeUndefined();
	});

	it('is the same by template fields, custom data and widgets, in all time zones with a change of the clock', () => {
		const zones = Intl.supportedValuesOf('timeZone').filter((zone) => IANAZone.isValidZone(zone));
		const WEEK = 7 * 24;
		const weeks = Array.from({ length: 56 }, (_, week) => DateTime.utc(2025, 1, 1).plus({ week }));
		const offset = (zone: string, day: DateTime, hours = 0) =>
			IANAZone.create(zone).offset(+day + hours * 3_600_000);
		const changesIn = (zone: string) => {
			const offsets = weeks.map((day) => offset(zone, day));
			return weeks.filter((_, week) => week > 0 && offsets[week] !== offsets[week - 1]);
		};
		const hoursBefore = (zone: string, day: DateTime) =>
			Array.from({ length: WEEK }, (_, hours) => offset(zone, day, -hours)).lastIndexOf(
				offset(zone, day),
			);
		// One of those whose clocks always show the same: luxon keeps much for each zone.
		const clocks = new Map(
			zones.map((zone) => {
				const days = changesIn(zone);
				const about = days.map((day) => [+day, offset(zone, day), hoursBefore(zone, day)]);
				const first = weeks.slice(0, 1).map((day) => offset(zone, day));
				return [[...first, ...about].join(' '), { zone, days }];
			}),
		);
		const changes = [...clocks.values()].flatMap(({ zone, days }) =>
			days.map((day) => ({ zone, from: day.minus({ hours: WEEK }).setZone(zone) })),
		);
		const around = fc
			.tuple(fc.constantFrom(...changes), fc.nat(7))
			.map(([{ zone, from }, days]) => ({ zone, date: from.plus({ days }).startOf('day') }));
		const ways = (zone: string) => {
			const widgets = widgetsSchema({ timeZone: zone });
			const templateFields = templateFieldsSchema(zone);
			const sentData = sentDataSchema(zone);
			const place = { type: 'date', page: 1, left: 1, top: 1 };
			const schema = [{ id: 'day', type: 'dateTime' }];
			return (value: unknown) => [
				templateFields.parse({ value: { day: value }, schema }).day,
				sentData.parse({ day: value })?.day,
				widgets.parse([{ ...place, default: value }])[0]?.default,
			];
		};
		fc.assert(
			fc.property(around, ({ zone, date }) => {
				const day = date.toFormat('yyyy-MM-dd');
				const forms = [
					day,
					`${day}T00:00:00`,
					`${day}T00:00:00.000Z`,
					date,
					date.toISO(),
					date.toJSDate(),
					date.toUTC().toISO(),
					date.plus({ hours: 12 }).toUTC().toISO(),
				];
				expect(forms.flatMap(ways(zone))).toEqual(Array(24).fill(day));
			}),
			{ numRuns: propertyRuns(250) },
		);
	});
});

describe('custom data', () => {
	const sent = (value: unknown) => sentDataSchema('Europe/Madrid').parse({ value })?.value;

	it.each([
		'2026-05-14 00:00:00 UTC',
		'2026-05-14 00:00:00 +0200',
		'2026-05-14T00:00:00+02:00[Europe/Madrid]',
		'2026-05-14T00:00Z',
		'2026-05-14T00:00+02:00[Europe/Madrid]',
		'2026-05-14 00:00:00.0000000 +02:00',
		'2026-05-14 00:00:00+00',
		'2026-05-13T22:00:00.123456789Z',
		'2026-05-14 00:00:00 +0200 CEST',
		'Thu, 14 May 2026 00:00:00 GMT',
		'Thu May 14 2026 00:00:00 GMT+0200 (Central European Summer Time)',
		'20260513T220000Z',
		'2026-05-14 10:30:00',
	])('has the day of a timestamp: %s', (value) => {
		expect(sent(value)).toBe('2026-05-14');
	});

	it.each([
		'2026-05-14 10:30',
		'2026-05-14T10:30',
		'2026-05-14 10:30 UTC',
		'14 May 2026 10:30 GMT',
		'Thu, 14 May 2026',
		'on 2026-05-14 00:00:00 UTC',
		'2026-05-14 00:00:00 CEST',
		'2026-02-30T00:00:00Z',
		'20260514',
	])('has what a person has typed: %s', (value) => {
		expect(sent(value)).toBe(value);
	});
});

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

describe('the forms of a moment', () => {
	/** A second, and an offset in minutes. */
	const moments = fc.tuple(
		fc.integer({ min: Date.UTC(1970, 0) / 1000, max: Date.UTC(2100, 0) / 1000 }),
		fc.integer({ min: -23 * 4, max: 23 * 4 }).map((quarters) => quarters * 15),
	);
	const formsOf = (second: number, minutes: number): string[] => {
		const utc = DateTime.fromSeconds(second, { zone: 'utc', locale: 'en-US' });
		const local = utc.setZone(FixedOffsetZone.instance(minutes));
		const js = new Date(second * 1000);
		const withOffset = [
			...["yyyy-MM-dd'T'HH:mm:ssZZ'[Some/Zone-1]'", "yyyy-MM-dd'T'HH:mm:ss.SSS000000ZZ"],
			...['yyyy-MM-dd HH:mm:ss ZZZ', "yyyy-MM-dd HH:mm:ss ZZZ 'XST'", 'yyyy-MM-dd HH:mm:ss,SSSZZ'],
			...["ccc LLL dd yyyy HH:mm:ss 'GMT'ZZZ '(Some Time)'", 'd LLL yyyy HH:mm:ss ZZZ'],
			...['ccc LLL dd HH:mm:ss ZZZ yyyy'],
		];
		const inUtc = [
			...["yyyy-MM-dd HH:mm:ss 'UTC'", "yyyy-MM-dd HH:mm:ss 'GMT'", "yyyy-MM-dd HH:mm:ss 'Z'"],
			...["yyyyMMdd'T'HHmmss'Z'", "ccc LLL d HH:mm:ss 'UTC' yyyy"],
		];
		return [
			...[local.toISO(), local.toSQL(), local.toRFC2822(), utc.toHTTP()].map(String),
			...[js.toISOString(), js.toUTCString(), String(js)],
			...withOffset.map((format) => local.toFormat(format)),
			...inUtc.map((format) => utc.toFormat(format)),
		];
	};

	it('all give it, and are timestamps', () => {
		fc.assert(
			fc.property(moments, ([second, minutes]) => {
				for (const form of formsOf(second, minutes)) {
					const read = [form, momentOf(form, 'Asia/Tokyo'), isTimestamp(form)];
					expect(read).toEqual([form, second * 1000, true]);
				}
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
