import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { itemCall, type ExecuteCall } from '../../transport/call';
import { delays, within } from '../../transport/deadline';
import { verdictOf, type ItemError } from '../../transport/errors/errors';
import { cut, cutLines } from '../../transport/errors/shown';
import { isOn } from '../../input/values';
import { itemErrorOf, type ItemResult, type OutputItem } from '../itemResult';
import type { Operation } from '../operation';
import { sendAgainField } from './rules';
import { isPlainObject } from '../../transport/shapes';

/** Longest answer to a model, in characters of JSON. */
const MOST = { write: 1_500, read: 8_000 } as const;

/** Longest message, and longest hints, in an answer. */
const MOST_MESSAGE = 1_000;
const MOST_HINTS = 250;

const environments = {
	sandbox: 'Sandbox: nothing here is legally binding',
	production: 'Production',
	custom: 'Custom',
} as const;

/** The facts of an operation that shape the answer; only an empty `fields` if none could be chosen. */
type Answered = Pick<Operation, 'reads' | 'creates' | 'sends' | 'fields'>;

/**
 * Answers a call of the tool: with one item, within 45 seconds, in words that a model can act on. A failure is an
 * answer too: n8n tells models little of an error, or nothing. The answer never has the input of the execution.
 *
 * @param read the settings of the run
 * @param run gives the results of the items
 * @throws the error, if *On Error* of the tool was set to *Stop Workflow*
 */
export async function answerCall<Settings extends { operation: Answered }>(
	door: ExecuteCall,
	read: () => Settings,
	run: (call: ExecuteCall, settings: Settings) => Promise<ItemResult[]>,
): Promise<INodeExecutionData> {
	const timeUp = AbortSignal.timeout(delays.tool.answer);
	const call = door.with({ stop: AbortSignal.any([timeUp, ...(door.stop ? [door.stop] : [])]) });
	let operation: Answered = { fields: [] };
	let isSentOnce = false;
	const settle = async () => {
		const settings = read();
		({ operation } = settings);
		isSentOnce =
			operation.creates === true && !operation.sends && !isOn(call, sendAgainField, 0, 'options.');
		return await within(delays.tool.answer + delays.tool.end, run(call, settings));
	};
	const results = await settle().catch((thrown: unknown) => [
		{ error: itemErrorOf(call.node, thrown, 0) },
	]);
	const items = results?.flatMap((result) => ('items' in result ? result.items : []));
	const error = results?.flatMap((result) => ('error' in result ? result.error : []))[0];
	if (error && call.node.onError === 'stopWorkflow') throw error;
	const answer =
		error || !items
			? answerOfError(timeUp.aborted ? undefined : error, operation, isSentOnce)
			: answerOfItems(items, operation);
	const credential = await within(delays.tool.end, itemCall(call, 0).credential()).catch(
		() => undefined,
	);
	const hints = cutLines([...call.hints.warning, ...call.hints.info], MOST_HINTS);
	const head = {
		result: answer.result,
		message: cut(answer.message, MOST_MESSAGE),
		...(credential && { environment: environments[credential.environment] }),
		...(hints.length > 0 && { hints }),
	};
	if (error) call.hint('warning', head.message);
	const most = MOST[operation.reads ? 'read' : 'write'] - JSON.stringify(head).length;
	return { json: { ...head, ...answer.output?.(most) }, pairedItem: { item: 0 } };
}

interface ToolAnswer {
	result: 'sent' | 'done' | 'refused' | 'unknown';
	message: string;
	/** The output of the operation in at most `most` characters. */
	output?: (most: number) => IDataObject;
}

/** @param error `undefined` if the time was up */
function answerOfError(
	error: ItemError | undefined,
	{ reads, creates, sends }: Answered,
	isSentOnce: boolean,
): ToolAnswer {
	const problem = error
		? [error.message, error.description ?? ''].join('\n').trim()
		: `Signaturit has not answered within ${delays.tool.answer / 1_000} seconds.`;
	if (reads) return { result: 'refused', message: `${problem}\n${CORRECT}` };
	const isUnknown = !error || verdictOf(error) === 'unknown';
	if (!isUnknown) {
		const nothing = /nothing was (sent|changed)/i.test(problem) ? '' : NOTHING;
		return { result: 'refused', message: `${problem}\n${nothing}${CORRECT}` };
	}
	const unknown = error ? problem : `${problem} It is unknown whether it has done it.`;
	const advice = isSentOnce ? AGAIN : creates || sends ? TELL : LOOK;
	return { result: 'unknown', message: `${unknown}\n${advice}` };
}

const CORRECT = 'If you can correct it, call again; otherwise tell the user.';
const NOTHING = 'Nothing was changed or sent. ';
const AGAIN = 'Call again with the same arguments: it looks once more, and nothing is sent twice.';
const TELL = 'Do not call again: tell the user that it may have been sent.';
const LOOK = 'Look at it first, before you call again.';

