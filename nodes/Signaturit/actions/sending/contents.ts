import { createHash } from 'node:crypto';
import { TEMPLATES_KEY } from '../../events/tracking';
import type { Delivery, TrackedRecord } from '../../transport/shapes';

/** Longest value that is stored as it is, in characters (docs/service.md#text-lengths). */
const MAX_LENGTH = 64;

interface Person {
	email?: string;
	name?: string;
}

interface NamedFile {
	name: string;
	/** Missing when it is not known. */
	pages?: number;
}

/** What a creation consists of, as far as it can be compared with what exists. */
export interface Contents {
	recipients: readonly Person[];
	/** Who gets a copy. Copies are expected to have no certificate (docs/service.md#copies-of-certified-emails). */
	copies?: readonly Person[];
	files: readonly NamedFile[];
	/** Ids or hashtags. */
	templates?: readonly string[];
}

/** The value that stands for templates in the custom data: the list itself or, if it is too long, its hash. */
export function templatesValue(templates: readonly string[]): string {
	const list = [...templates].sort().join(', ');
	if ([...list].length <= MAX_LENGTH) return list;
	return createHash('sha256').update(list).digest('base64url');
}

/**
 * In what an existing request or email differs from one that is to be created: a line for each of
 * recipients, files (name and pages) and templates.
 */
export function differences(contents: Contents, existing: Delivery): string[] {
	const { recipients, copies = [], templates = [] } = contents;
	const inCopy = new Set(copies.map(keyOf));
	const theirs = existing.records.filter(
		(record) => !inCopy.has(keyOf(record)) || recipients.some((each) => isSame(each, record)),
	);
	return [
		difference('Recipients', theirs.map(personText), recipients.map(personText)),
		filesDifference(contents, theirs),
		difference(
			'Templates',
			[String(existing.data[TEMPLATES_KEY] ?? '')].filter(Boolean),
			[templatesValue(templates)].filter(Boolean),
		),
	].filter((line) => line !== undefined);
}

/** Each recipient has a document of their own for every file, so one recipient's show all files. */
function filesDifference(
	{ recipients, files, templates = [] }: Contents,
	records: readonly TrackedRecord[],
): string | undefined {
	const [first = {}] = recipients;
	const theirs = records.filter((record) => isSame(record, first)).flatMap(filesOf);
	const times = recipients.filter((each) => isSame(each, first)).length;
	const ours = Array.from({ length: times }, () => files).flat();
	// Documents of templates have names that are not known here.
	const more = templates.length > 0 ? [] : withoutMatch(theirs, ours);
	if (more.length + withoutMatch(ours, theirs).length === 0) return undefined;
	return lineOf('Files', theirs.map(fileText), files.map(fileText));
}

function filesOf({ attachments, file }: TrackedRecord): NamedFile[] {
	return (attachments ?? [file ?? {}]).flatMap(({ name, pages }: Partial<NamedFile>) =>
		name === undefined ? [] : [{ name, pages }],
	);
}

/** The entries of a list that have no match in another one. Each entry matches once. */
function withoutMatch(list: readonly NamedFile[], others: readonly NamedFile[]): NamedFile[] {
	const left = [...others];
	return list.filter((file) => {
		const index = left.findIndex((other) => isSameFile(file, other));
		if (index >= 0) left.splice(index, 1);
		return index < 0;
	});
}

/** A document that the service has converted may have another extension; pages count when both are known. */
function isSameFile(a: NamedFile, b: NamedFile): boolean {
	const isSameLength = a.pages === undefined || b.pages === undefined || a.pages === b.pages;
	return isSameLength && plainName(a) === plainName(b);
}

const plainName = ({ name }: NamedFile) => plain(name.replace(/\.(pdf|docx?)$/i, ''));

function difference(
	what: string,
	theirs: readonly string[],
	ours: readonly string[],
): string | undefined {
	const [first, second] = [theirs, ours].map((list) => [...new Set(list.map(plain))].sort());
	return JSON.stringify(first) === JSON.stringify(second) ? undefined : lineOf(what, theirs, ours);
}

function lineOf(what: string, theirs: readonly string[], ours: readonly string[]): string {
	const [first, second] = [theirs, ours].map((list) => [...new Set(list)].join(', ') || 'none');
	return `${what}: ${first} at Signaturit, ${second} here`;
}

function isSame(a: Person, b: Person): boolean {
	return keyOf(a) === keyOf(b);
}

function keyOf(person: Person): string {
	return plain(personText(person));
}

function personText({ email, name }: Person): string {
	return [name, email && `<${email}>`].filter(Boolean).join(' ');
}

function fileText({ name, pages }: NamedFile): string {
	return pages === undefined ? name : `${name} (${pages} page${pages === 1 ? '' : 's'})`;
}

/** Text for comparing: capitals and blanks make no difference. */
function plain(text: string): string {
	return text.normalize('NFC').replace(/\s+/g, ' ').trim().toLowerCase();
}
