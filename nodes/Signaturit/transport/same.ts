// Tells when two names, addresses, phone numbers or values are the same.

// When two texts of a kind are the same: each function gives one form to all texts that are. Texts come from strangers,
// so each takes time in proportion to the length.

import { composed, MAX_NAME } from './text';

const isLong = (text: string) => text.length > MAX_NAME;

/** A text that is longer than any name stays as it is. */
const unified = (text: string): string => (isLong(text) ? text : composed(text));

/** Names of people, files and templates: capitals and the number of blanks make no difference. */
export const plainTitle = (text: string): string =>
	unified(text.replace(/\s+/g, ' ').trim()).toLowerCase();

/** The accents of Latin, Greek and Cyrillic letters. In other scripts, marks are letters. */
const ACCENTS = /[\u0300-\u036f]/g;

/** Names of people that a model writes anew each time: accents make no difference either. */
export const plainPersonName = (text: string): string => {
	const title = plainTitle(text);
	return isLong(title) ? title : title.normalize('NFD').replace(ACCENTS, '').normalize('NFC');
};

/** Without the characters that Unicode takes for a k, a semicolon and a grave accent: mail to them goes elsewhere. */
const UNIFIABLE = /[^\u212a\u037e\u1fef]+/g;

/** Email addresses and domains: capitals make no difference. Unlike in a name, nothing becomes an ASCII letter. */
export const plainAddress = (text: string): string =>
	text.trim().replace(UNIFIABLE, (part) => unified(part).toLowerCase());

/** Phones: what stands between the digits makes no difference. The letters of other texts stay. */
export const plainPhone = (text: string): string => text.replace(/[\s().+\p{Pd}]/gu, '');

/** References, and keys of custom data: unlike in a name, capitals make a difference, as they do for the service. */
export const plainKey = (text: string): string => unified(text.trim());

/** Values of custom data: unlike in a key, each blank is like another, because a form may change line ends. */
export const plainValue = (text: string): string => plainKey(text).replace(/\s+/g, ' ');

/** Words of the service and names in the panel: only letters, without their accents, and digits make a difference. */
export const lettersOf = (text: string): string =>
	(isLong(text) ? text : text.normalize('NFKD')).toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
