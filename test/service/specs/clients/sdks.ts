/**
 * What the vendor's SDKs send: facts from their source, github.com/signaturit/<name>, in their newest public
 * version. Paths have the names of ids in braces.
 */
import {
	json,
	multipart,
	nothing,
	pairsOf,
	STYLES,
	urlEncoded,
	withoutType,
	type Pair,
	type Sent,
	type Upload,
} from './libraries';

type Params = Record<string, unknown>;

/** How an SDK writes its requests. */
export interface Sdk {
	name: string;
	agent: string;
	/** What it adds to lists that are asked for without more. */
	page: string;
	/** What it adds to counts. */
	count: string;
	/** A POST and a PATCH without parameters. */
	noPost: Sent;
	noPatch: Sent;
	/** A POST with a few parameters. */
	post(params: Params, resource: string): Sent;
	patch(params: Params, resource: string): Sent;
	/** A creation with files or without. */
	create(params: Params, files: Upload[], resource: string): Sent;
	/** The name that it gives the nth file. */
	fileName(resource: string, position: number, upload: Upload): string;
}

const withFiles = (
	sdk: Pick<Sdk, 'fileName'>,
	params: Params,
	files: Upload[],
	resource: string,
): Pair[] => [
	...files.map<Pair>((file, position) => [sdk.fileName(resource, position, file), file]),
	...pairsOf(params),
];

const numbered = (_resource: string, position: number) => `files[${position}]`;
const PAGE = '?limit=100&offset=0';

/** .NET and Python write booleans with a capital letter. */
const capital = (value: unknown): unknown => {
	if (typeof value === 'boolean') return value ? 'True' : 'False';
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, capital(item)]));
};

/** PHP writes true as 1, and false and null as nothing. */
const asPhp = (value: unknown): unknown => {
	if (typeof value === 'boolean') return value ? '1' : '';
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, asPhp(item)]));
};

/** A list as rest-client names it: without positions. */
const rubyPairs = (value: unknown, name = ''): Pair[] => {
	if (Array.isArray(value)) return value.flatMap((item) => rubyPairs(item, `${name}[]`));
	if (typeof value !== 'object' || value === null) return [[name, String(value)]];
	return Object.entries(value).flatMap(([key, item]) =>
		rubyPairs(item, name === '' ? key : `${name}[${key}]`),
	);
};

export const SDKS: Sdk[] = [
	{
		name: 'php-sdk',
		agent: 'signaturit-php-sdk 1.1.0',
		page: PAGE,
		count: '',
		noPost: nothing,
		noPatch: { headers: {} },
		post: (params, resource) =>
			resource === 'brandings' ? json(params) : multipart(STYLES.guzzle, pairsOf(params)),
		patch: (params) => json(params),
		create(params, files, resource) {
			const pairs = withFiles(this, asPhp(params) as Params, files, resource);
			return multipart(STYLES.guzzle, pairs);
		},
		fileName: numbered,
	},
	{
		name: 'python-sdk',
		agent: 'signaturit-python-sdk 1.1.0',
		page: PAGE,
		count: '?',
		noPost: nothing,
		noPatch: withoutType(null),
		post: (params, resource) =>
			/users|groups/.test(resource) ? urlEncoded(pairsOf(params)) : json(params),
		patch: (params, resource) => (resource === 'users' ? withoutType(params) : json(params)),
		create(params, files, resource) {
			const pairs = withFiles(this, capital(params) as Params, files, resource);
			return files.length > 0 ? multipart(STYLES.requests, pairs) : urlEncoded(pairs);
		},
		fileName: numbered,
	},
	{
		name: 'java-sdk',
		agent: 'signaturit-java-sdk 1.2.1',
		page: '',
		count: '',
		noPost: multipart(STYLES.okHttp, [['', '']]),
		noPatch: {
			headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
			body: Buffer.from('='),
		},
		post: (params) => multipart(STYLES.okHttp, pairsOf(params)),
		patch: (params) => urlEncoded(pairsOf(params)),
		create(params, files, resource) {
			return multipart(STYLES.okHttp, withFiles(this, params, files, resource));
		},
		fileName: numbered,
	},
	{
		name: 'ruby-sdk',
		agent: 'signaturit-ruby-sdk 1.1.0',
		page: PAGE,
		count: '',
		noPost: urlEncoded([]),
		noPatch: urlEncoded([]),
		post: (params) => urlEncoded(rubyPairs(params)),
		patch: (params) => urlEncoded(rubyPairs(params)),
		create(params, files, resource) {
			const { recipients, ...rest } = params;
			const data = rubyPairs({ recipients: { ...(recipients as object[]) }, ...rest });
			const pairs = withFiles(this, {}, files, resource);
			return files.length > 0
				? multipart(STYLES.restClient, [...data, ...pairs])
				: urlEncoded(data);
		},
		fileName: (resource) => (resource === 'sms' ? 'attachments[]' : 'files[]'),
	},
	{
		name: 'nodejs-sdk',
		agent: 'signaturit-node-sdk 1.2.1',
		page: PAGE,
		count: '',
		noPost: nothing,
		noPatch: nothing,
		post: (params) => json(params),
		patch: (params) => json(params),
		create(params, files, resource) {
			return multipart(STYLES.formData, withFiles(this, params, files, resource));
		},
		fileName: numbered,
	},
	{
		name: 'net-sdk',
		agent: 'signaturit-net-sdk 1.1.1',
		page: PAGE,
		count: '',
		noPost: json({}, 'application/json; charset=UTF-8'),
		noPatch: json({}, 'application/json; charset=UTF-8'),
		post: (params) => json(params, 'application/json; charset=UTF-8'),
		patch: (params) => json(params, 'application/json; charset=UTF-8'),
		create(params, files, resource) {
			if (files.length === 0) return json(params, 'application/json; charset=UTF-8');
			const pairs = withFiles(this, capital(params) as Params, files, resource);
			return multipart(STYLES.flurl, pairs);
		},
		fileName: (_resource, _position, { name }) => `files[${name}]`,
	},
	{
		name: 'swift-sdk',
		agent: 'signaturit-swift-sdk 1.3.0',
		page: PAGE,
		count: '',
		noPost: nothing,
		noPatch: nothing,
		post: (params) =>
			urlEncoded(rubyPairs(params), 'application/x-www-form-urlencoded; charset=utf-8'),
		patch: (params) =>
			urlEncoded(rubyPairs(params), 'application/x-www-form-urlencoded; charset=utf-8'),
		create({ data: _nested, ...params }, files, resource) {
			return multipart(STYLES.alamofire, withFiles(this, params, files, resource));
		},
		fileName: (resource) => (resource === 'signatures' ? 'files[]' : 'attachments[]'),
	},
];
