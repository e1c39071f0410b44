import { fillers, readers } from './readers';

/** The times belong to a proof (.ci/prove): other tests beside would spoil them. */
const isProof = process.env.TEXTS === 'all';

const textOf = (filler: string, length: number) =>
	`a${filler.repeat(Math.ceil(length / filler.length))}b`;

/** Milliseconds of CPU that a run takes: the median of some. */
function costOf(run: () => unknown, times = 5): number {
	const costs = Array.from({ length: times }, () => {
		const before = process.cpuUsage();
		run();
		const { user, system } = process.cpuUsage(before);
		return (user + system) / 1_000;
	});
	return costs.sort((a, b) => a - b)[Math.floor(times / 2)] ?? 0;
}

describe.each(Object.entries(readers))('a text of a stranger, read as %s', (name, read) => {
	it('is taken, or refused in words for the user, whatever fills it', () => {
		for (const filler of fillers) {
			for (const length of [1, 70, 150]) {
				expect(() => read(textOf(filler, length))).not.toThrow();
				expect(() => read(filler.repeat(length))).not.toThrow();
			}
		}
	});

	if (!isProof) return;

	it('takes at most six times the CPU for four times the text, whatever fills it', () => {
		const rows = fillers.flatMap((filler) =>
			[textOf, (one: string, length: number) => textOf(one, length).slice(1, -1)].map((make) => {
				const [small, middle, large, megabyte] = [100_000, 200_000, 400_000, 1_000_000].map(
					(length) => {
						const text = make(filler, length);
						read(text);
						return costOf(() => read(text));
					},
				) as [number, number, number, number];
				return { filler: JSON.stringify(filler), small, middle, large, megabyte };
			}),
		);
		const worst = [...rows].sort((a, b) => b.megabyte - a.megabyte)[0];
		process.stdout.write(`${name}: at most ${worst?.megabyte} ms for 1 MB, of ${worst?.filler}\n`);
		// Less than some milliseconds is noise.
		const grown = rows.filter(({ small, large }) => large > 6 * Math.max(small, 4));
		expect(grown).toEqual([]);
	});
});
