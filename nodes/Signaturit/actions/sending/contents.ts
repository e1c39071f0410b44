import { createHash } from 'node:crypto';
import { TEMPLATES_KEY } from '../../events/tracking';
import { MAX_DATA_LENGTH } from '../../input/commonSchemas';
import type { Delivery, TrackedRecord } from '../../transport/shapes';

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
	if ([...list].length <= MAX_DATA_LENGTH) return list;
	return createHash('sha256').update(list).digest('base64url');
}

/**
 * In what an existing request or email differs from one that is to be created: a line for each of
 * recipients, files (name and pages) and templates.
 */
export function differences(
	{ recipients, copies = [], files, templates = [] }: Contents,
	{ records, data }: Delivery,
): string[] {
	const theirs = records.filter((each) => !isAmong(copies, each) || isAmong(recipients, each));
	// Each recipient has a document of their own for every file, so one recipient's show all files.
	const isFirst = (person: Person) => isAmong(recipients.slice(0, 1), person);
	const theirFiles = theirs.filter(isFirst).flatMap(filesOf);
	const ourFiles = recipients.filter(isFirst).flatMap(() => files);
	// Documents of templates have names that are not known here.
	const mayHaveMore = templates.length > 0 || theirFiles.length === ourFiles.length;
	const isSame = mayHaveMore && hasFiles(theirFiles, ourFiles);
	const values = [data[TEMPLATES_KEY], templatesValue(templates)];
	const [theirTemplates = [], ourTemplates = []] = values.map((value) =>
		value ? [String(value)] : [],
	);
	return [
		...difference('Recipients', theirs.map(personText), recipients.map(personText)),
		...difference('Files', theirFiles.map(fileText), files.map(fileText), isSame),
		...difference('Templates', theirTemplates, ourTemplates),
	];
}

/** A line, unless the lists are the same: by default, if they have the same texts. */
function difference(
	what: string,
	theirs: readonly string[],
	ours: readonly string[],
	isSame = plainTexts(theirs) === plainTexts(ours),
): string[] {
	if (isSame) return [];
	const [first, second] = [theirs, ours].map((list) => [...new Set(list)].join(', ') || 'none');
	return [`${what}: ${first} at Signaturit, ${second} here`];
}

function filesOf({ attachments, file }: TrackedRecord): NamedFile[] {
	return (attachments ?? [file ?? {}]).flatMap(({ name, pages }: Partial<NamedFile>) =>
		name === undefined ? [] : [{ name, pages }],
	);
}

/** Whether each of these files is in the list. Each entry of the list stands for one file. */
function hasFiles(list: readonly NamedFile[], files: readonly NamedFile[]): boolean {
	const rest = [...list];
	return files.every((file) => {
		const index = rest.findIndex((other) => isSameFile(file, other));
		return index >= 0 && rest.splice(index, 1).length > 0;
	});
}

/** A document that the service has converted may have another extension; pages count when both are known. */
function isSameFile(a: NamedFile, b: NamedFile): boolean {
	const isSameLength = a.pages === undefined || b.pages === undefined || a.pages === b.pages;
	return isSameLength && plainName(a) === plainName(b);
}

const plainName = ({ name }: NamedFile) => plain(name.replace(/\.(pdf|docx?)$/i, ''));

function isAmong(people: readonly Person[], person: Person): boolean {
	return people.some((each) => plain(personText(each)) === plain(personText(person)));
}

function personText({ email, name }: Person): string {
	return [name, email && `<${email}>`].filter(Boolean).join(' ');
}

function fileText({ name, pages }: NamedFile): string {
	return pages === undefined ? name : `${name} (${pages} page${pages === 1 ? '' : 's'})`;
}

function plainTexts(list: readonly string[]): string {
	return [...new Set(list.map(plain))].sort().join('\n');
}

/** Text for comparing: capitals and blanks make no difference. */
function plain(text: string): string {
	return text.normalize('NFC').replace(/\s+/g, ' ').trim().toLowerCase();
}
