import type { IDataObject } from 'n8n-workflow';

/** Whether a value is an object, not a list. */
export function isPlainObject(value: unknown): value is IDataObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
