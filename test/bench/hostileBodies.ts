// Bodies made to keep the trigger busy, and how long it takes to refuse them.

import { parse } from 'node:querystring';
import { decodeBody } from '../../nodes/Signaturit/transport/form';
import { parseEvent } from '../../nodes/Signaturit/trigger/post';

/** A body that is made to keep the trigger busy, and Node's own parser for it. */
export interface HostileBody {
	name: string;
	contentType: string;
	bytes: Buffer;
	parser: (text: string) => unknown;
}

const many = (count: number, part: (index: number) => string, glue: string) =>
	Array.from({ length: count }, (_, index) => part(index)).join(glue);

const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';
const event = '"type":"x","created_at":"y"';

export const hostileBodies: HostileBody[] = [
	{
		name: '15 MB of text',
		contentType: JSON_TYPE,
		bytes: Buffer.from(`{${event},"document":{"id":{"x":"${'x'.repeat(15e6)}"}}}`),
		parser: JSON.parse,
	},
	{
		name: 'a history of 200,000 entries',
		contentType: JSON_TYPE,
		bytes: Buffer.from(
			`{${event},"document":{"id":"1","events":[${many(2e5, () => '{"type":"x"}', ',')}]}}`,
		),
		parser: JSON.parse,
	},
	{
		name: '100,000 form keys',
		contentType: FORM_TYPE,
		bytes: Buffer.from(many(1e5, (index) => `k${index}=1`, '&')),
		parser: (text) => parse(text, '&', '=', { maxKeys: 0 }),
	},
];

/** How long the trigger takes to refuse the body, in milliseconds. */
export function refusalTime({ contentType, bytes }: HostileBody): number {
	const started = performance.now();
	const found = parseEvent(decodeBody(contentType, bytes), 'signature');
	const milliseconds = performance.now() - started;
	if (found) throw new Error('The trigger accepts a hostile body as an event');
	return milliseconds;
}

/** How long Node's parser takes to read the body, in milliseconds. */
export function parsingTime({ bytes, parser }: HostileBody): number {
	const started = performance.now();
	parser(bytes.toString('utf8'));
	return performance.now() - started;
}
