import { type INode, NodeApiError, NodeOperationError } from 'n8n-workflow';
import {
	apiError as errorOf,
	errorAbout,
	httpStatusOf,
	isPassing,
	isRefusal,
	problemOf,
	retryAfterOf,
	saidBy,
	textForLog,
	unlessNotFound,
	unlessRefused,
	verdictOf,
	withLines,
	withVerdict,
} from '../../../../nodes/Signaturit/transport/errors/errors';
import type { Problem } from '../../../../nodes/Signaturit/transport/errors/problem';

const node = { name: 'Signaturit' } as INode;
/** The error of a problem that somebody else can mend. */
const apiErrorOf = (of: typeof node, problem: Omit<Problem, 'remedy'> & { remedy?: 'model' }) =>
	errorOf(of, { remedy: 'builder', ...problem });

const apiError = (httpCode: string) =>
	new NodeApiError(node, { message: 'no' }, { message: 'no', description: 'why', httpCode });

const problem = {
	message: 'Invalid pdf',
	description: 'a.txt',
	httpCode: '400',
	remedy: 'model',
} as const;

describe('apiError', () => {
	it('shows the message, the description and the HTTP status of the problem', () => {
		const { remedy, ...shown } = problem;
		const error = apiErrorOf(node, problem);
		expect(error).toMatchObject({ ...shown, name: 'NodeApiError', node });
		expect(error.context.said).toMatchObject({ remedy });
	});

	it.each([undefined, ''])('shows no description when the problem has %j', (description) => {
		const error = apiErrorOf(node, { message: 'Invalid pdf', description });
		expect(error.message).toBe('Invalid pdf');
		expect(error.description).toBeUndefined();
		expect(error.httpCode).toBeNull();
	});
});

describe('the verdict and the time to wait', () => {
	it.each([
		[{ verdict: 'refused', retryAfter: 0 }],
		[{ verdict: 'unknown', retryAfter: 1_500 }],
		[{ verdict: undefined, retryAfter: undefined }],
	] as const)('are read from an error as they were in the problem: %j', (facts) => {
		const error = apiErrorOf(node, { message: 'no', ...facts });
		expect({ verdict: verdictOf(error), retryAfter: retryAfterOf(error) }).toEqual(facts);
	});

	it('are read each by itself when another has written into the context', () => {
		const error = apiErrorOf(node, { message: 'no', verdict: 'unknown', retryAfter: 7 });
		error.context.retryAfter = 'soon';
		expect([verdictOf(error), retryAfterOf(error)]).toEqual(['unknown', undefined]);
		Object.assign(error.context, { verdict: 'perhaps', retryAfter: 7 });
		expect([verdictOf(error), retryAfterOf(error)]).toEqual([undefined, 7]);
	});

	it.each([new Error('no'), 'no', undefined])('are not in %p', (error) => {
		expect(verdictOf(error)).toBeUndefined();
		expect(retryAfterOf(error)).toBeUndefined();
	});
});

describe('problemOf', () => {
	it('is the problem of which the error was made', () => {
		expect(problemOf(apiErrorOf(node, problem))).toEqual(problem);
		expect(problemOf(apiErrorOf(node, { message: 'no' }))).toEqual({
			message: 'no',
			remedy: 'builder',
		});
	});

	it('has no HTTP status when the error is not of the service', () => {
		const error = new NodeOperationError(node, 'no', { description: 'why' });
		expect(problemOf(Object.assign(error, { httpCode: '404' }))).toEqual({
			message: 'no',
			description: 'why',
			remedy: 'builder',
		});
	});
});

describe('withVerdict', () => {
	it('gives the same error the verdict, in place of an earlier one', () => {
		const error = apiErrorOf(node, { message: 'no', verdict: 'refused' });
		expect(withVerdict(error, 'unknown')).toBe(error);
		expect(verdictOf(error)).toBe('unknown');
		expect(verdictOf(withVerdict(new NodeOperationError(node, 'no'), 'refused'))).toBe('refused');
	});
});

describe('withLines', () => {
	it('adds lines to the description of the same error', () => {
		const error = apiErrorOf(node, { message: 'no', description: 'why' });
		expect(withLines(error, ['a', 'b'])).toBe(error);
		expect(error.description).toBe('why\na\nb');
		expect(withLines(new NodeOperationError(node, 'no'), ['a']).description).toBe('a');
	});
});

describe('an error with an HTTP status', () => {
	it.each([
		['200', 'may pass'],
		['302', 'may pass'],
		['399', 'may pass'],
		['400', 'is a refusal'],
		['401', 'is a refusal'],
		['403', 'is a refusal'],
		['404', 'is a refusal'],
		['408', 'may pass'],
		['429', 'may pass'],
		['500', 'may pass'],
		['502', 'may pass'],
	])('%s of the service %s', (httpCode, kind) => {
		const error = apiErrorOf(node, { message: 'no', httpCode });
		expect([isRefusal(error), isPassing(error)]).toEqual([
			kind === 'is a refusal',
			kind === 'may pass',
		]);
	});

	it('may pass when it has no status', () => {
		const error = apiErrorOf(node, { message: 'no', httpCode: undefined });
		expect([isRefusal(error), isPassing(error)]).toEqual([false, true]);
	});

	it('499 is a refusal too, although the same request may succeed later', () => {
		expect([isRefusal(apiError('499')), isPassing(apiError('499'))]).toEqual([true, true]);
	});

	it('is neither a refusal nor passing when it is not of the service', () => {
		expect([isRefusal(new Error('no')), isPassing(new Error('no'))]).toEqual([false, false]);
	});
});

