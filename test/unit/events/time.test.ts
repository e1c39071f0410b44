import { instant } from '../../../nodes/Signaturit/events/state';

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
