// How each of the vendor's SDKs writes its requests, as read from its source.

/**
 * What the vendor's SDKs send: facts from their source, github.com/signaturit/<name>, in their newest public
 * version.
 */
import {
	json,
	multipart,
	nothing,
	pairsOf,
	STYLES,
	unescapedForm,
	urlEncoded,
	withoutType,
	type Pair,
	type Sent,
	type Upload,
} from './libraries';

type Params = Record<string, unknown>;

/** How an SDK writes its requests. */
export interface Sdk {
	/** With its version, as its user agent has it. */
	name: string;
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
}

const PAGE = '?limit=100&offset=0';
const UTF_8_JSON = 'application/json; charset=UTF-8';

const filesAs = (files: Upload[], nameOf: (position: number, name: string) => string) =>
	files.map<Pair>((file, position) => [nameOf(position, file.name), file]);
const numbered = (files: Upload[]) => filesAs(files, (position) => `files[${position}]`);

/** Parameters with words in the place of booleans. */
const withBooleans = (value: unknown, yes: string, no: string): unknown => {
	if (typeof value === 'boolean') return value ? yes : no;
	if (typeof value !== 'object' || value === null) return value;
	const entries = Object.entries(value);
	return Object.fromEntries(entries.map(([name, item]) => [name, withBooleans(item, yes, no)]));
};
/** PHP writes true as 1 and false as nothing, .NET and Python write booleans with a capital letter. */
const phpPairs = (params: Params) => pairsOf(withBooleans(params, '1', ''));
const capitalPairs = (params: Params) => pairsOf(withBooleans(params, 'True', 'False'));

/** A list as rest-client names it: without positions. */
const rubyPairs = (value: unknown, name = ''): Pair[] => {
	if (Array.isArray(value)) return value.flatMap((item) => rubyPairs(item, `${name}[]`));
	if (typeof value !== 'object' || value === null) return [[name, String(value)]];
	return Object.entries(value).flatMap(([key, item]) =>
		rubyPairs(item, name === '' ? key : `${name}[${key}]`),
	);
};

const swiftForm = (params: Params) =>
	urlEncoded(rubyPairs(params), 'application/x-www-form-urlencoded; charset=utf-8');

export const SDKS: Sdk[] = [
	{
		name: 'php-sdk 1.1.0',
		page: PAGE,
		count: '',
		noPost: nothing,
		noPatch: { headers: {} },
		post: (params, resource) =>
			resource === 'brandings' ? json(params) : multipart(STYLES.guzzle, pairsOf(params)),
		patch: (params) => json(params),
		create: (params, files) => multipart(STYLES.guzzle, [...numbered(files), ...phpPairs(params)]),
	},
	{
		name: 'python-sdk 1.1.0',
		page: PAGE,
		count: '?',
		noPost: nothing,
		noPatch: withoutType(null),
		post: (params, resource) =>
			/users|groups/.test(resource) ? urlEncoded(pairsOf(params)) : json(params),
		patch: (params, resource) => (resource === 'users' ? withoutType(params) : json(params)),
		create: (params, files) => {
			const pairs = [...numbered(files), ...capitalPairs(params)];
			return files.length > 0 ? multipart(STYLES.requests, pairs) : urlEncoded(pairs);
		},
	},
	{
		name: 'java-sdk 1.2.1',
		page: '',
		count: '',
		noPost: multipart(STYLES.okHttp, [['', '']]),
		noPatch: unescapedForm([['', '']]),
		post: (params) => multipart(STYLES.okHttp, pairsOf(params)),
		patch: (params) => urlEncoded(pairsOf(params)),
		create: (params, files) => multipart(STYLES.okHttp, [...numbered(files), ...pairsOf(params)]),
	},
	{
		name: 'ruby-sdk 1.1.0',
		page: PAGE,
		count: '',
		noPost: urlEncoded([]),
		noPatch: urlEncoded([]),
		post: (params) => urlEncoded(rubyPairs(params)),
		patch: (params) => urlEncoded(rubyPairs(params)),
		create: ({ recipients, ...params }, files, resource) => {
			const data = rubyPairs({ recipients: { ...(recipients as object[]) }, ...params });
			if (files.length === 0) return urlEncoded(data);
			const name = resource === 'sms' ? 'attachments[]' : 'files[]';
			return multipart(STYLES.restClient, [...data, ...filesAs(files, () => name)]);
		},
	},
	{
		name: 'node-sdk 1.2.1',
		page: PAGE,
		count: '',
		noPost: nothing,
		noPatch: nothing,
		post: (params) => json(params),
		patch: (params) => json(params),
		create: (params, files) => multipart(STYLES.formData, [...numbered(files), ...pairsOf(params)]),
	},
	{
		name: 'net-sdk 1.1.1',
		page: PAGE,
		count: '',
		noPost: json({}, UTF_8_JSON),
		noPatch: json({}, UTF_8_JSON),
		post: (params) => json(params, UTF_8_JSON),
		patch: (params) => json(params, UTF_8_JSON),
		create: (params, files) => {
			if (files.length === 0) return json(params, UTF_8_JSON);
			const named = filesAs(files, (_position, name) => `files[${name}]`);
			return multipart(STYLES.flurl, [...named, ...capitalPairs(params)]);
		},
	},
	{
		name: 'swift-sdk 1.3.0',
		page: PAGE,
		count: '',
		noPost: nothing,
		noPatch: nothing,
		post: swiftForm,
		patch: swiftForm,
		create: ({ data: _nested, ...params }, files, resource) => {
			const name = resource === 'signatures' ? 'files[]' : 'attachments[]';
			return multipart(STYLES.alamofire, [...filesAs(files, () => name), ...pairsOf(params)]);
		},
	},
];
