// What an operation and a resource are, and how plain ones are declared.

import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { Rules } from '../input/fieldDoors';
import { displayNames } from '../input/fields';
import { locatorValue } from '../input/locators';
import { additionalOption, enteredAdditional } from '../input/parameters';
import { unknownHint, unknownIn, type KnownFields } from '../input/words';
import { validated } from '../input/schemas';
import { textIf } from '../input/hints';
import { checkSwitches } from '../input/values';
import { parameter, type ExecuteCall } from '../transport/call';
import type { ServicePath } from '../transport/endpoints';
import type { RequestContent } from '../transport/exchange';
import { withId, type Expected } from '../transport/expected';
import type { FormFields } from '../transport/form';
import { read, write } from '../transport/request';
import type { Write } from '../transport/writes';
import { withParameters, knownBy, withAdditionalRule } from './additional';
import { jsonItems, type ItemResult, type OutputItem } from './itemResult';
import type { EntryLine } from './line';
import type { Creation } from './sending/creation';
import type { Asked } from './refused';
import type { Note, NoteOf } from './sending/note';
import { sendOnce } from './sending/reservation';
import { textsFromKey } from './textsFromKey';

/** Carries an operation out for the input item of an index. The note tells of earlier tries for it. */
export type Carry = (note: Note) => Promise<OutputItem[]>;

/** Everything about one operation: how it is called, its fields, and what it does with one item. */
export type Operation = ReadOperation | WriteOperation;

/** An operation that changes nothing at the service, so several items may run at once. */
export interface ReadOperation extends Declared {
	reads: true;
	run(call: ExecuteCall, item: number): Promise<OutputItem[]>;
	/** Called once with the results of all items. */
	conclude?(call: ExecuteCall, results: readonly ItemResult[]): void;
	prepare?: undefined;
}

/** An operation that changes something at the service. */
export interface WriteOperation extends Declared {
	reads?: undefined;
	run?: undefined;
	/**
	 * Reads and checks the values of one item, without asking the service. All items are prepared before the first one is
	 * carried out, so that nobody is sent anything while another row is wrong.
	 */
	prepare(call: ExecuteCall, item: number): Promise<Carry>;
	/** As `prepare`, of an operation that creates. Then reads files and contacts, and gives what is to be sent. */
	describe?(call: ExecuteCall, item: number): Promise<() => Promise<Creation>>;
}

interface Declared {
	/** Title Case, as in the dropdown. Unless given, it follows from the operation's key (`resource`). */
	name?: string;
	/** Sentence case, as in the node picker. Follows from the key, too. */
	action?: string;
	description: string;
	/** The text under the node, if the name is too long for that. */
	short?: string;
	/** The endpoint, if it is a plain one. Its ids are the names of their fields: `GET /v3/files/{fileId}.json`. */
	endpoint?: string;
	/** Whether it creates something, which takes the service longer than other work. */
	isSlow?: boolean;
	/** Whether it creates something that can be looked for, by its reference (`createOnce`). */
	creates?: boolean;
	/** Whether people are sent something that cannot be looked for. */
	sends?: boolean;
	/** What has been done then, e.g. `the reminder was sent`. */
	deed?: string;
	fields: INodeProperties[];
	/** What it asks of a delivery that exists: how that stands may say why it is refused. */
	asked?: Asked;
	/** Entries of its Options, besides those that all operations have. */
	options?: INodeProperties[];
	/** What a model is told of an entry of the output, for every operation that lists. */
	line?(json: IDataObject): EntryLine;
	/** Called once before the first item is carried out. Its error is that of all items. */
	beforeSending?(call: ExecuteCall, noteOf: NoteOf): Promise<void>;
	/** Called once with the results of all items, if they are waited for. Its results are given out instead. */
	sleep?(
		call: ExecuteCall,
		results: ItemResult[],
		notes: ReadonlyMap<number, Note>,
	): Promise<ItemResult[]>;
}

/**
 * A resource and its operations in the order of their use, whose keys are the operations' values. No two resources
 * have the same key: n8n's AI workflow builder takes the text of the first operation that has it.
 */
export interface Resource {
	name: string;
	value: string;
	operations: Readonly<Record<string, NamedOperation>>;
}

export type NamedOperation = Operation & Required<Pick<Operation, 'name' | 'action'>>;

export type Texts = Pick<Operation, 'name' | 'action' | 'description'>;

/** A resource whose operations are called after their keys, unless they have other names. */
export function resource(
	name: string,
	value: string,
	operations: Readonly<Record<string, Operation>>,
): Resource {
	const named = Object.entries(operations).map(([key, operation]) => [
		key,
		{ ...textsFromKey(key, name), ...operation },
	]);
	return { name, value, operations: Object.fromEntries(named) as Resource['operations'] };
}

const lowerCase = (text: string) => text.toLowerCase();

interface PlainRead extends Texts, Pick<Declared, 'line'> {
	/** The answer that is expected, by the ids; by default the resource that the first id stands for. */
	expected?: (...ids: string[]) => Expected;
	/** Fields of the panel that only `give` reads. */
	fields?: readonly INodeProperties[];
	/** Makes the output from the answer; unless given, the answer is the output. */
	give?: Give<IDataObject | IDataObject[]>;
}

