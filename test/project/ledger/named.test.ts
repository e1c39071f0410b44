import {
	ANY_EVENT,
	eventOptions,
	eventResources,
	isOutcomeType,
} from '../../../nodes/Signaturit/events/catalogue';
import { readDescription, type DescriptionDocument } from '../../service/description/document';
import { readLedger, rowsOf } from './ledger';
import { unnamedParameters, wordsIn } from './named';

const rows = rowsOf(readLedger());
const TYPES = ['event-types', 'certified-event-types'];

/** The event types that rows of the ledger name. */
const typesIn = (of: typeof rows) =>
	[...wordsIn(of, TYPES)].filter((word) => word.includes('_')).sort();

describe('the ledger', () => {
	it('names every parameter that docs/openapi.yaml describes, in a topic of its operation', () => {
		expect(unnamedParameters(readDescription(), rows)).toEqual([]);
	});

	it('names the event types that the nodes know, and no others', () => {
		const offered = eventResources.flatMap(eventOptions).map(({ value }) => String(value));
		const known = offered.filter((type) => type !== ANY_EVENT && !isOutcomeType(type));
		expect(typesIn(rows)).toEqual([...new Set(known)].sort());
	});

	it('names from the reference the event types that docs/openapi.yaml describes, and no others', () => {
		const { anyOf } = readDescription().components.schemas.EventType as {
			anyOf: [{ enum: string[] }];
		};
		const ofReference = rows.filter(({ source }) => source === '[API reference]');
		expect(typesIn(ofReference)).toEqual([...anyOf[0].enum].sort());
	});
});

describe('the check of parameters', () => {
	const row = (text: string) => ({ topic: 'sending', what: text });
	const described = (more: object) =>
		({
			paths: { '/a': { post: { operationId: 'send', 'x-ledger': ['sending'], ...more } } },
			components: { schemas: { Person: { properties: { email: {} } } } },
		}) as unknown as DescriptionDocument;
	const problemsOf = (more: object, text: string) =>
		unnamedParameters(described(more), [row(text)]);
	const body = (schema: object) => ({
		requestBody: { content: { 'application/json': { schema } } },
	});

	it.each([
		['in the query', { parameters: [{ name: 'status[]', in: 'query' }] }, 'status[]'],
		['in the body', body({ properties: { subject: {} } }), 'subject'],
		[
			'within another one',
			body({ items: { anyOf: [{ $ref: '#/components/schemas/Person' }] } }),
			'email',
		],
	])('reports one %s that no row of the topic names', (_, more, name) => {
		expect(problemsOf(more, 'It sends `nothing`.')).toEqual([`send: ${name}`]);
		expect(problemsOf(more, `It sends \`a[0][${name}]\`.`)).toEqual([]);
	});

	it('does not take an ID in the path for a parameter', () => {
		expect(problemsOf({ parameters: [{ name: 'id', in: 'path' }] }, '')).toEqual([]);
	});
});
