import { z } from 'zod';
import { choice, filledText, lettersOf, type Choice } from './doors';
import { gives, refusal, schemaFor } from './schemas';

// The service has more words and fields than its documentation. Unknown ones are sent as they are, with one hint. One
// that differs from a known one by one or two letters is refused: the service may ignore it, and send another contract.

/** How many letters two words differ by (Levenshtein), read row by row. */
function distance(a: string, b: string): number {
	let row = Array.from({ length: b.length + 1 }, (_, index) => index);
	for (const [i, letter] of [...a].entries()) {
		const next = [i + 1];
		for (let j = 0; j < b.length; j++) {
			const changed = (row[j] ?? 0) + Number(letter !== b[j]);
			next.push(Math.min(changed, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
		}
		row = next;
	}
	return row[b.length] ?? 0;
}

/** A change of one letter makes another word of a shorter one, as mms of sms. */
const SHORTEST = 4;

/** The known word that is nearest to another one, if the two differ by at most `most` letters. */
export function nearest(
	entered: string,
	words: readonly string[],
	most: number,
): string | undefined {
	const letters = lettersOf(entered).slice(0, 50);
	const [first] = words
		.map((word) => ({ word, far: distance(letters, lettersOf(word)) }))
		.sort((a, b) => a.far - b.far);
	return first && first.far <= most ? first.word : undefined;
}

/** The known word that is meant by one with a mistake in one or two letters. */
export function meantBy(entered: string, words: readonly string[]): string | undefined {
	const { length } = lettersOf(entered);
	return length < SHORTEST ? undefined : nearest(entered, words, length > SHORTEST ? 2 : 1);
}

/** A word, and the panel's name for it. */
const spellingsOf = (one: Choice<string>) =>
	typeof one === 'string' ? [one] : [String(one.value), one.name];

/** As `choice`, but takes any other text that is not misspelt, for the service may know it. */
export const openWord = (name: string, choices: ReadonlyArray<Choice<string>>) =>
	schemaFor<string>((value) => {
		const known = choice(name, choices).safeParse(value);
		if (known.success) return gives(known.data);
		const meant = meantBy(String(value), choices.flatMap(spellingsOf));
		if (meant === undefined) return filledText(name).transform((word) => word.trim());
		return z.never({ message: refusal(name, value, `is not known: did you mean ${meant}?`) });
	});
