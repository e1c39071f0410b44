// The input files of an item: which fields hold them, and how they are read.

import { isBinaryValue, type IBinaryData, type INodeExecutionData } from 'n8n-workflow';
import { z } from 'zod';
import type { ExecuteCall } from '../transport/call';
import { cut, mistakenFile, showValue } from '../transport/errors/shown';
import { Refusal } from '../transport/errors/refusal';
import { doc, docx, formatOf, pdf, zip } from '../transport/files/fileFormat';
import type { FormFile } from '../transport/form';
import { bare } from '../transport/text';
import { entriesOf } from './doors';
import type { PdfFacts } from './readPdf';
import { type FieldSchema, isBlank, Unfound } from './schemas';

/** Media types by file extension. */
const mediaTypes: ReadonlyMap<string, string> = new Map([
	...[pdf, docx, doc, zip].map(({ name, mimeType }) => [name.toLowerCase(), mimeType] as const),
	['csv', 'text/csv'],
	['eml', 'message/rfc822'],
	['gif', 'image/gif'],
	['htm', 'text/html'],
	['html', 'text/html'],
	['jpeg', 'image/jpeg'],
	['jpg', 'image/jpeg'],
	['json', 'application/json'],
	['odt', 'application/vnd.oasis.opendocument.text'],
	['png', 'image/png'],
	['pptx', 'application/vnd.openxmlformats-officedocument.presentationml.presentation'],
	['tif', 'image/tiff'],
	['tiff', 'image/tiff'],
	['txt', 'text/plain'],
	['xls', 'application/vnd.ms-excel'],
	['xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
	['xml', 'application/xml'],
]);

/** An ending that `.pdf` replaces. Other endings are a part of the name. */
const WORD_END = /(?<=.)\.docx?$/i;

/**
 * The file name and the media type to send. Missing ones are made from the field's name, extension and content. A PDF
 * is known by its content, and gets the ending and type of a PDF, whatever it was called.
 *
 * @param content of the file; empty to look at its name only
 */
export function fileLabels(
	{ fileName, fileExtension, mimeType }: Partial<IBinaryData>,
	field: string,
	content: Buffer = Buffer.alloc(0),
): { fileName: string; mimeType: string } {
	const format = formatOf(content);
	const ending = bare(String(fileExtension ?? '')).replace(/^\./, '') || format?.name.toLowerCase();
	const given = bare(String(fileName ?? '')) || [field, ending].filter(Boolean).join('.');
	if (format === pdf) {
		const isNamed = given.toLowerCase().endsWith('.pdf');
		return {
			fileName: isNamed ? given : `${given.replace(WORD_END, '')}.pdf`,
			mimeType: pdf.mimeType,
		};
	}
	const [, extension = ''] = /\.([a-z0-9]+)$/i.exec(given) ?? [];
	// Containers may be anything that their names say.
	const found = mediaTypes.get(extension.toLowerCase()) ?? format?.mimeType;
	const type = isBlank(mimeType) ? found : String(mimeType);
	return { fileName: given, mimeType: type ?? 'application/octet-stream' };
}

/** Whether the content is that of a PDF: names and media types of binary fields may be wrong. */
export const isPdf = (content: Buffer) => formatOf(content) === pdf;

/** Largest file that the service takes, in bytes (docs/service.md#file-sizes). */
export const MAX_FILE_BYTES = 15 * 1024 * 1024;

/** A file to send, with the facts about a PDF if it was read. */
export interface InputFile extends Omit<FormFile, 'field'>, Partial<PdfFacts> {
	/** Why it cannot be sent, e.g. that the item does not have it. */
	problem?: string;
	/** Whether the item has no file at all. */
	isOfNone?: true;
	/** Where n8n keeps it until it is read. */
	stored?: IBinaryData;
	/** Reads the content, which is missing until then. */
	read?: () => Promise<InputFile>;
}

/** The advice for an item without any file. */
export const deliver = (what: 'file' | 'PDF', otherwise = '') =>
	`Put a node that delivers the ${what} before this one (a form, Google Drive: Download, Read/Write Files)${otherwise}.`;

const HAS_NONE = 'The item has no file';
const noFile = (advice: string) =>
	({ remedy: 'builder', lacks: 'file', advice, advisesFirst: true }) as const;

/** The refusal of an item without any file. */
export function lacksFile(): Refusal {
	return new Refusal(HAS_NONE, 'builder', { unsent: true, ...noFile(deliver('file')) });
}

/** A file to send. Messages begin with the panel's field; `contentProblem` gives e.g. "is not a PDF file". */
export const fileSchema = (
	field: string,
	contentProblem: (content: Buffer, fileName: string) => string | undefined = () => undefined,
	advice = deliver('file'),
): FieldSchema<InputFile> =>
	z.custom<InputFile>().superRefine(({ problem, isOfNone, fileName, content, read }, context) => {
		if (isOfNone) {
			context.addIssue({ code: 'custom', message: HAS_NONE, params: noFile(advice) });
			return;
		}
		const wrong = read ? undefined : (sizeProblem(content) ?? contentProblem(content, fileName));
		const message = problem ?? (wrong && `${showValue(fileName)} ${wrong}`);
		if (!message) return;
		const params = { remedy: 'builder' };
		context.addIssue({ code: 'custom', message: `${field}: ${message}`, params });
	});

/** Files as they are sent, as a numbered list of this name. */
export function formFiles(name: string, files: readonly InputFile[]): FormFile[] {
	return files.map(({ fileName, mimeType, content }, index) => ({
		field: `${name}[${index}]`,
		fileName,
		mimeType,
		content,
	}));
}

function sizeProblem({ length }: Buffer): string | undefined {
	if (length === 0) return 'is empty';
	return length > MAX_FILE_BYTES ? 'is larger than 15 MB' : undefined;
}

/** The default of the panel's fields that name a file. */
export const DEFAULT_FIELD = 'data';

/** Stands for the names when the panel's field is left empty. */
export const ONLY_FILE = Symbol('the only file of the item');

/** The name of a binary field, the file itself, or a value that names no file. */
type Named = string | IBinaryData | Unfound;

/** The binary fields that the panel names. One that is left at its default stands for the only file of the item. */
export function resolveFields(value: unknown, item: INodeExecutionData | undefined): Named[] {
	const present = fieldsOf(item);
	if (value === ONLY_FILE) {
		if (present.length < 2) return present;
		const list = cut(present.join(', '), MAX_NAMES);
		return [new Unfound(`the item has several files. Write here which to send: ${list}`)];
	}
	const named = namedFields(value, present);
	return named.length === 1 && named[0] === DEFAULT_FIELD && present.length === 1 ? present : named;
}

/**
 * Takes names, the files themselves, and lists of both. Text is split as `entriesOf` does it, unless it is the name of
 * a field that is `present`. An entry of a list is what it is: fields may have any name.
 */
function namedFields(value: unknown, present: readonly string[]): Named[] {
	if (typeof value === 'string' && !present.includes(value) && !mistakenFile(value)) {
		return (entriesOf(value) as string[]).filter(Boolean);
	}
	return [value ?? []].flat().flatMap((entry) => namedField(entry, present) ?? []);
}

/** The name or the file; `undefined` if it is missing. */
function namedField(value: unknown, present: readonly string[]): Named | undefined {
	if (value === undefined || value === null || value === '') return undefined;
	if (typeof value === 'string' && present.includes(value)) return value;
	const { what, advice } = mistakenFile(value) ?? {};
	const given = showValue(value);
	if (what) return new Unfound(`${given} is ${what}: ${advice}, and enter the name of its field`);
	if (typeof value === 'string' || isBinaryValue(value)) return value;
	return new Unfound(`enter the names of binary fields, e.g. contract,annex, in place of ${given}`);
}

/** Longest list of an item's files in a message, in characters. */
const MAX_NAMES = 200;

/** The message for a binary field that the item does not have. It says what to write in its place. */
export function missingFile(name: string, item: INodeExecutionData | undefined): string {
	const names = fieldsOf(item);
	const present = names.length > 1 ? 'Write here which of its files to send' : 'This item has';
	const list = cut(names.join(', '), MAX_NAMES);
	const rest = names.length > 0 ? `${present}: ${list}` : 'This item has no files';
	return `the item has no file ${showValue(name)}. ${rest}`;
}

/** The fields of an item that hold files. With n8n's setting for it, files are in the item's JSON. */
function fieldsOf({ binary, json }: INodeExecutionData = { json: {} }): string[] {
	return [
		...Object.keys(binary ?? {}),
		...Object.keys(json).filter((key) => isBinaryValue(json[key])),
	];
}

// Stryker disable all: what needs n8n is tested on its engine.

const NO_FILE = { fileName: '', mimeType: '', content: Buffer.alloc(0) };

/**
 * Looks for binary fields of the item, in the order of their names. For one that the item does not have, gives a
 * problem. The files' contents are not read.
 *
 * @param names as the panel or an expression gives them: text with commas, or a list
 * @param skipMissing whether a field that the item does not have is left out
 */
export function findFiles(
	call: ExecuteCall,
	names: unknown,
	item: number,
	skipMissing = false,
): InputFile[] {
	const { helpers } = call.n8n;
	const input = call.n8n.getInputData()[item];
	return resolveFields(names, input).flatMap((field): InputFile[] => {
		const isName = typeof field === 'string';
		const stored = isName ? storedFile(call, field, item) : field;
		if (stored instanceof Unfound) {
			if (isName && skipMissing) return [];
			const isOfNone = isName && hasNone(input) && ({ isOfNone: true } as const);
			return [{ ...NO_FILE, problem: stored.problem, ...isOfNone }];
		}
		const name = isName ? field : 'file';
		const read = async () => {
			const content = await helpers.getBinaryDataBuffer(item, field as string | IBinaryData);
			return { ...fileLabels(stored, name, content), content };
		};
		return [{ ...NO_FILE, ...fileLabels(stored, name), stored, read }];
	});
}

/** Reads binary fields of the item, as `findFiles` finds them. */
export async function readFiles(...find: Parameters<typeof findFiles>): Promise<InputFile[]> {
	return await Promise.all(findFiles(...find).map(async (file) => (await file.read?.()) ?? file));
}

/** In the place of a file that must be there, if the item has none at all. */
export const noneOf = (call: ExecuteCall, item: number): InputFile[] =>
	hasNone(call.n8n.getInputData()[item]) ? [{ ...NO_FILE, isOfNone: true }] : [];

const hasNone = (item: INodeExecutionData | undefined) => fieldsOf(item).length === 0;

/** The file in this field of the item. */
function storedFile(call: ExecuteCall, field: string, item: number): IBinaryData | Unfound {
	try {
		const file = call.n8n.helpers.assertBinaryData(item, field);
		// A field with the name of a method of all objects is found, but is not a file.
		if (typeof file === 'object') return file;
	} catch {
		// n8n's own message does not name the files that the item does have.
	}
	return new Unfound(missingFile(field, call.n8n.getInputData()[item]));
}
