import { NodeApiError, NodeOperationError, type INode } from 'n8n-workflow';
import {
	apiError as apiErrorOf,
	errorAbout,
	problemOf,
	httpStatusOf,
	isPassing,
	isRefusal,
	retryAfterOf,
	unlessNotFound,
	unlessRefused,
	verdictOf,
	withLines,
	withVerdict,
} from '../../../../nodes/Signaturit/transport/errors/errors';

const node = { name: 'Signaturit' } as INode;
const apiError = (httpCode: string) =>
	new NodeApiError(node, { message: 'no' }, { message: 'no', description: 'why', httpCode });

describe('apiError', () => {
	it('shows the message, the description and the HTTP status of the problem', () => {
		const problem = { message: 'Invalid pdf', description: 'a.txt', httpCode: '400' };
		expect(apiErrorOf(node, problem)).toMatchObject({ ...problem, name: 'NodeApiError', node });
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
		const problem = { message: 'Invalid pdf', description: 'a.txt', httpCode: '400' };
		expect(problemOf(apiErrorOf(node, problem))).toEqual(problem);
		expect(problemOf(apiErrorOf(node, { message: 'no' }))).toEqual({ message: 'no' });
	});

	it('has no HTTP status when the error is not of the service', () => {
		const error = new NodeOperationError(node, 'no', { description: 'why' });
		expect(problemOf(Object.assign(error, { httpCode: '404' }))).toEqual({
			message: 'no',
			description: 'why',
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

describe('isRefusal', () => {
	it.each([
		[true, '400'],
		[true, '401'],
		[true, '404'],
		[true, '499'],
		[false, '399'],
		[false, '408'],
		[false, '429'],
		[false, '500'],
		[false, undefined],
	])('is %s for an error of the service with the status %s', (expected, httpCode) => {
		expect(isRefusal(apiErrorOf(node, { message: 'no', httpCode }))).toBe(expected);
	});

	it('is false for an error that is not of the service', () => {
		expect(isRefusal(new Error('no'))).toBe(false);
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

describe('unlessNotFound', () => {
	it('returns undefined after a 404 and throws any other error', async () => {
		expect(await unlessNotFound(Promise.resolve(1))).toBe(1);
		expect(await unlessNotFound(Promise.reject(apiError('404')))).toBeUndefined();
		await expect(unlessNotFound(Promise.reject(apiError('403')))).rejects.toThrow('no');
		await expect(unlessNotFound(Promise.reject(new Error('other')))).rejects.toThrow('other');
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
});

describe('unlessRefused', () => {
	it.each(['401', '403', '404'])('returns undefined after %s', async (status) => {
		expect(await unlessRefused(Promise.reject(apiError(status)))).toBeUndefined();
	});

	it('returns the answer, and throws any other error', async () => {
		expect(await unlessRefused(Promise.resolve(1))).toBe(1);
		await expect(unlessRefused(Promise.reject(apiError('400')))).rejects.toThrow('no');
		await expect(unlessRefused(Promise.reject(new Error('other')))).rejects.toThrow('other');
	});
});

describe('isPassing', () => {
	it.each([
		[true, '429'],
		[true, '500'],
		[true, '502'],
		[true, '408'],
		[true, '302'],
		[true, '200'],
		[true, undefined],
		[false, '400'],
		[false, '401'],
		[false, '403'],
		[false, '404'],
	])('is %s for an error of the service with the status %s', (expected, httpCode) => {
		expect(isPassing(apiErrorOf(node, { message: 'no', httpCode }))).toBe(expected);
	});

	it('is false for an error that is not of the service', () => {
		expect(isPassing(new Error('no'))).toBe(false);
	});
});