function answerOfItems(
	items: OutputItem[],
	{ reads, creates, sends, fields }: Answered,
): ToolAnswer {
	const [first] = items;
	const entries = items.map(({ json }) => json);
	if (fields.some(({ name }) => name === 'returnAll')) {
		return {
			result: 'done',
			message: `${entries.length} found.`,
			output: (most) => {
				const list = briefList(entries, most - MORE.length);
				if (!('more' in list)) return list;
				return { message: `${entries.length} found.${MORE}`, ...list };
			},
		};
	}
	const files = items.flatMap(({ binary = {} }) => Object.values(binary));
	const names = files.map(({ fileName, fileSize }) => `${fileName} (${fileSize})`);
	const message =
		creates || sends
			? sentWords(first?.json)
			: names.length > 0
				? `Signaturit has ${names.join(', ')}. n8n hands no files to models, so nobody has got it.`
				: 'Done.';
	return {
		result: !reads && (creates || sends) ? 'sent' : 'done',
		message,
		output: (most) => brief(entries.length > 1 ? { entries } : { ...first?.json }, most),
	};
}

const MORE = ' "more" says how many of them are not shown: use the filters.';

function sentWords({ reused, createdAt, created_at: rawTime }: IDataObject = {}): string {
	if (reused !== true) {
		return 'Sent. It is on its way to its recipients, also while its status is in_queue. There is nothing more to do: do not call again for it.';
	}
	const time = String(createdAt ?? rawTime ?? '').slice(0, 16);
	const at = time && ` at ${time.replace('T', ' ')} UTC`;
	return `This was sent already${at}, and nothing was sent again. To send another one, change what is sent.`;
}

/** Longest text, in characters, and most entries of a list in an answer: from the best for a model to the least. */
const DEGREES = [
	[1_000, 50],
	[200, 20],
	[80, 10],
	[40, 5],
	[20, 3],
	[0, 1],
] as const;

type Degree = (typeof DEGREES)[number];

/** How many entries of a list a model is told of at most, from the best number to the least. */
const MOST_ENTRIES = [50, 25, 10, 5, 2, 1];

/** The result of `tell` for the first option whose JSON has at most `most` characters, or else for the last one. */
function firstWithin<Option>(
	most: number,
	options: readonly Option[],
	tell: (option: Option) => IDataObject,
): IDataObject {
	let fitting: IDataObject = {};
	for (const option of options) {
		fitting = tell(option);
		if (JSON.stringify(fitting).length <= most) break;
	}
	return fitting;
}

/** An object in at most `most` characters of JSON, as far as its IDs and links allow. */
const brief = (json: IDataObject, most: number): IDataObject =>
	firstWithin(most, DEGREES, (degree) => shorterOf(json, degree) as IDataObject);

/** As many entries of a list as fit into `most` characters, and how many more there are. */
function briefList(entries: readonly IDataObject[], most: number): IDataObject {
	const options = MOST_ENTRIES.flatMap((count) => DEGREES.map((degree) => ({ count, degree })));
	return firstWithin(most, options, ({ count, degree }) => {
		const firstEntries = entries
			.slice(0, count)
			.map((entry) => shorterOf(entry, degree) as IDataObject);
		const more = entries.length - firstEntries.length;
		return { entries: firstEntries, ...(more > 0 && { more }) };
	});
}

/** Whether a value is of no use when it is shortened, e.g. an ID or a link. */
const isWhole = (key: string, value: unknown) =>
	typeof value !== 'string' || /(^|_)(id|url)s?$|(Id|Url)s?$/i.test(key) || /^https?:/.test(value);

/** A value without its empty parts, with its texts and lists cut. */
function shorterOf(value: unknown, degree: Degree, key = ''): unknown {
	const [text, entries] = degree;
	if (Array.isArray(value)) {
		const firstEntries = value
			.slice(0, entries)
			.map((entry: unknown) => shorterOf(entry, degree, key));
		const more = value.length - firstEntries.length;
		return more > 0 ? [...firstEntries, `… and ${more} more`] : firstEntries;
	}
	if (!isPlainObject(value))
		return isWhole(key, value) ? value : cut(String(value), Math.max(1, text));
	const kept = Object.entries(value).filter(([, each]) => !isEmpty(each));
	const most = Math.max(entries, DEGREES[2][1]);
	return Object.fromEntries(
		kept
			.filter(
				([name, each], index) => index < most || (isWhole(name, each) && !isPlainObject(each)),
			)
			.filter(([name, each]) => text > 0 || isWhole(name, each))
			.map(([name, each]) => [name, shorterOf(each, degree, name)]),
	);
}

const isEmpty = (value: unknown): boolean =>
	value === undefined ||
	value === null ||
	value === '' ||
	(Array.isArray(value) && value.length === 0) ||
	(isPlainObject(value) && Object.keys(value).length === 0);
