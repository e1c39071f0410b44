import { DateTime } from 'luxon';
import { escapeHtml } from '../../embedded/page';
import type { InputFile } from '../../input/files';
import { parameter, type ExecuteCall } from '../../transport/call';
import { isPlainObject } from '../../transport/plainObject';
import { showHidden } from '../../transport/errors/shown';
import { docx } from '../../transport/files/fileFormat';
import type { FormFields, FormValue } from '../../transport/form';
import { toolCallOf, type ToolCall } from './approval';
import { documentOf, type Line } from './approvalDocument';

/** What JavaScript makes of objects in a text, as in n8n's default for *Message*. */
const OBJECTS = /\[object Object\](?:,\[object Object\])*/g;

const asText = (value: unknown): string =>
	typeof value === 'string' ? value : (JSON.stringify(value) ?? '');

const linesOf = (parameters: object): Line[] =>
	Object.entries(parameters).map(([name, value]) => [name, asText(value)]);

/** The field *Message*, in which the parameters of the tool stand for objects. */
export function messageOf(call: ExecuteCall, item: number): string {
	const message = parameter(call, 'message', item, '') ?? '';
	const told = (parameters: object) =>
		linesOf(parameters)
			.map(([name, value]) => `${name}: ${value}`)
			.join('\n');
	if (isPlainObject(message)) return told(message);
	const { parameters = {} } = toolCallOf(call, item);
	return asText(message).replace(OBJECTS, () => told(parameters));
}

/** The document *This Approval* of the call for this item. */
export function thisApproval(call: ExecuteCall, item: number): InputFile {
	const { name = '', id } = call.n8n.getWorkflow();
	const zone = call.n8n.getTimezone();
	const content = approvalDocument(toolCallOf(call, item), {
		Workflow: `${name} (${id})`,
		Execution: call.n8n.getExecutionId(),
		Time: `${DateTime.now().setZone(zone).toISO()} (${zone})`,
		Message: messageOf(call, item),
	});
	return { fileName: 'Approval.docx', mimeType: docx.mimeType, content };
}

/** A DOCX that says what the tool gets, and these facts with the message. */
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

/** The fields of a request with what people read in mails as plain text: nobody can tell which part a model has written. */
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
