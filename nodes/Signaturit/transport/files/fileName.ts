// Makes names of files that are short enough for any disk.

// The length of file names: disks take 255 bytes, in UTF-8.

const MAX_BYTES = 255;

/** Room for the number of a name that was there before, e.g. ` (2)`. */
const NUMBER_BYTES = 8;

/** The ending of a file name, as programs know files by it. */
const ENDING = /(?<=.)\.[a-z0-9]{1,10}$/i;

const bytesIn = (text: string) => Buffer.byteLength(text);

const characters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** The beginning of a text that takes at most `max` bytes. It ends between characters as people see them. */
function cutTo(text: string, max: number): string {
	if (bytesIn(text) <= max) return text;
	let end = 0;
	let bytes = 0;
	// Each character has a byte at least, and shows by the next one that it ends.
	for (const { segment, index } of characters.segment(text.slice(0, max + 2))) {
		bytes += bytesIn(segment);
		if (bytes > max) break;
		end = index + segment.length;
	}
	return text.slice(0, end).trimEnd();
}

/** A file name with its ending that disks take, also with a number: its beginning counts. */
export function cutName(name: string): string {
	const [ending = ''] = ENDING.exec(name) ?? [];
	const stem = name.slice(0, name.length - ending.length);
	return cutTo(stem, MAX_BYTES - NUMBER_BYTES - bytesIn(ending)) + ending;
}

const SEPARATOR = ' - ';

/**
 * E.g. `contract - Ada Lovelace - signed.pdf`, of what disks take, also with a number. Where it is too long, `what` and
 * `who` lose their ends: one may take what the other leaves.
 */
export function nameOfParts(what: string, who: string, title: string, ending: string): string {
	const rest = [who && SEPARATOR, SEPARATOR, title, ending].join('');
	const room = MAX_BYTES - NUMBER_BYTES - bytesIn(rest);
	const besides = (other: string) => Math.max(Math.floor(room / 2), room - bytesIn(other));
	const parts = [cutTo(what, besides(who)), cutTo(who, besides(what)), title];
	return parts.filter(Boolean).join(SEPARATOR) + ending;
}
