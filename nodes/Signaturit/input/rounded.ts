// Tells which numbers in a JSON text JavaScript would round.

// Which numbers JavaScript makes other numbers of.

export const unitOf = (character: string) => character.charCodeAt(0);

const ZERO = unitOf('0');
const POINT = unitOf('.');
const E = unitOf('e');

/** Every number of up to so many digits, without the zeros around them, is kept. */
const KEPT_DIGITS = 15;

/** No number of more digits is kept. */
const MOST_DIGITS = 17;

/** JavaScript knows numbers from 1e-323 to 1e308. */
const KEPT_POWER = 300;

/** Where the parts of a number begin in a text; of a part that it lacks, where that would begin. */
interface Parts {
	/** The first digit. */
	firstDigit: number;
	point: number;
	exponent: number;
	end: number;
}

const isZeroOrPoint = (code: number) => code === ZERO || code === POINT;

/** Whether JavaScript makes another number of it, e.g. 12345678901234567000 of 12345678901234567890. */
export function isRounded(text: string, { firstDigit, point, exponent, end }: Parts): boolean {
	let from = firstDigit;
	while (from < exponent && isZeroOrPoint(text.charCodeAt(from))) from++;
	if (from === exponent) return false;
	let last = exponent - 1;
	while (isZeroOrPoint(text.charCodeAt(last))) last--;
	const digits = last - from + (from < point && point < last ? 0 : 1);
	const written = exponent < end ? Number(text.slice(exponent + 1, end)) : 0;
	// The power of ten of the first digit that is no zero.
	const power = written + point - from - (point > from ? 1 : 0);
	if (digits <= KEPT_DIGITS && Math.abs(power) < KEPT_POWER) return false;
	if (digits > MOST_DIGITS) return true;
	const kept = Number(text.slice(firstDigit, end)).toExponential();
	let at = 0;
	for (let index = from; index <= last; index++) {
		if (index === point) continue;
		if (kept.charCodeAt(at) !== text.charCodeAt(index)) return true;
		at += at === 0 && kept.charCodeAt(1) === POINT ? 2 : 1;
	}
	return kept.charCodeAt(at) !== E || Number(kept.slice(at + 1)) !== power;
}
