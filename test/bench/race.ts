// Runs two sides of a comparison in turns, and shows their times or bytes.

import { seconds } from '../e2e/lib/progress';

export const MEGABYTE = 1024 * 1024;

/** Runs both sides that often, in turns, and returns the medians of what they needed, e.g. milliseconds. */
export async function race(
	runs: number,
	ours: () => Promise<number>,
	theirs: () => Promise<number>,
	format = seconds,
): Promise<[ours: number, theirs: number]> {
	const needs: [number[], number[]] = [[], []];
	for (let run = 1; run <= runs; run++) {
		needs[0].push(await ours());
		needs[1].push(await theirs());
		const [us, them] = needs.map((side) => format(side.at(-1) ?? 0));
		say(`Run ${run} of ${runs}: Signaturit ${us}, other side ${them}`);
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
	return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? NaN;
}

export function say(text: string): void {
	console.log(text);
}
