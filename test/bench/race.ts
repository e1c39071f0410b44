import { seconds } from '../e2e/lib/progress';

export const MEGABYTE = 1024 * 1024;

/** How many times each side of a race runs. The sides take turns, and the medians are compared. */
export const RUNS = 3;

/** Runs both sides in turns, and returns the medians of what they needed, e.g. milliseconds. */
export async function race(
	ours: () => Promise<number>,
	theirs: () => Promise<number>,
	format = seconds,
): Promise<[ours: number, theirs: number]> {
	const needs: [number[], number[]] = [[], []];
	for (let run = 1; run <= RUNS; run++) {
		needs[0].push(await ours());
		needs[1].push(await theirs());
		const [us, them] = needs.map((side) => format(side.at(-1) ?? 0));
		say(`Run ${run} of ${RUNS}: Signaturit ${us}, other side ${them}`);
	}
	return [median(needs[0]), median(needs[1])];
}

export function milliseconds(time: number): string {
	return `${time.toFixed(1)} ms`;
}

export function megabytes(bytes: number): string {
	return `${Math.ceil(bytes / MEGABYTE)} MB`;
}

export function median(numbers: number[]): number {
	return numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? NaN;
}

export function say(text: string): void {
	console.log(text);
}
