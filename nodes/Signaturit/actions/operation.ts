import { updateDisplayOptions, type IExecuteFunctions, type INodeProperties } from 'n8n-workflow';
import type { ItemResult } from './failure';
import { itemsAtOnceField, timeoutField } from './runOptions';
import type { OutputItem } from './outputItem';
import type { Note } from './sending/note';
import type { Notes } from './sending/notes';

/** Everything about one operation: how it is called, its fields, and what it does with one item. */
export interface Operation {
	/** Title Case, as in the dropdown. */
	name: string;
	/** Sentence case, as in the node picker. */
	action: string;
	description: string;
	/** The endpoint, if it calls a single one for things with IDs, e.g. `GET /v3/files/{fileId}.json`. */
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

/** The node's properties, derived from its resources: dropdowns first, then each operation's fields. */
export function propertiesOf(resources: readonly Resource[]): INodeProperties[] {
	return [
		{
			displayName: 'Resource',
			name: 'resource',
			type: 'options',
			noDataExpression: true,
			options: resources.map(({ name, value }) => ({ name, value })),
			default: firstOf(resources.map(({ value }) => value)),
		},
		...resources.map(operationDropdown),
		...resources.flatMap(({ value, operations }) =>
			Object.entries(operations).flatMap(([key, operation]) =>
				updateDisplayOptions({ show: { resource: [value], operation: [key] } }, [
					...operation.fields,
					optionsField(operation),
				]),
			),
		),
	];
}

/** An expression that shows the chosen operation under the node, in the words of the dropdowns. */
export function subtitleOf(resources: readonly Resource[]): string {
	const names = resources.flatMap(({ name: resource, value, operations }) =>
		Object.entries(operations).map(([key, { name }]) => [
			`${value}:${key}`,
			`${name}: ${resource}`,
		]),
	);
	const table = JSON.stringify(Object.fromEntries(names));
	return `={{ (${table})[$parameter["resource"] + ":" + $parameter["operation"]] }}`;
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

function optionsField(operation: Operation): INodeProperties {
	const options = [
		...(operation.options ?? []),
		itemsAtOnceField(operation),
		timeoutField(operation),
	];
	return {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add Option',
		default: {},
		options: options.sort((a, b) => a.displayName.localeCompare(b.displayName)),
	};
}

function operationDropdown({ value, operations }: Resource): INodeProperties {
	return {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: [value] } },
		options: Object.entries(operations).map(([key, { name, action, description }]) => ({
			name,
			value: key,
			action,
			description,
		})),
		default: firstOf(Object.keys(operations)),
	};
}

function firstOf([first = '']: string[]): string {
	return first;
}
