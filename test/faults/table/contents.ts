// Faults of success answers with the wrong content, hardly any content, or broken compression.

import { brotliCompressSync, gzipSync } from 'node:zlib';
import { bothMoments, type Fault } from './fault';
import { answer, changed, half, LOGIN_PAGE, pass, withBody } from './give';

const content = (
	name: string,
	fields: Omit<Partial<Fault>, 'name'> & Pick<Fault, 'give'>,
): Fault => ({
	name,
	kind: 'other content',
	verdict: 'unknown',
	moments: bothMoments,
	...fields,
});

const small = (name: string, looksLike: Fault['looksLike'], give: Fault['give']): Fault =>
	content(name, { kind: 'hardly any content', looksLike, give });

/** The id in an answer that is about something else. */
const OTHER = JSON.stringify({
	id: '00000000-0000-4000-8000-000000000000',
	created_at: '2020-01-01T00:00:00+0000',
	md5: '0'.repeat(32),
	data: [],
	documents: [],
});

/** Answers 2xx whose content is not what the endpoint documents. */
export const contents: Fault[] = [
	small('200, empty', 'empty', answer(200)),
	small('204', 'empty', answer(204)),
	small('200, {}', 'empty object', answer(200, '{}')),
	small('200, []', 'empty list', answer(200, '[]')),
	small('200, null', 'other JSON', answer(200, 'null')),
	content('200, a JSON string', { looksLike: 'other JSON', give: answer(200, '"accepted"') }),
	content('200, {"status_code":503}', {
		give: answer(200, '{"status_code":503,"message":"Service unavailable"}'),
	}),
	// As a 400, it is no answer of a service that has acted.
	content('200, {"status_code":400}', {
		verdict: 'refused',
		moments: ['before'],
		give: answer(200, '{"status_code":400,"message":"Invalid recipient list"}'),
	}),
	content('200, a login page', { give: answer(200, LOGIN_PAGE, 'text/html') }),
	content('200, an object with another id', { looksLike: 'another id', give: answer(200, OTHER) }),
	content('JSON cut in the middle, its length fits', {
		kind: 'cut',
		give: ({ response, success }) =>
			pass(response, changed(withBody(success), half(withBody(success).body))),
	}),
];

const encoded = (
	name: string,
	status: number,
	encoding: string,
	body: (success: Buffer) => Buffer,
): Fault =>
	content(name, {
		kind: 'compression',
		give: ({ response, success }) =>
			pass(response, {
				...changed(success, body(withBody(success).body), { 'Content-Encoding': encoding }),
				status,
			}),
	});

const page = () => Buffer.from(LOGIN_PAGE);

/** Compressed answers. Three of them are not what they say. */
export const compressions: Fault[] = [
	encoded('HTML that says it is gzip', 200, 'gzip', page),
	encoded('HTML that says it is br', 200, 'br', page),
	encoded('502 with HTML that says it is gzip', 502, 'gzip', page),
	encoded('gzip cut in the middle', 200, 'gzip', (body) => half(gzipSync(body))),
	encoded('br cut in the middle', 200, 'br', (body) => half(brotliCompressSync(body))),
	content('the answer as valid gzip', {
		kind: 'compression',
		verdict: 'done',
		moments: ['after'],
		// Gateways compress content only. Nothing, compressed, could be the rest of an answer that was cut off.
		give: ({ response, success }) =>
			pass(
				response,
				success.body.length > 0
					? changed(success, gzipSync(success.body), { 'Content-Encoding': 'gzip' })
					: success,
			),
	}),
];
