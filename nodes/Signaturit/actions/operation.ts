import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import type { z } from 'zod';
import { locatorValue } from '../input/locators';
import { validated, wholeNumber } from '../input/schemas';
import { chooseAnswerTime } from '../transport/deadline';
import { delays } from '../transport/delays';
import type { ServicePath } from '../transport/endpoints';
import type { Expected } from '../transport/expected';
import type { FormFields } from '../transport/form';
import { read, write } from '../transport/request';
import type { Write } from '../transport/writes';
import { jsonItems, type ItemResult, type OutputItem } from './outcome';
import type { Note } from './sending/note';
import type { Notes } from './sending/notes';

/** Everything about one operation: how it is called, its fields, and what it does with one item. */
export interface Operation {
	/** Title Case, as in the dropdown. */
	name: string;
	/** Sentence case, as in the node picker. */
	action: string;
	description: string;
	/** The endpoint, if it is a plain one. Its ids are the names of their fields: `GET /v3/files/{fileId}.json`. */
	endpoint?: string;
	/** Whether it changes nothing at the service, so that it may run for several items at once. */
	reads?: boolean;
	/** Whether it creates something, which takes the service longer than other work. */
	isSlow?: boolean;
	/** Whether `run` creates something that can be looked for, by its reference (`createOnce`). */
	creates?: boolean;
	fields: INodeProperties[];
	/** Entries of its Options, besides those that all operations have. */
	options?: INodeProperties[];
	/**
	 * Carries the operation out for the input item of this index.
	 *
	 * @param note what earlier tries have sent for the item
	 */
	run(this: IExecuteFunctions, item: number, note: Note): Promise<OutputItem[]>;
	/**
	 * Called once with what all items have come to, if they are waited for. What it returns is given out instead.
	 *
	 * @param notes of the items
	 */
	finish?(this: IExecuteFunctions, outcomes: ItemResult[], notes: Notes): Promise<ItemResult[]>;
}

/**
 * A resource and its operations in the order of their use, whose keys are the operations' values. No two resources
 * have the same key: n8n's AI workflow builder takes the text of the first operation that has it.
 */
export interface Resource {
	name: string;
	value: string;
	operations: Readonly<Record<string, Operation>>;
}

/** Finds an operation by the values of the two dropdowns; `undefined` when there is none. */
export function findOperation(
	resources: readonly Resource[],
	resource: string,
	operation: string,
): Operation | undefined {
	const operations = resources.find(({ value }) => value === resource)?.operations ?? {};
	return Object.hasOwn(operations, operation) ? operations[operation] : undefined;
}

/** How an operation is called. */
export type Texts = Pick<Operation, 'name' | 'action' | 'description'>;

/** A plain endpoint that reads: its address, which the ids of the locators complete, and its answer. */
interface PlainRead extends Texts {
	locators: readonly INodeProperties[];
	path: (...ids: string[]) => ServicePath;
	expected: (...ids: string[]) => Expected;
	/** Fields of the panel that only `give` reads. */
	fields?: readonly INodeProperties[];
	/** The output of an answer; as it came unless given. */
	give?: Give<IDataObject | IDataObject[]>;
}

/** A plain endpoint that changes something. */
interface PlainWrite extends Texts {
	locators: readonly INodeProperties[];
	write: (...ids: string[]) => Write;
	/** The fields of the panel that are sent, and what validates them. The service has the same names for them. */
	form?: {
		fields: readonly INodeProperties[];
		schema: z.ZodType<FormFields, z.ZodTypeDef, unknown>;
	};
	options?: INodeProperties[];
	/** Looks at the service, before anything is changed there, whether it may be. */
	look?: (this: IExecuteFunctions, ids: string[], item: number) => Promise<void>;
	give: Give<IDataObject>;
}

/** The output of an answer, by the ids of the locators and what was sent. */
type Give<Answer> = (
	this: IExecuteFunctions,
	answer: Answer,
	ids: string[],
	item: number,
	sent: FormFields,
) => OutputItem[];

/** An operation that reads one endpoint. */
export function plainRead(plain: PlainRead): Operation {
	const { locators, path, expected, fields = [], give = jsonItems, ...texts } = plain;
	return {
		...texts,
		endpoint: endpointOf('GET', path(...namesOf(locators))),
		reads: true,
		fields: [...locators, ...fields],
		async run(item) {
			const ids = locators.map((locator) => locatorValue.call(this, locator, item));
			const answer = await read(this, path(...ids), { expected: expected(...ids) });
			return give.call(this, answer, ids, item, {});
		},
	};
}