interface PlainWrite extends Texts, Pick<Declared, 'sends' | 'asked'> {
	/** Fields of the panel that are sent, unless `content` makes something else of them (`schemaOf`). */
	fields?: readonly INodeProperties[];
	rules?: Rules;
	/** Whether nothing would change unless one of the fields is filled in. */
	needsOne?: true;
	/** Makes the request when the item's turn has come, e.g. of files. Throws a UserError that names every problem. */
	content?(call: ExecuteCall, entered: IDataObject, item: number): Promise<RequestContent>;
	/** The parameters that are known, if they are more than the fields. */
	known?: KnownFields;
	options?: INodeProperties[];
	/** Hints about values that are sent as they are. */
	hints?: (sent: FormFields) => string[];
	/** Asks the service whether the change may be made, before anything is changed. */
	check?: (call: ExecuteCall, ids: string[], item: number) => Promise<void>;
	give?: Give<IDataObject>;
}

/** Makes the output from an answer, the ids of the locators and the fields that were sent. */
type Give<Answer> = (given: {
	call: ExecuteCall;
	item: number;
	answer: Answer;
	ids: string[];
	sent: FormFields;
}) => OutputItem[];

const asItems: Give<IDataObject | IDataObject[]> = ({ answer }) => jsonItems(answer);

/** An operation that reads one endpoint, at the address that the ids of the locators complete. */
export function plainRead(
	path: (...ids: string[]) => ServicePath,
	locators: readonly INodeProperties[],
	{ fields = [], give = asItems, ...plain }: PlainRead,
): ReadOperation {
	// E.g. "the certified SMS".
	const what = `the ${locators[0]?.displayName.replace(/[A-Z](?=[a-z])/g, lowerCase)}`;
	const { expected = (id) => withId(what, id), ...texts } = plain;
	return {
		...texts,
		endpoint: endpointOf('GET', path(...namesOf(locators))),
		reads: true,
		fields: [...locators, ...fields],
		async run(call, item) {
			const ids = locators.map((locator) => locatorValue(call, locator, item));
			const answer = await read(call, path(...ids), { expected: expected(...ids) });
			return give({ call, item, answer, ids, sent: {} });
		},
	};
}

/** An operation that calls one endpoint which changes something. */
export function plainWrite(
	writeOf: (...ids: string[]) => Write,
	locators: readonly INodeProperties[],
	plain: PlainWrite,
): WriteOperation {
	const { fields = [], rules, needsOne, content, hints, check, give = asItems, ...rest } = plain;
	const { method, path, deed } = writeOf(...namesOf(locators));
	const names = displayNames(fields);
	const known = plain.known ?? knownBy(fields);
	const sendsBody = fields.length > 0;
	const labels = fields.map(({ displayName }) => displayName).join(' and ');
	const nothingToChange = `${labels} are both empty, so nothing would change: enter one of them`;
	const isFilled = (values: object) => Object.values(values).some((value) => value !== undefined);
	const makeSchema = () =>
		withAdditionalRule(content ? [] : fields, rules, known, (values) =>
			textIf(needsOne === true && !isFilled(values), nothingToChange),
		);
	// Made by the first item, for loading the node should take no time.
	let schema: ReturnType<typeof makeSchema> | undefined;
	return {
		...rest,
		...(!content && { endpoint: endpointOf(method, path) }),
		deed,
		fields: [...locators, ...fields],
		...(sendsBody && { options: [additionalOption, ...(plain.options ?? [])] }),
		async prepare(call, item) {
			const ids = locators.map((locator) => locatorValue(call, locator, item));
			const values = fields.map(({ name, default: otherwise }) => [
				name,
				parameter(call, name, item, otherwise),
			]);
			const entered = Object.fromEntries(values) as IDataObject;
			const options = parameter(call, 'options', item, {});
			const { additional, ...checked } = validated((schema ??= makeSchema()), {
				...entered,
				...(sendsBody && { additional: enteredAdditional(options) }),
			});
			checkSwitches(call, plain.options ?? [], item);
			return async (note) => {
				const made = content ? await content(call, entered, item) : { fields: checked };
				const sent = withParameters(made, additional);
				await check?.(call, ids, item);
				const unknown = unknownHint(unknownIn('', sent.fields, [known]));
				call.tell(...(hints?.(sent.fields) ?? []), ...unknown);
				const request = writeOf(...ids);
				const send = async () => await write(call, request, { names, ...sent });
				const answer = rest.sends
					? await sendOnce(call, note, request.path, sent, send)
					: await send();
				note.answer = answer;
				return give({ call, item, answer, ids, sent: sent.fields });
			};
		},
	};
}

/** E.g. `{signatureId}`. */
const namesOf = (locators: readonly INodeProperties[]) => locators.map(({ name }) => `{${name}}`);

const endpointOf = (method: string, path: ServicePath) => `${method} ${decodeURIComponent(path)}`;
