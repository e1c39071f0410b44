// Hints at custom data that differ from those stored with a creation found by its Reference.

import type { IDataObject } from 'n8n-workflow';
import { isOurKey } from '../../events/tracking';
import { MAX_DATA_LENGTH } from '../../input/customData';
import { cut, showHidden, showValue } from '../../transport/errors/shown';
import { plainKey, plainValue } from '../../transport/same';
import { creations, type Creation } from './creation';
import type { Existing } from './look';

/** Most keys that are named, and longest part of a key, in characters. */
const MOST_NAMED = 3;
const MAX_KEY = 40;

/** The service may read a key in the form of PHP (docs/service.md#custom-data). */
const formKey = (key: string) => plainKey(key).replace(/[\s.[\]]+/g, '_');

const isText = (value: unknown) => ['string', 'number', 'boolean'].includes(typeof value);

/** The values by `formKey`, without ours and those that are no text. */
const valuesOf = (data: Readonly<Record<string, unknown>>) =>
	new Map(
		Object.entries(data)
			.filter(([key, value]) => !isOurKey(key) && isText(value))
			.map(([key, value]) => [formKey(key), { key, value: String(value) }]),
	);

/** Whether a value is stored as this one, as far as that is certain: the service may cut it (docs/service.md#text-lengths). */
function isStoredAs(value: string, stored: string): boolean {
	const [whole, kept] = [plainValue(value), plainValue(stored)];
	return whole === kept || (whole.length > MAX_DATA_LENGTH && whole.startsWith(kept));
}

/**
 * Says how the custom data of an item differ from what is stored with a creation that was found by its Reference:
 * values are no part of `CreationContents`. A key that is stored nowhere may have filled a field of the document, so
 * only keys that are stored are compared.
 */
export function storedDataHints(
	{ resource, fields }: Pick<Creation, 'resource' | 'fields'>,
	{ delivery: { id, data } }: Pick<Existing, 'delivery'>,
): string[] {
	const ours = valuesOf((fields.data ?? {}) as IDataObject);
	const all = [...valuesOf(data)].flatMap(([form, { key, value }]) => {
		const own = ours.get(form)?.value;
		return own !== undefined && isStoredAs(own, value) ? [] : [{ key, value, own }];
	});
	if (all.length === 0) return [];
	const named = all.slice(0, MOST_NAMED).map(({ key, value, own }) => {
		const name = showHidden(cut(key, MAX_KEY));
		const stored = `${name} ${showValue(value)}`;
		if (all.length === 1) return { stored, own: own === undefined ? 'none' : showValue(own) };
		return { stored, own: own === undefined ? `no ${name}` : `${name} ${showValue(own)}` };
	});
	const stored = named.map((one) => one.stored).join(', ');
	const own = named.map((one) => one.own).join(', ');
	const more = all.length > MOST_NAMED ? ` (and ${all.length - MOST_NAMED} more differ)` : '';
	return [
		`The ${creations[resource].noun} ${id} exists already, with ${stored}; this item has ${own}${more}. Nothing was sent. To send this one too, use another Reference.`,
	];
}
