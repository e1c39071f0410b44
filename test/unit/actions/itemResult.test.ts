import fc from 'fast-check';
import { NodeOperationError, UserError, type INode } from 'n8n-workflow';
import {
	endOfRun,
	errorJson,
	itemErrorOf,
	readable,
	type ItemResult,
} from '../../../nodes/Signaturit/actions/itemResult';
import { apiError as errorOf } from '../../../nodes/Signaturit/transport/errors/errors';
import type { Problem } from '../../../nodes/Signaturit/transport/errors/refusal';

const node = { name: 'Signaturit', type: 'signaturit', typeVersion: 1, parameters: {} } as INode;
const apiError = (of: INode, problem: Omit<Problem, 'remedy'>) =>
	errorOf(of, { remedy: 'model', ...problem });
const refused = () =>
	apiError(node, { message: 'Words', description: 'More', httpCode: '400', verdict: 'refused' });
const unknown = () => apiError(node, { message: 'It is unknown', verdict: 'unknown' });

describe('errorJson', () => {
	it('has exactly the keys that n8n looks for, and tells the verdict on a change', () => {
		expect(errorJson(refused(), {})).toEqual({
			message: 'Words',
			error: { message: 'Words', description: 'More', httpCode: '400', verdict: 'refused' },
		});
		expect(errorJson(unknown(), {})).toHaveProperty('error.verdict', 'unknown');
	});

	it('tells that a change was refused when it failed before anything was sent', () => {
		const error = new NodeOperationError(node, 'Email must be an email address');
		expect(errorJson(error, {})).toHaveProperty('error.verdict', 'refused');
	});

	it('tells of what was sent all the same that it is done, with its ID', () => {
		const { error } = errorJson(refused(), { signatureId: 's1' });
		expect(error).toMatchObject({ verdict: 'done', signatureId: 's1' });
	});

	it('tells no verdict on what only reads', () => {
		const error = apiError(node, { message: 'Words', httpCode: '404' });
		expect(errorJson(error)).toEqual({
			message: 'Words',
			error: { message: 'Words', httpCode: '404' },
		});
	});
});

describe('itemErrorOf', () => {
	it('cuts what is as long as a value, whoever has thrown it', () => {
		const long = 'x'.repeat(1_000_000);
		for (const thrown of [new Error(long), new UserError(long, { description: long }), long]) {
			const { message, description } = itemErrorOf(node, thrown, 2);
			expect(message).toBe(`${'x'.repeat(599)}…`);
			expect(description?.length ?? 0).toBeLessThanOrEqual(2_000);
		}
	});

	it('keeps the index, the message and the description of an error that is short', () => {
		const thrown = new UserError('Email is empty', {
			description: 'Nothing was sent.\nEnter one.',
		});
		const error = itemErrorOf(node, thrown, 2);
		expect(error.message).toBe('Email is empty');
		expect(error.description).toBe('Nothing was sent.\nEnter one.');
		expect(error.context.itemIndex).toBe(2);
		expect(itemErrorOf(node, error, 5)).toBe(error);
		expect(error.context.itemIndex).toBe(2);
	});
});

describe('endOfRun', () => {
	it('adds what became of the other items, in their order', () => {
		const error = refused();
		const results = new Map<number, ItemResult>([
			[3, { error: unknown() }],
			[1, { error }],
			[0, { items: [{ json: { id: 's1' } }, { json: { id: 's2' } }] }],
			[2, { items: [{ json: { requested: true } }] }],
		]);
		endOfRun(error, results, 5);
		expect(error.description?.split('\n')).toEqual([
			'More',
			'The other rows:',
			'• Row 1 of 5: done, s1, s2',
			'• Row 3 of 5: done',
			'• Row 4 of 5: It is unknown',
		]);
	});

	it('lists all items when the error is of none', () => {
		const error = refused();
		const results = new Map<number, ItemResult>([[0, { items: [{ json: { id: 's1' } }] }]]);
		endOfRun(error, results, 1, 'The rows:');
		expect(error.description?.split('\n')).toEqual(['More', 'The rows:', '• Row 1 of 1: done, s1']);
	});

	it('adds nothing when no other item was begun', () => {
		const error = refused();
		endOfRun(error, new Map<number, ItemResult>([[0, { error }]]), 1);
		expect(error.description).toBe('More');
	});
});

describe('readable', () => {
	it('leaves nothing that n8n takes for a failure, and everything else as it is', () => {
		fc.assert(
			fc.property(
				fc.dictionary(
					fc.constantFrom('error', '$error', '$json', 'json', 'id', 'errors'),
					fc.string(),
				),
				(json) => {
					const given = readable(json);
					for (const key of ['error', '$error', '$json']) expect(given).not.toHaveProperty([key]);
					for (const key of ['json', 'id', 'errors']) expect(given[key]).toBe(json[key]);
				},
			),
		);
		expect(readable({ error: null })).toEqual({ serviceError: null });
	});
});
