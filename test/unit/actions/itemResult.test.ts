import { NodeOperationError, type INode } from 'n8n-workflow';
import {
	failureJson,
	addOtherOutcomes,
	type ItemResult,
} from '../../../nodes/Signaturit/actions/itemResult';
import { apiError } from '../../../nodes/Signaturit/transport/errors/errors';

const node = { name: 'Signaturit', type: 'signaturit', typeVersion: 1, parameters: {} } as INode;
const refused = () =>
	apiError(node, { message: 'Words', description: 'More', httpCode: '400', verdict: 'refused' });
const unknown = () => apiError(node, { message: 'It is unknown', verdict: 'unknown' });

describe('failureJson', () => {
	it('has exactly the keys that n8n looks for, and tells the verdict on a change', () => {
		expect(failureJson(refused(), true)).toEqual({
			message: 'Words',
			error: { message: 'Words', description: 'More', httpCode: '400', verdict: 'refused' },
		});
		expect(failureJson(unknown(), true)).toHaveProperty('error.verdict', 'unknown');
	});

	it('tells that a change was refused when it failed before anything was sent', () => {
		const failure = new NodeOperationError(node, 'Email must be an email address');
		expect(failureJson(failure, true)).toHaveProperty('error.verdict', 'refused');
	});

	it('tells no verdict on what only reads', () => {
		const failure = apiError(node, { message: 'Words', httpCode: '404' });
		expect(failureJson(failure, false)).toEqual({
			message: 'Words',
			error: { message: 'Words', httpCode: '404' },
		});
	});
});

describe('addOtherOutcomes', () => {
	it('adds what became of the other items, in their order', () => {
		const failure = refused();
		const outcomes = new Map<number, ItemResult>([
			[3, { failure: unknown() }],
			[1, { failure }],
			[0, { items: [{ json: { id: 's1' } }, { json: { id: 's2' } }] }],
			[2, { items: [{ json: { requested: true } }] }],
		]);
		addOtherOutcomes(failure, outcomes, 5);
		expect(failure.description?.split('\n')).toEqual([
			'More',
			'The other items:',
			'• Item 1 of 5: done, s1, s2',
			'• Item 3 of 5: done',
			'• Item 4 of 5: It is unknown',
		]);
	});

	it('adds nothing when no other item was begun', () => {
		const failure = refused();
		addOtherOutcomes(failure, new Map<number, ItemResult>([[0, { failure }]]), 1);
		expect(failure.description).toBe('More');
	});
});
