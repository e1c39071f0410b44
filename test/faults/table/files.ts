// Faults of downloads: answers that are not the file, or only a part of it.

import type { Fault } from './fault';
import { answer, changed, half, LOGIN_PAGE, pass } from './give';

const PDF_ONLY = /download\/(?!attachments)/;

const file = (name: string, give: Fault['give'], fields: Partial<Fault> = {}): Fault => ({
	name,
	kind: 'file',
	verdict: 'unknown',
	moments: [],
	give,
	only: /download\//,
	...fields,
});

/** A later revision of a PDF, as signing software appends it. */
const REVISION = Buffer.from(
	'\n9 0 obj\n<<>>\nendobj\nxref\n0 0\ntrailer\n<<>>\nstartxref\n9\n%%EOF\n',
);
const revised = (bytes: Buffer) => Buffer.concat([bytes, REVISION]);

/** A ZIP archive without entries is its end record. */
export const EMPTY_ZIP = Buffer.concat([Buffer.from('PK\u0005\u0006', 'latin1'), Buffer.alloc(18)]);

/** Answers 200 to downloads that are not the file, or not all of it. */
export const files: Fault[] = [
	file('half a file, its length fits', ({ response, success }) =>
		pass(response, changed(success, half(success.body))),
	),
	file('half a file without a length', ({ request, success }) => {
		request.socket.write(headOf(success.headers));
		request.socket.end(half(success.body));
	}),
	file(
		'a PDF cut at the end of an earlier revision, without a length',
		({ request, success }) => {
			request.socket.write(headOf(success.headers));
			request.socket.end(success.body);
		},
		{ only: PDF_ONLY, times: 1, file: revised },
	),
	file('HTML that says it is the file', ({ response, success }) =>
		pass(response, changed(success, Buffer.from(LOGIN_PAGE))),
	),
	file('HTML with the marks of a PDF', ({ response, success }) =>
		pass(response, changed(success, Buffer.from('<html>%PDF-1.7 startxref %%EOF</html>'))),
	),
	file('200 with a JSON error', answer(200, '{"status_code":404,"message":"Not found"}')),
	file('the file as text/html', ({ response, success }) =>
		pass(response, changed(success, success.body, { 'content-type': 'text/html' })),
	),
	file('the file, then garbage', ({ response, success }) =>
		pass(response, changed(success, Buffer.concat([success.body, Buffer.alloc(5_000, 'x')]))),
	),
	file(
		'the file as binary/octet-stream',
		({ response, success }) =>
			pass(response, changed(success, success.body, { 'content-type': 'binary/octet-stream' })),
		{ verdict: 'done' },
	),
	file(
		'an empty ZIP archive',
		({ response, success }) => pass(response, changed(success, EMPTY_ZIP)),
		{
			verdict: 'done',
			only: /download\/attachments/,
			file: () => EMPTY_ZIP,
		},
	),
];

function headOf(headers: Record<string, string>): string {
	const lines = Object.entries(headers)
		.filter(([name]) => name.toLowerCase() !== 'content-length')
		.map(([name, value]) => `${name}: ${value}\r\n`);
	return `HTTP/1.1 200 OK\r\n${lines.join('')}Connection: close\r\n\r\n`;
}
