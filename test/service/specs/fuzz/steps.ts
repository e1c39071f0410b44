// The steps of a fuzz sequence: requests, and what people and time do between them.

import fc, { type Arbitrary } from 'fast-check';

import type { Description, Operation } from '../../description/description';
import { holdsFile, MULTIPART } from './bodies';
import { mutations, type Mutation } from './mutations';
import { Values } from './values';

/** What people and time do between requests. */
export const ACTS = ['sign', 'decline', 'bounce', 'open', 'expire', 'advance'] as const;

/** How a request is spoiled besides its values. */
export const SPOILS = ['no token', 'wrong token', 'cut body', 'other media type'] as const;

/** A request to one operation. */
export interface RequestStep {
	kind: 'request';
	operationId: string;
	/** Which of the known ids the path gets, and what stands there if `strangeId` is set. */
	pick: number;
	strangeId: string | undefined;
	query: Record<string, unknown>;
	mediaType: string;
	body: Record<string, unknown>;
	queryMutations: Mutation[];
	bodyMutations: Mutation[];
	spoil: (typeof SPOILS)[number] | undefined;
}

export interface ActStep {
	kind: 'act';
	act: (typeof ACTS)[number];
	pick: number;
}

export type Step = RequestStep | ActStep;

/** Steps to any operation of a description, in the order in which a sequence takes them. */
export function stepsOf(description: Description): Arbitrary<Step> {
	const values = new Values(description.document, description.forms);
	const requests = description.operations.map((operation) => ({
		// Most other requests need something that was created before.
		weight: operation.id.startsWith('create') ? 4 : 1,
		arbitrary: requestTo(operation, values),
	}));
	return fc.oneof({ weight: 8, arbitrary: fc.oneof(...requests) }, acts);
}

const acts: Arbitrary<Step> = fc.record({
	kind: fc.constant('act' as const),
	act: fc.constantFrom(...ACTS),
	pick: fc.nat(1000),
});

const strangeIds = fc.oneof(
	fc.uuid(),
	fc.constantFrom('0', '*', 'count', 'a b', '../x', '%', "' or 1=1", 'é', 'x'.repeat(400)),
	fc.string({ minLength: 1, maxLength: 20 }).filter((text) => !/^\.+$/.test(text)),
);

/** Nothing so many times as there is something once. */
const rarely = <T>(arbitrary: Arbitrary<T>, times: number): Arbitrary<T | undefined> =>
	fc.oneof({ weight: times, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });

/** Most requests are as described; the others have one or two values changed, or are spoiled otherwise. */
function requestTo(operation: Operation, values: Values): Arbitrary<Step> {
	const query = operation.parameters.filter((parameter) => parameter.in === 'query');
	const content = operation.requestBody?.content ?? {};
	const types = Object.keys(content);
	const { schema = { type: 'object' } } = content[types[0] ?? ''] ?? {};
	const few = fc.oneof(
		{ weight: 3, arbitrary: fc.constant<Mutation[]>([]) },
		{ weight: 1, arbitrary: fc.array(mutations, { minLength: 1, maxLength: 2 }) },
	);
	const requests = fc.record({
		kind: fc.constant('request' as const),
		operationId: fc.constant(operation.id),
		pick: fc.nat(1000),
		strangeId: rarely(strangeIds, 9),
		query: fc.record(
			Object.fromEntries(
				query.map(({ name, schema: described = {} }) => [name, values.of(described)]),
			),
			{ requiredKeys: [] },
		),
		mediaType: fc.constantFrom(...(types.length > 0 ? types : ['application/json'])),
		body: values.of(schema) as Arbitrary<Record<string, unknown>>,
		queryMutations: few,
		bodyMutations: few,
		spoil: rarely(fc.constantFrom(...SPOILS), 19),
	});
	if (!types.includes(MULTIPART)) return requests;
	// No other media type holds files, so most requests with files would be refused.
	return requests.map((request) => ({
		...request,
		...(request.pick % 10 > 0 && holdsFile(request.body) && { mediaType: MULTIPART }),
	}));
}
