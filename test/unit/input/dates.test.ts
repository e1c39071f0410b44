import fc from 'fast-check';
import { DateTime, IANAZone } from 'luxon';
import { sentDataSchema, templateFieldsSchema } from '../../../nodes/Signaturit/input/customData';
import { documentDay } from '../../../nodes/Signaturit/input/dates';
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
		new Date(NaN),
		DateTime.invalid('none'),
	])('is none for %j', (value) => {
		expect(documentDay(value, 'Europe/Madrid')).toBeUndefined();
	});

	it('is the same by template fields, custom data and widgets, in all time zones with a change of the clock', () => {
		const zones = Intl.supportedValuesOf('timeZone').filter((zone) => IANAZone.isValidZone(zone));
		const WEEK = 7 * 24;
		const weeks = Array.from({ length: 104 }, (_, week) => DateTime.utc(2025, 1, 1).plus({ week }));
		const offset = (zone: string, day: DateTime, hours = 0) =>
			IANAZone.create(zone).offset(+day + hours * 3_600_000);
		const changesOf = (zone: string) =>
			weeks.filter((day) => offset(zone, day) !== offset(zone, day, WEEK));
		const hourOf = (zone: string, day: DateTime) =>
			Array.from({ length: WEEK }, (_, hours) => offset(zone, day, hours)).indexOf(
				offset(zone, day, WEEK),
			);
		// One of those whose clocks always show the same: luxon keeps much for each zone.
		const clocks = new Map(
			zones.map((zone) => {
				const offsets = weeks.map((day) => offset(zone, day));
				return [[...offsets, changesOf(zone).map((day) => hourOf(zone, day))].join(' '), zone];
			}),
		);
		const changes = [...clocks.values()].flatMap((zone) =>
			changesOf(zone).map((day) => ({ zone, from: day.setZone(zone) })),
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
