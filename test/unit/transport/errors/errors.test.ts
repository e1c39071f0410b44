import { type INode, NodeApiError, NodeOperationError } from 'n8n-workflow';
import {
	apiError as errorOf,
	changed,
	errorAbout,
	httpStatusOf,
	isPassing,
	isRefusal,
	problemOf,
	textForLog,
	unlessNotFound,
	unlessRefused,
} from '../../../../nodes/Signaturit/transport/errors/errors';
import type { Problem } from '../../../../nodes/Signaturit/transport/errors/refusal';

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
		expect(problemOf(error).remedy).toBe(remedy);
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
		const { verdict, retryAfter } = problemOf(apiErrorOf(node, { message: 'no', ...facts }));
		expect({ verdict, retryAfter }).toEqual(facts);
	});

	it('are not what another has written into the context', () => {
		const error = apiErrorOf(node, { message: 'no', verdict: 'unknown', retryAfter: 7 });
		Object.assign(error.context, { verdict: 'perhaps', retryAfter: 'soon' });
		expect(problemOf(error)).toMatchObject({ verdict: 'unknown', retryAfter: 7 });
	});

	it('are not lost when n8n wraps the error, and not stored with it', () => {
		const error = apiErrorOf(node, { message: 'no', verdict: 'unknown', retryAfter: 7 });
		const wrapped = new NodeOperationError(node, error);
		expect(problemOf(wrapped)).toBe(problemOf(error));
		const stored: unknown = JSON.parse(JSON.stringify(error));
		expect(stored).toMatchObject({ context: { verdict: 'unknown' } });
		expect(JSON.stringify(stored)).not.toContain('remedy');
	});

	it.each([new Error('no'), 'no', undefined])('are not in %p', (error) => {
		const { verdict, retryAfter } = problemOf(error);
		expect([verdict, retryAfter]).toEqual([undefined, undefined]);
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

describe('changed', () => {
	const unsent = { message: 'no', description: 'why', advice: 'Do this.', unsent: true } as const;

	it('gives the same error the verdict, in place of an earlier one, also for error workflows', () => {
		const error = apiErrorOf(node, { message: 'no', verdict: 'refused' });
		expect(changed(error, { verdict: 'unknown' })).toBe(error);
		expect([problemOf(error).verdict, error.context.verdict]).toEqual(['unknown', 'unknown']);
		const other = changed(new NodeOperationError(node, 'no'), { verdict: 'refused' });
		expect(problemOf(other).verdict).toBe('refused');
	});

	it('adds lines to the description of the same error, after its advice', () => {
		const error = apiErrorOf(node, { ...unsent, unsent: undefined });
		changed(error, { lines: ['a', 'b'] });
		expect(error.description).toBe('why\nDo this.\na\nb');
		const bare = changed(new NodeOperationError(node, 'no'), { lines: ['a'] });
		expect(bare.description).toBe('a');
	});

	it.each([
		[true, 'Nothing was sent. Do this.\nwhy'],
		['row', 'Nothing was sent for this row. Do this.\nwhy'],
		['untold', 'Do this.\nwhy'],
	] as const)('says that nothing was sent (%s)', (how, description) => {
		expect(changed(apiErrorOf(node, unsent), { unsent: how }).description).toBe(description);
	});

	it('keeps the first advice at the end of the message, whatever stands before it', () => {
		const error = apiErrorOf(node, {
			...unsent,
			advice: ['Do this.', 'Or that.'],
			advisesFirst: true,
		});
		expect(error.message).toBe('no. Do this.');
		expect(error.description).toBe('Nothing was sent. Or that.\nwhy');
		expect(changed(error, { rows: 'Row 2 of 3' }).message).toBe('Row 2 of 3: no. Do this.');
	});

	it('lists several problems with their advice, and counts those after the first', () => {
		const problems = [{ message: 'A is empty', advice: 'Fill it.' }, { message: 'B is bad' }];
		const error = apiErrorOf(node, { message: 'A is empty', unsent: true, problems });
		expect(error.message).toBe('A is empty, and 1 more to correct');
		expect(error.description).toBe('Nothing was sent.\n• A is empty. Fill it.\n• B is bad');
	});

	it('keeps the name of a code of n8n in the message', () => {
		const error = changed(new NodeOperationError(node, 'x'), { message: 'It is preexisting' });
		expect(error.message).toBe('It is preexisting');
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
		expect(problemOf(errorAbout(node, refused, '"a.pdf"')).verdict).toBe('refused');
		expect(problemOf(errorAbout(node, new Error('no'), '"a.pdf"')).verdict).toBeUndefined();
	});

	it('takes the verdict that it is given', () => {
		expect(problemOf(errorAbout(node, refused, '"a.pdf"', '', 'unknown')).verdict).toBe('unknown');
		const other = errorAbout(node, new Error('no'), '"a.pdf"', '', 'refused');
		expect(problemOf(other).verdict).toBe('refused');
	});

	it('lets nobody try again when it is unknown only now: a call that succeeds later may send it twice', () => {
		const busy = errorOf(node, { message: 'no', remedy: 'later' });
		expect(problemOf(errorAbout(node, busy, '"a.pdf"')).remedy).toBe('later');
		expect(problemOf(errorAbout(node, busy, '"a.pdf"', '', 'unknown')).remedy).toBe('nobody');
		const lost = errorOf(node, { message: 'no', remedy: 'later', verdict: 'unknown' });
		expect(problemOf(errorAbout(node, lost, '"a.pdf"', '', 'unknown')).remedy).toBe('later');
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
