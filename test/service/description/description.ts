// The API as `docs/openapi.yaml` describes it, to compare whole requests, answers and event posts with.

import type { Tree } from '../http/nested';
import { Checker, queryProblems } from './checker';
import {
	closed,
	readDescription,
	resolved,
	type AnswerObject,
	type OperationObject,
	type Parameter,
	type RequestBody,
} from './document';

/** A request as it is compared with the description. */
export interface DecodedRequest {
	query: string;
	headers: Record<string, unknown>;
	/** Undefined when nobody has read it. Files are objects with a name and a size. */
	body?: Tree;
}

/** An answer as it went over the wire. */
export interface WireAnswer {
	status: number;
	/** Names in lower case. */
	headers: Record<string, unknown>;
	body: Buffer;
}

/** How the files begin that answers may be. */
const SIGNATURES: Record<string, string> = {
	'application/msword': '\u00d0\u00cf\u0011\u00e0',
	'application/pdf': '%PDF-',
	'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'PK',
	'application/zip': 'PK',
};

/** How the local service answers what it does not have, and requests for XML (docs/service.md#environments). */
const UNKNOWN_PATH = [404, 406];

/** An endpoint with its method, as the description has it. */
export class Operation {
	readonly id: string;
	readonly parameters: Parameter[];
	readonly requestBody: RequestBody | undefined;

	constructor(
		readonly method: string,
		readonly path: string,
		private readonly object: OperationObject,
		private readonly context: Pick<Description, 'document' | 'forms' | 'answers'>,
	) {
		const { document } = context;
		this.id = object.operationId;
		this.parameters = (object.parameters ?? []).map((item) => resolved(document, item));
		this.requestBody = object.requestBody && resolved(document, object.requestBody);
	}

	/** The statuses of the answers that are described one by one. */
	get statuses(): number[] {
		return Object.keys(this.object.responses).map(Number).filter(Number.isInteger);
	}

	/** What is wrong with a request, in words. */
	requestProblems({ query, headers, body }: DecodedRequest): string[] {
		return [
			...(/^Bearer \S+$/i.test(String(headers.authorization ?? '')) ? [] : ['there is no token']),
			...queryProblems(
				query,
				this.parameters.filter((parameter) => parameter.in === 'query'),
				this.context.forms,
			),
			...(body ? this.bodyProblems(requestTypeOf(headers), body) : []),
		];
	}

	/** What is wrong with an answer, in words. */
	answerProblems({ status, headers, body }: WireAnswer): string[] {
		const found = this.object.responses[status];
		if (!found) return [`the status ${status} is not described`];
		const answer = resolved(this.context.document, found);
		const missing = Object.entries(answer.headers ?? {}).flatMap(([name, header]) => {
			const { schema } = resolved(this.context.document, header);
			return this.context.answers
				.problems(schema, headers[name.toLowerCase()])
				.map((problem) => `the header ${name}: ${problem}`);
		});
		return [...missing, ...this.contentProblems(answer, headers, body)];
	}

	private bodyProblems(type: string, body: Tree): string[] {
		const { content: described = {}, 'x-also-accepts': more } = this.requestBody ?? {};
		const content = more?.includes(type) ? Object.values(described)[0] : described[type];
		if (content) return this.context.forms.problems(content.schema, plain(body));
		if (Object.keys(body).length === 0)
			return this.requestBody?.required ? ['there is no body'] : [];
		return [this.requestBody ? `the media type ${type} is not described` : 'no body is described'];
	}

	private contentProblems(
		{ content }: AnswerObject,
		headers: WireAnswer['headers'],
		body: Buffer,
	): string[] {
		if (!content) return body.length === 0 ? [] : ['no body is described'];
		const type = mediaTypeOf(headers);
		const described = content[type];
		if (!described) return [`the media type ${type || '(none)'} is not described`];
		const signature = SIGNATURES[type];
		if (signature !== undefined) {
			return body.toString('latin1', 0, signature.length) === signature
				? []
				: [`the body is not ${type}`];
		}
		return this.context.answers.problems(described.schema, parsed(body));
	}
}

