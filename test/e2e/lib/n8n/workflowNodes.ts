import { randomUUID } from 'node:crypto';

/** A node of a workflow that is to be imported. */
export function node(
	name: string,
	type: string,
	typeVersion: number,
	parameters: object,
	more: object = {},
) {
	return { id: randomUUID(), name, type, typeVersion, position: [0, 0], parameters, ...more };
}

/** What one output of a node is connected with: the next node. */
export const link = (next: string) => [{ node: next, type: 'main', index: 0 }];

/** A connection from a node to the next one. */
export const to = (next: string) => ({ main: [link(next)] });