describe('httpStatusOf', () => {
	it('is the status of an answer, of errors of the service only', () => {
		expect(httpStatusOf(apiError('404'))).toBe(404);
		expect(httpStatusOf(apiError('403'))).toBe(403);
		expect(httpStatusOf(apiError(''))).toBeUndefined();
		expect(httpStatusOf(Object.assign(new Error('no'), { httpCode: '404' }))).toBeUndefined();
	});
});

describe('unlessNotFound and unlessRefused', () => {
	it.each([
		{ name: 'unlessNotFound', unless: unlessNotFound, statuses: ['404'], other: '403' },
		{ name: 'unlessRefused', unless: unlessRefused, statuses: ['401', '403', '404'], other: '400' },
	])('$name gives undefined after $statuses, and throws after $other', async (row) => {
		const { unless, statuses, other } = row;
		expect(await unless(Promise.resolve(1))).toBe(1);
		for (const status of statuses) {
			expect(await unless(Promise.reject(apiError(status)))).toBeUndefined();
		}
		await expect(unless(Promise.reject(apiError(other)))).rejects.toThrow('no');
		await expect(unless(Promise.reject(new Error('other')))).rejects.toThrow('other');
	});
});

describe('errorAbout', () => {
	it('puts the subject before the message of a service error and keeps the HTTP status', () => {
		const error = errorAbout(node, apiError('404'), '"a.pdf"', 'Do this.');
		expect(error).toMatchObject({
			name: 'NodeApiError',
			message: '"a.pdf": no',
			description: 'why\nDo this.',
			httpCode: '404',
		});
	});

	it('has only the description that the service error or the caller gives', () => {
		expect(errorAbout(node, apiError('404'), '"a.pdf"').description).toBe('why');
		const bare = apiErrorOf(node, { message: 'no', httpCode: '404' });
		expect(errorAbout(node, bare, '"a.pdf"', 'Do this.').description).toBe('Do this.');
		expect(errorAbout(node, bare, '"a.pdf"').description).toBeUndefined();
		expect(errorAbout(node, new Error('disk full'), '"a.pdf"').description).toBeUndefined();
	});

	it('puts the subject before the message of any other error', () => {
		const error = errorAbout(node, new Error('disk full'), '"a.pdf"', 'Do this.');
		expect(error).toMatchObject({
			name: 'NodeOperationError',
			message: '"a.pdf": disk full',
			description: 'Do this.',
		});
		expect(errorAbout(node, 'text', '"a.pdf"').message).toBe('"a.pdf": text');
	});
});

describe('errorAbout for a request that writes', () => {
	const refused = apiErrorOf(node, { message: 'no', verdict: 'refused' });

	it('keeps the verdict', () => {
		expect(verdictOf(errorAbout(node, refused, '"a.pdf"'))).toBe('refused');
		expect(verdictOf(errorAbout(node, new Error('no'), '"a.pdf"'))).toBeUndefined();
	});

	it('takes the verdict that it is given', () => {
		expect(verdictOf(errorAbout(node, refused, '"a.pdf"', '', 'unknown'))).toBe('unknown');
		const other = errorAbout(node, new Error('no'), '"a.pdf"', '', 'refused');
		expect(verdictOf(other)).toBe('refused');
	});

	it('lets nobody try again when it is unknown only now: a call that succeeds later may send it twice', () => {
		const busy = errorOf(node, { message: 'no', remedy: 'later' });
		expect(saidBy(errorAbout(node, busy, '"a.pdf"')).remedy).toBe('later');
		expect(saidBy(errorAbout(node, busy, '"a.pdf"', '', 'unknown')).remedy).toBe('nobody');
		const lost = errorOf(node, { message: 'no', remedy: 'later', verdict: 'unknown' });
		expect(saidBy(errorAbout(node, lost, '"a.pdf"', '', 'unknown')).remedy).toBe('later');
	});
});

describe('textForLog', () => {
	it.each([
		['no', 'no'],
		['The user ada.b+c@example.com is banned', 'The user … is banned'],
		['"ada@example.com", <b@example.org>: no', '"…", <…>: no'],
		['at https://n8n.example/webhook/1/events.json?x=y.', 'at https://n8n.example…'],
		['at http://127.0.0.1:5678/webhook/1: no', 'at http://127.0.0.1:5678… no'],
		['at http://127.0.0.1:5678', 'at http://127.0.0.1:5678'],
	])('makes of %s: %s', (message, text) => {
		expect(textForLog(new Error(message))).toBe(text);
	});

	it('makes text of anything thrown', () => {
		expect(textForLog('ada@example.com')).toBe('…');
	});
});
