// Changes that often make a valid body or query of a fuzz request invalid.

import fc, { type Arbitrary } from 'fast-check';

/** A change of one value in a body or a query: which value, counted from the first, and what becomes of it. */
export interface Mutation {
	place: number;
	change: Change;
}

interface Change {
	kind: 'remove' | 'wrap' | 'repeat' | 'add' | 'replace';
	/** What `replace` puts there. */
	value?: unknown;
}

const STRANGE: unknown[] = [
	null,
	'',
	' ',
	'0',
	-1,
	0,
	101,
	366,
	1.5,
	1e21,
	true,
	'true',
	'not this',
	'2026-02-30',
	'ada@',
	'javascript:alert(1)',
	'{{url}}',
	'\u0000',
	'٣',
	'👩‍👩‍👧'.repeat(70),
	'x'.repeat(5000),
	[],
	{},
	['a'],
	{ a: 'b' },
	{ constructor: 'x' },
	[[['deep']]],
];

/** Changes that often make a valid value invalid. */
export const mutations: Arbitrary<Mutation> = fc.record({
	place: fc.nat(60),
	change: fc.oneof(
		fc.constantFrom<Change['kind'][]>('remove', 'wrap', 'repeat', 'add').map((kind) => ({ kind })),
		fc.record({
			kind: fc.constant('replace' as const),
			value: fc.constantFrom(...STRANGE),
		}),
	),
});

type Parent = Record<string, unknown>;

/** Changes a tree in place. */
export function mutate(tree: Parent, { place, change }: Mutation): void {
	const places = placesIn(tree);
	const [parent, key] = places[place % places.length] ?? [tree, 'unknown'];
	if (change.kind === 'remove') Reflect.deleteProperty(parent, key);
	else if (change.kind === 'add') parent[`${key}x`] = 'x';
	else if (change.kind === 'wrap') parent[key] = [parent[key]];
	// In a query, the name is given twice then.
	else if (change.kind === 'repeat') parent[key] = [parent[key], parent[key]];
	else parent[key] = structuredClone(change.value);
}

/** Every place of a value, as its parent and its name there. */
function placesIn(tree: Parent): [Parent, string][] {
	return Object.keys(tree).flatMap((key) => {
		const value = tree[key];
		const isParent =
			typeof value === 'object' &&
			value !== null &&
			(Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype);
		return [[tree, key] as [Parent, string], ...(isParent ? placesIn(value as Parent) : [])];
	});
}