/** An operation that calls one endpoint which changes something. */
export function plainWrite(plain: PlainWrite): Operation {
	const { locators, write: writeOf, form, look, give, ...others } = plain;
	const { method, path } = writeOf(...namesOf(locators));
	return {
		...others,
		endpoint: endpointOf(method, path),
		fields: [...locators, ...(form?.fields ?? [])],
		async run(item) {
			const ids = locators.map((locator) => locatorValue.call(this, locator, item));
			const fields = form && enteredFields.call(this, form, item);
			await look?.call(this, ids, item);
			const answer = await write(this, writeOf(...ids), { fields });
			return give.call(this, answer, ids, item, fields ?? {});
		},
	};
}

/** @throws UserError that names every fault at once */
function enteredFields(
	this: IExecuteFunctions,
	{ fields, schema }: NonNullable<PlainWrite['form']>,
	item: number,
): FormFields {
	const entered = fields.map(({ name }) => [name, this.getNodeParameter(name, item)]);
	return validated(schema, Object.fromEntries(entered));
}

/** E.g. `{signatureId}`. */
const namesOf = (locators: readonly INodeProperties[]) => locators.map(({ name }) => `{${name}}`);

const endpointOf = (method: string, path: ServicePath) => `${method} ${decodeURIComponent(path)}`;

/** Longest time that can be chosen, in seconds: an hour. */
const MAX_SECONDS = 3_600;

/** The part of an operation that decides how long its requests may take. */
interface Speed {
	isSlow?: boolean;
}

const defaultSeconds = ({ isSlow }: Speed) => (isSlow ? delays.slowAnswer : delays.answer) / 1_000;

/** The option for how long to wait for an answer. */
export function timeoutField(operation: Speed): INodeProperties {
	return {
		displayName: 'Timeout',
		name: 'timeout',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: MAX_SECONDS },
		default: defaultSeconds(operation),
		description:
			'How many seconds to wait for an answer of Signaturit. Files get 1 second more for each 128 kB.',
	};
}

/**
 * Lets the requests of this execution wait as long as the option Timeout says.
 *
 * @throws UserError when it is out of range
 */
export function applyTimeout(this: IExecuteFunctions, operation: Speed): void {
	const seconds = validated(
		wholeNumber('Timeout', 1, MAX_SECONDS),
		this.getNodeParameter('options.timeout', 0, defaultSeconds(operation)),
	);
	chooseAnswerTime(this, seconds * 1_000);
}

/** Most items that may be in flight. More would gain nothing and burden the service. */
const MAX_ITEMS = 50;

/** The part of an operation that decides how many of its items may run at the same time. */
interface Access {
	reads?: boolean;
}

/** Reads may overlap. Writes keep the order of the items and stop at the first failure. */
const defaultWidth = ({ reads }: Access) => (reads ? 5 : 1);

/** The option for how many items run at the same time. */
export function itemsAtOnceField(operation: Access): INodeProperties {
	return {
		displayName: 'Items at Once',
		name: 'itemsAtOnce',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: MAX_ITEMS },
		default: defaultWidth(operation),
		description: operation.reads
			? 'How many input items to work on at the same time. The order of the output stays the same.'
			: 'How many input items to work on at the same time. Above 1, the order in which they reach Signaturit is not certain, and when one fails, others are already on their way.',
	};
}

/**
 * Reads how many items may run at the same time.
 *
 * @throws UserError when it is out of range
 */
export function itemsAtOnce(this: IExecuteFunctions, operation: Access): number {
	return validated(
		wholeNumber('Items at Once', 1, MAX_ITEMS),
		this.getNodeParameter('options.itemsAtOnce', 0, defaultWidth(operation)),
	);
}

/**
 * How many requests each item of an operation that reads may have in flight, at least 1: items that run at once share
 * `inFlight`.
 */
export function requestsPerItem(this: IExecuteFunctions, inFlight: number): number {
	const items = Math.min(this.getInputData().length, itemsAtOnce.call(this, { reads: true }));
	return Math.max(1, Math.floor(inFlight / items));
}
