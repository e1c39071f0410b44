// A hash that is the same for equal tool calls, although a model writes them anew.

import { createHash } from 'node:crypto';
import type { RequestContent } from '../../../transport/exchange';
import { formPairs } from '../../../transport/form';
import {
	plainAddress,
	plainPersonName,
	plainPhone,
	plainTitle,
	plainValue,
} from '../../../transport/same';

/** The last part of a path in bracket notation, and what stands before it. */
function splitPath(path: string): { parent: string; key: string } {
	const at = path.lastIndexOf('[');
	return at < 0
		? { parent: '', key: path }
		: { parent: path.slice(0, at), key: path.slice(at + 1, -1) };
}

/** The forms of the values of these keys. */
const forms: Partial<Record<string, (text: string) => string>> = {
	email: plainAddress,
	phone: plainPhone,
	name: plainPersonName,
	subject: plainTitle,
	body: plainTitle,
};

const isAddress = (key: string) => key === 'email' || key === 'phone';

/**
 * A hash of what a tool call sends, to whom, and with which custom data. The names of people with an address are not part of
 * it: they are compared with those of the request that is found. Nor is the body, which a model phrases anew, unless it
 * is the only content, as in an SMS. Recipients do not see the address for events.
 */
export function toolCallHash({ fields = {}, files = [] }: RequestContent): string {
	const { data, ...parameters } = fields;
	const given = formPairs(parameters)
		.filter(([path, value]) => value !== '' && path !== 'events_url')
		.map(([path, value]) => ({ path, value, ...splitPath(path) }));
	const people = new Set(given.filter(({ key }) => isAddress(key)).map(({ parent }) => parent));
	const hasDocument = files.length > 0 || given.some(({ parent }) => parent === 'templates');
	const counted = given
		.filter(({ parent, key }) => !(key === 'name' && people.has(parent)))
		.filter(({ key }) => !(key === 'body' && hasDocument))
		.map(({ path, parent, key, value }) => {
			const form = parent === 'templates' ? plainTitle : forms[key];
			return [path, form ? form(value) : value];
		});
	const custom = formPairs(data, 'data').map(([path, value]) => [path, plainValue(value)]);
	const pairs = [...counted, ...custom].map((pair) => JSON.stringify(pair)).sort();
	const hash = createHash('sha256').update(pairs.join('\n'));
	for (const { fileName, content } of files) {
		hash.update(`\n${plainTitle(fileName)}\n`).update(content);
	}
	return hash.digest('base64url');
}
