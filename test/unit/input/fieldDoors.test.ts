import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';
import { DateTime } from 'luxon';
import { resources } from '../../../nodes/Signaturit/actions';
import { choiceOf, choicesOf, schemaOf } from '../../../nodes/Signaturit/input/fieldDoors';
import { momentSchema } from '../../../nodes/Signaturit/input/dates';
import { numberFrom } from '../../../nodes/Signaturit/input/doors';
import { readJson } from '../../../nodes/Signaturit/input/json';
import { type FieldSchema, validated } from '../../../nodes/Signaturit/input/schemas';
import { SignaturitTrigger } from '../../../nodes/Signaturit/SignaturitTrigger.node';

/** All shapes in which a value can come. */
const SHAPES: Array<[string, unknown]> = [
	['text', 'x'],
	['a number', 7],
	['a boolean', true],
	['a Date', new Date('2026-03-31T22:00:00Z')],
	['a DateTime', DateTime.fromISO('2026-04-01', { zone: 'Europe/Madrid' })],
	['undefined', undefined],
	['null', null],
	['a list', ['x']],
	['an object', { x: 'x' }],
	['a megabyte', 'x y'.repeat(350_000)],
	['a megabyte of base64', 'JVBERi0x'.repeat(130_000)],
	['a megabyte in an object', { x: 'x'.repeat(1_000_000) }],
];

/** Fields that hold other fields, or nothing. What is in them is walked. */
const CONTAINERS = ['collection', 'fixedCollection', 'notice', 'resourceMapper'];

function fieldsIn(fields: readonly INodeProperties[]): INodeProperties[] {
	return fields.flatMap((field) => {
		const inner = (field.options ?? []).flatMap((option): INodeProperties[] =>
			'values' in option
				? (option as INodePropertyCollection).values
				: 'type' in option
					? [option as unknown as INodeProperties]
					: [],
		);
		return [...(CONTAINERS.includes(field.type) ? [] : [field]), ...fieldsIn(inner)];
	});
}

const operations = resources.flatMap((resource) => Object.values(resource.operations));
const ofActions = operations.flatMap(({ fields, options = [] }) => [...fields, ...options]);
const all = fieldsIn([...ofActions, ...new SignaturitTrigger().description.properties]);
const fields = [
	...new Map(all.map((field) => [`${field.displayName}, ${field.name}, ${field.type}`, field])),
];

/** Whether the door is that of an object with the field in it. */
const isInObject = ({ type }: INodeProperties) =>
	!['options', 'multiOptions', 'dateTime', 'number'].includes(type);

/** The door of a field, by what the panel says of it. */
function doorOf(field: INodeProperties): FieldSchema<unknown> {
	const byType: Partial<Record<INodeProperties['type'], FieldSchema<unknown>>> = {
		options: choiceOf(field),
		multiOptions: choicesOf(field),
		dateTime: momentSchema(field.displayName, 'Europe/Madrid'),
		number: numberFrom(field.displayName, 0),
	};
	return byType[field.type] ?? schemaOf([field]);
}

describe('every field of the panel', () => {
	it.each(fields)('%s has a door that takes or refuses every shape', (_, field) => {
		const door = doorOf(field);
		for (const [, value] of SHAPES) {
			const given = field.type === 'json' ? readJson(value, field.displayName) : value;
			try {
				validated(door, isInObject(field) ? { [field.name]: given } : given);
			} catch (error) {
				const { message, description } = error as Error & { description?: string };
				expect(message.length).toBeLessThanOrEqual(600);
				expect(String(description).length).toBeLessThanOrEqual(2_000);
				expect(message).toContain(field.name === 'email' ? 'Email' : field.displayName);
			}
		}
	});

	it('of a dropdown takes the names that it shows', () => {
		const dropdowns = fields.flatMap(([, field]) => (field.type === 'options' ? [field] : []));
		for (const field of dropdowns) {
			for (const { name, value } of field.options as INodePropertyOptions[]) {
				expect(choiceOf(field).parse(name)).toBe(value);
				expect(choiceOf(field).parse(name.toUpperCase())).toBe(value);
			}
		}
	});
});
