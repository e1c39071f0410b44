import fc from 'fast-check';
import {
	horizonOf,
	markersAt,
	possibleMarkers,
} from '../../../../nodes/Signaturit/trigger/memory/horizon';

const HOUR = 3_600_000;
const NOW = Date.parse('2026-03-01T10:20:00Z');
const moments = fc.array(fc.integer({ min: NOW - 390 * 24 * HOUR, max: NOW }), { minLength: 1 });

describe('the horizon', () => {
	it('is never before a moment from which something was forgotten, nor later than a day after the oldest that is remembered', () => {
		fc.assert(
			fc.property(moments, fc.nat(), (times, cut) => {
				const recorded = [...times].sort((a, b) => a - b);
				// The memory keeps the order in which values were recorded first, and forgets the oldest.
				const all = [...new Set(recorded.flatMap((time) => markersAt(time)))];
				const forgotten = all.slice(0, cut % all.length);
				const remembered = all.slice(forgotten.length);
				const horizon = horizonOf(NOW, (marker) => remembered.includes(marker));
				for (const time of recorded) {
					// What was recorded when only forgotten markers were the newest may be forgotten too.
					const isForgotten = markersAt(time).every((marker) => forgotten.includes(marker));
					if (isForgotten) expect(horizon).toBeGreaterThan(time);
				}
				const days = recorded.filter((time) => remembered.includes(markersAt(time)[0] ?? ''));
				const oldest = Math.min(...days, NOW);
				expect(horizon).toBeLessThanOrEqual(oldest + 24 * HOUR);
			}),
		);
	});

	it('is the end of the hour within the last two days', () => {
		const [, hour] = markersAt(NOW - HOUR);
		expect(hour).toBe('hour 2026-03-01T09');
		expect(horizonOf(NOW, (marker) => marker === hour)).toBe(Date.parse('2026-03-01T10:00Z'));
		expect(horizonOf(NOW, (marker) => marker === 'day 2026-02-01')).toBe(
			Date.parse('2026-02-02T00:00Z'),
		);
	});

	it('is now when no marker is left', () => {
		expect(horizonOf(NOW, () => false)).toBe(NOW);
	});

	it('knows all markers of the last 400 days, each once', () => {
		const values = possibleMarkers(NOW).map(({ value }) => value);
		expect(new Set(values).size).toBe(values.length);
		expect(values).toEqual(expect.arrayContaining(markersAt(NOW)));
		expect(values).toContain(markersAt(NOW - 399 * 24 * HOUR)[0]);
	});
});
