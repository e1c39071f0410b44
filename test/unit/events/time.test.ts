import { instant, isNear } from '../../../nodes/Signaturit/events/time';

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

describe('isNear', () => {
	const time = '2026-03-01T10:00:00+0000';

	it.each([
		['2026-03-01T09:59:00+0000', true],
		['2026-03-01T10:01:00+0000', true],
		['2026-03-01T11:01:00+0100', true],
		['2026-03-01T09:58:59+0000', false],
		['2026-03-01T10:01:01+0000', false],
		['long ago', false],
		[undefined, false],
	])('says whether %s is within a minute of a time (%s)', (other, expected) => {
		expect(isNear(time, other)).toBe(expected);
		expect(isNear(other, time)).toBe(expected);
	});
});
