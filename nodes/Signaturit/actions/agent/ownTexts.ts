// Which texts of a tool a model fills in, and how long they may be.

import type { NodeParameterValueType } from 'n8n-workflow';
import type { ExecuteCall } from '../../transport/call';
import { Refusal } from '../../transport/errors/refusal';
import { isPlainObject } from '../../transport/shapes';

/** Longest text that a model may fill in, in characters. */
const MAX_TEXT = 10_000;

const ASKS_MODEL = /\$fromAI\b/i;

/** Whether a model fills in any of these parameters: their expressions ask it. */
export const asksModel = (parameters: unknown): boolean =>
	ASKS_MODEL.test(JSON.stringify(parameters) ?? '');

/**
 * To be called before anything is done in a tool. Texts of the builder may be of any length.
 *
 * @throws Refusal for a text that a model has filled in and that is too long
 */
export function checkLengths(call: ExecuteCall): void {
	for (const [name, raw] of Object.entries(call.node.parameters)) {
		if (!asksModel(raw)) continue;
		const value: unknown = call.n8n.getNodeParameter(name, 0, null);
		const tooLong = lengthsOf(raw, value).find((length) => length > MAX_TEXT);
		if (tooLong === undefined) continue;
		throw new Refusal(
			`An argument has ${tooLong} characters (field ${name}). This tool takes ${MAX_TEXT} at most.`,
			'model',
		);
	}
}

/** The lengths of the texts that a model fills in, in characters. */
function lengthsOf(raw: NodeParameterValueType, value: unknown): number[] {
	if (typeof raw === 'string') {
		if (!ASKS_MODEL.test(raw)) return [];
		return [(typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).length];
	}
	if (typeof raw !== 'object' || raw === null) return [];
	const entries = isPlainObject(value) || Array.isArray(value) ? Object.entries(value) : [];
	const values = new Map<string, unknown>(entries);
	return Object.entries(raw).flatMap(([key, each]) =>
		lengthsOf(each as NodeParameterValueType, values.get(key)),
	);
}
