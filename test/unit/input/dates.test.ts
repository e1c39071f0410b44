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

	it('is the same by template fields, custom data and widgets, in all time zones', () => {
		const zones = Intl.supportedValuesOf('timeZone').filter((zone) => IANAZone.isValidZone(zone));
		// Around changes of the clock: the offsets of the first and the last hour differ.
		const changes = zones.flatMap((zone) =>
			Array.from({ length: 730 }, (_, day) =>
				DateTime.fromISO('2025-01-01', { zone }).plus({ day }),
			)
				.filter((day, index) => index % 7 === 0 && day.offset !== day.plus({ days: 7 }).offset)
				.map((day) => ({ zone, from: day })),
		);
		const around = fc
			.tuple(fc.constantFrom(...changes), fc.nat(7))
			.map(([{ zone, from }, days]) => ({ zone, date: from.plus({ days }).startOf('day') }));
		const ways = (zone: string, value: unknown) => {
			const mapper = { value: { day: value }, schema: [{ id: 'day', type: 'dateTime' }] };
			const place = { type: 'date', page: 1, left: 1, top: 1 };
			const [widget] = widgetsSchema({ timeZone: zone }).parse([{ ...place, default: value }]);
			return [
				templateFieldsSchema(zone).parse(mapper).day,
				sentDataSchema(zone).parse({ day: value })?.day,
				widget?.default,
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
				expect(forms.flatMap((form) => ways(zone, form))).toEqual(Array(24).fill(day));
			}),
			{ numRuns: propertyRuns(1_000) },
		);
	});
});
