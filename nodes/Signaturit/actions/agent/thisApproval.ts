// The document *This Approval*, a DOCX that shows what an agent wants to do.

import { DateTime } from 'luxon';
import { escapeHtml } from '../../embedded/page';
import type { InputFile } from '../../input/files';
import { parameter, type ExecuteCall } from '../../transport/call';
import { isPlainObject } from '../../transport/shapes';
import { showHidden } from '../../transport/errors/shown';
import { docx } from '../../transport/files/fileFormat';
import type { FormFields, FormValue } from '../../transport/form';
import { toolCallOf, type ToolCall } from './approval';

/** The text that JavaScript puts in place of objects, as in n8n's default for *Message*. */
const OBJECTS = /\[object Object\](?:,\[object Object\])*/g;

const asText = (value: unknown): string =>
	typeof value === 'string' ? value : (JSON.stringify(value) ?? '');

const linesOf = (parameters: object): Line[] =>
	Object.entries(parameters).map(([name, value]) => [name, asText(value)]);

/** The field *Message*, with the parameters of the tool in place of each "[object Object]". */
export function messageOf(call: ExecuteCall, item: number): string {
	const message = parameter(call, 'message', item, '') ?? '';
	const textOf = (parameters: object) =>
		linesOf(parameters)
			.map(([name, value]) => `${name}: ${value}`)
			.join('\n');
	if (isPlainObject(message)) return textOf(message);
	const { parameters = {} } = toolCallOf(call);
	return asText(message).replace(OBJECTS, () => textOf(parameters));
}

/** The document *This Approval* of the call for this item. */
export function thisApproval(call: ExecuteCall, item: number): InputFile {
	const { name = '', id } = call.n8n.getWorkflow();
	const zone = call.n8n.getTimezone();
	const content = approvalDocument(toolCallOf(call), {
		Workflow: `${name} (${id})`,
		Execution: call.n8n.getExecutionId(),
		Time: `${DateTime.now().setZone(zone).toISO()} (${zone})`,
		Message: messageOf(call, item),
	});
	return { fileName: 'Approval.docx', mimeType: docx.mimeType, content };
}

/** A DOCX with the parameters of the tool, these facts and the message. */
export function approvalDocument(
	{ tool, parameters = {} }: Pick<ToolCall, 'tool' | 'parameters'>,
	{ Message, ...facts }: Readonly<Record<string, string>>,
): Buffer {
	const lines = linesOf(parameters);
	return documentOf([
		['Approval'],
		[
			undefined,
			'An AI agent wants to run this tool with these parameters. Whoever signs approves that.',
		],
		['Tool', tool],
		...Object.entries(facts),
		[lines.length > 0 ? 'Parameters' : 'Parameters: none'],
		...lines,
		['Message'],
		[undefined, Message],
	]);
}

/** The fields of a request, with the texts of its messages as plain text: a model may have written any part of them. */
export function withPlainTexts(fields: FormFields): FormFields {
	const { delivery_type: delivery, recipients } = fields;
	const rows = recipients as readonly FormFields[];
	return {
		...plainTexts(fields, delivery),
		recipients: rows.map((row) => plainTexts(row, row.method ?? delivery)),
	};
}

function plainTexts(fields: FormFields, method: FormValue): FormFields {
	const { subject, body } = fields;
	const shown = typeof body === 'string' ? showHidden(body) : body;
	return {
		...fields,
		...(typeof subject === 'string' && { subject: showHidden(subject) }),
		...(typeof shown === 'string' && {
			body: method === 'sms' ? shown : escapeHtml(shown).replaceAll('\n', '<br>\n'),
		}),
	};
}

/** A line of the document: a heading if it has no text, text alone if it has no name. */
type Line = readonly [name: string | undefined, text?: string];

/**
 * A DOCX of these lines. Every character of a text can be seen in it, and none is taken for markup. The later lines of
 * a text are indented, so that they do not look like another line of the document.
 */
function documentOf(lines: readonly Line[]): Buffer {
	const body = lines.flatMap(([name, text]) => {
		const [first = '', ...more] = showHidden(text ?? '').split('\n');
		const label = name && showHidden(name).replaceAll('\n', 'U+000A');
		const start = text === undefined || name === undefined ? label : `${label}: `;
		return [paragraph(first, start), ...more.map((line) => paragraph(line))].join('');
	});
	return zipOf({
		'[Content_Types].xml': `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="${WORD}"/></Types>`,
		'_rels/.rels': `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`,
		'word/document.xml': `${XML}<w:document xmlns:w="${OFFICE}/wordprocessingml/2006/main"><w:body>${body.join('')}</w:body></w:document>`,
	});
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const OFFICE = 'http://schemas.openxmlformats.org';
const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';

/** A paragraph with a bold beginning, or indented without one. */
function paragraph(text: string, start?: string): string {
	const run = (content: string, format = '') =>
		`<w:r><w:rPr>${format}</w:rPr><w:t xml:space="preserve">${escapeHtml(content)}</w:t></w:r>`;
	const bold = start === undefined ? '' : run(start, '<w:b/>');
	const hanging = start === undefined ? 0 : 567;
	return `<w:p><w:pPr><w:ind w:left="567" w:hanging="${hanging}"/></w:pPr>${bold}${run(text)}</w:p>`;
}

/** A ZIP of these texts, not compressed (APPNOTE.TXT, 4.3). */
function zipOf(files: Readonly<Record<string, string>>): Buffer {
	let parts = Buffer.alloc(0);
	let directory = Buffer.alloc(0);
	for (const [path, text] of Object.entries(files)) {
		const content = Buffer.from(text);
		// Version 2.0, no flags, not compressed, the first of January 1980.
		const about = [
			numbers(2, 20, 0, 0, 0, 0x21),
			numbers(4, crc32(content), content.length, content.length),
			numbers(2, path.length, 0),
		];
		const place = [numbers(2, 0, 0, 0), numbers(4, 0, parts.length)];
		directory = inBytes(directory, 'PK\u0001\u0002', numbers(2, 20), ...about, ...place, path);
		parts = inBytes(parts, 'PK\u0003\u0004', ...about, path, content);
	}
	const { length: count } = Object.keys(files);
	const sizes = [numbers(4, directory.length, parts.length), numbers(2, 0)];
	return inBytes(parts, directory, 'PK\u0005\u0006', numbers(2, 0, 0, count, count), ...sizes);
}

const inBytes = (...parts: ReadonlyArray<Buffer | string>): Buffer<ArrayBuffer> =>
	Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)));

function numbers(bytes: 2 | 4, ...values: readonly number[]): Buffer {
	const buffer = Buffer.alloc(bytes * values.length);
	for (const [index, value] of values.entries()) buffer.writeUIntLE(value, bytes * index, bytes);
	return buffer;
}

/** The checksum of ZIP. n8n's linter forbids node:zlib, which has it. */
function crc32(content: Buffer): number {
	let crc = -1;
	for (const byte of content) {
		crc ^= byte;
		for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
	}
	return ~crc >>> 0;
}
