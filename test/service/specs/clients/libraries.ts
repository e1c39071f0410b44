// How the HTTP libraries of several languages write forms and files.

/** How HTTP libraries write bodies: the same for all that is sent with them. */

/** What a request has besides its method and path. */
export interface Sent {
	headers: Record<string, string>;
	body?: Buffer;
}

/** A file that is sent. */
export interface Upload {
	name: string;
	bytes: Buffer;
	type: string;
}

export type Pair = [name: string, value: string | Upload];

interface MultipartStyle {
	boundary: string;
	/** The boundary as the header has it, where that differs. */
	quotedBoundary?: boolean;
	/** The lines before a text. */
	text(name: string, length: number): string[];
	/** The lines before a file. */
	file(name: string, upload: Upload): string[];
}

const DISPOSITION = 'Content-Disposition: form-data;';

const named = (name: string) => `${DISPOSITION} name="${name}"`;
const withFile = (name: string, file: Upload) => `${named(name)}; filename="${file.name}"`;

const plain = (name: string) => [named(name)];
const withLength = (name: string, length: number) => [named(name), `Content-Length: ${length}`];
const typed = (name: string, file: Upload) => [withFile(name, file), `Content-Type: ${file.type}`];

/** .NET quotes only names that are no token, and gives the name of a file twice. */
const dotNetName = (name: string) => (/^\w+$/.test(name) ? name : `"${name}"`);

export const STYLES = {
	curl: { boundary: '------------------------d74496d66958873e', text: plain, file: typed },
	/** PHP: guzzlehttp/psr7 2.1. */
	guzzle: {
		boundary: '1ec2f2e47bd3b2ae6a2b2dbb6a2d5b6d0e0a5a0b',
		text: withLength,
		file: (name, file) => [
			withFile(name, file),
			`Content-Length: ${file.bytes.length}`,
			`Content-Type: ${file.type}`,
		],
	},
	/** Python: requests, with urllib3. A file that is opened without more has no type. */
	requests: {
		boundary: 'd0d1f6f8b4c54a0f9b3a7c1f6a2b4c5d',
		text: plain,
		file: (name, file) => [withFile(name, file)],
	},
	/** Java: OkHttp 3.14. */
	okHttp: {
		boundary: '5f1f1f0e-0d3a-4b0e-9f5c-2b1f6a7d8e9f',
		text: withLength,
		file: (name, file) => [
			...typed(name, { ...file, type: '*/*' }),
			`Content-Length: ${file.bytes.length}`,
		],
	},
	/** Ruby: rest-client 2.1. */
	restClient: { boundary: '----RubyFormBoundaryXk3dyjT8q0ZWnEsL', text: plain, file: typed },
	/** Node.js: form-data, with request or axios. */
	formData: {
		boundary: '--------------------------735323031399963166993862',
		text: plain,
		file: typed,
	},
	/** .NET: Flurl, with System.Net.Http. */
	flurl: {
		boundary: '0fb2a3c4-5d6e-4f70-8192-a3b4c5d6e7f8',
		quotedBoundary: true,
		text: (name) => [
			'Content-Type: text/plain; charset=utf-8',
			`${DISPOSITION} name=${dotNetName(name)}`,
		],
		file: (name, file) => [
			`Content-Type: ${file.type}`,
			`${DISPOSITION} name=${dotNetName(name)}; filename=${dotNetName(file.name)}; ` +
				`filename*=utf-8''${encodeURIComponent(file.name)}`,
		],
	},
	/** Swift: Alamofire 4. */
	alamofire: {
		boundary: 'alamofire.boundary.9c3f1b0a5d7e2f48',
		text: plain,
		file: (name, file) => typed(name, { ...file, type: 'application/octet-stream' }),
	},
} satisfies Record<string, MultipartStyle>;

export function multipart(style: MultipartStyle, pairs: Pair[]): Sent {
	const { boundary, quotedBoundary } = style;
	const parts = pairs.map(([name, value]) => {
		const bytes = typeof value === 'string' ? Buffer.from(value) : value.bytes;
		const lines =
			typeof value === 'string' ? style.text(name, bytes.length) : style.file(name, value);
		const head = `--${boundary}\r\n${lines.join('\r\n')}\r\n\r\n`;
		return Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n')]);
	});
	const type = `multipart/form-data; boundary=${quotedBoundary ? `"${boundary}"` : boundary}`;
	return {
		headers: { 'Content-Type': type },
		body: Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]),
	};
}

const FORM = 'application/x-www-form-urlencoded';

const ofType = (type: string, body: string): Sent => ({
	headers: { 'Content-Type': type },
	body: Buffer.from(body),
});

const escaped = (text: unknown) => encodeURIComponent(String(text)).replaceAll('%20', '+');

/** A form, with names and values escaped. */
export const urlEncoded = (pairs: Pair[], type = FORM): Sent =>
	ofType(type, pairs.map((pair) => pair.map(escaped).join('=')).join('&'));

/** A form as `curl -d … -d …` writes it, which encodes nothing. */
export const unescapedForm = (pairs: Pair[]): Sent =>
	ofType(FORM, pairs.map((pair) => pair.join('=')).join('&'));

export const json = (value: unknown, type = 'application/json'): Sent =>
	ofType(type, JSON.stringify(value));

export const withoutType = (value: unknown): Sent => ({ ...json(value), headers: {} });

/** No body; clients say so of a POST. */
export const nothing: Sent = { headers: { 'Content-Length': '0' } };

/** Nested parameters as pairs with bracket names, lists with their positions. */
export function pairsOf(value: unknown, name = ''): Pair[] {
	if (typeof value !== 'object' || value === null)
		return [[name, value === null ? '' : String(value)]];
	return Object.entries(value).flatMap(([key, item]) =>
		pairsOf(item, name === '' ? key : `${name}[${key}]`),
	);
}