/** The service as docs/openapi.yaml describes it, to compare requests, answers and posts with. */
export class Description {
	readonly document = closed(readDescription());
	/** Compares values of forms. */
	readonly forms = new Checker(this.document, true);
	/** Compares values of JSON. */
	readonly answers = new Checker(this.document, false);
	private readonly routes = Object.entries(this.document.paths)
		.map(([path, { parameters = [], ...methods }]) => ({
			pattern: patternOf(path),
			fixed: path.split('{').length,
			operations: new Map(
				Object.entries(methods).map(([method, object]) => [
					method.toUpperCase(),
					new Operation(method.toUpperCase(), path, withShared(object, parameters), this),
				]),
			),
		}))
		// A path without a name in braces comes before those that would take it for an id.
		.sort((one, other) => one.fixed - other.fixed);

	/** All operations. */
	get operations(): Operation[] {
		return this.routes.flatMap(({ operations }) => [...operations.values()]);
	}

	/** The operation that a method and a path without a query mean; undefined when none is described. */
	operation(method: string, path: string): Operation | undefined {
		return this.routes
			.filter(({ pattern }) => pattern.test(path))
			.map(({ operations }) => operations.get(method))
			.find((operation) => operation !== undefined);
	}

	/** What is wrong with the answer to a request that is described nowhere. */
	unknownPathProblems({ status, headers, body }: WireAnswer): string[] {
		if (!UNKNOWN_PATH.includes(status)) return [`the status is not ${UNKNOWN_PATH.join(' or ')}`];
		const { Error: schema = {} } = this.document.components.schemas;
		const type = mediaTypeOf(headers);
		return type === 'application/json'
			? this.answers.problems(schema, parsed(body))
			: [`the media type ${type} is not described`];
	}

	/** What is wrong with the body of an event post: decoded from a form, or parsed from JSON. */
	postProblems(contentType: string, body: Tree): string[] {
		const name = 'certificate' in body ? 'certificateEvent' : 'documentEvent';
		const { content = {} } = this.document.webhooks[name]?.post.requestBody ?? {};
		const type = mediaTypeOf({ 'content-type': contentType });
		const described = content[type];
		if (!described) return [`the media type ${type} is not described`];
		const checker = type === 'application/json' ? this.answers : this.forms;
		return checker.problems(described.schema, plain(body));
	}
}

/** An operation with the parameters that all operations of its path have. */
const withShared = (object: OperationObject, shared: Parameter[]): OperationObject => ({
	...object,
	parameters: [...shared, ...(object.parameters ?? [])],
});

const patternOf = (path: string): RegExp => {
	const text = path
		.split(/\{\w+\}/)
		.map((part) => part.replaceAll('.', '\\.'))
		.join('[^/]+?');
	return new RegExp(`^${text}$`);
};

/** JSON may come without a media type (docs/service.md#accepted-variants). */
const requestTypeOf = (headers: Record<string, unknown>): string =>
	headers['content-type'] === undefined ? 'application/json' : mediaTypeOf(headers);

const mediaTypeOf = (headers: Record<string, unknown>): string =>
	String(headers['content-type'] ?? '')
		.split(';')[0]
		?.trim()
		.toLowerCase() ?? '';

function parsed(body: Buffer): unknown {
	try {
		return JSON.parse(body.toString('utf8'));
	} catch {
		return undefined;
	}
}

/** A decoded body without gaps in its lists, and a copy: the comparison changes text to numbers. */
function plain(value: unknown): unknown {
	if (Array.isArray(value)) return value.filter((item) => item !== undefined).map(plain);
	if (typeof value !== 'object' || value === null) return value;
	const prototype: unknown = Object.getPrototypeOf(value);
	if (prototype !== null && prototype !== Object.prototype) return value;
	return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, plain(item)]));
}
