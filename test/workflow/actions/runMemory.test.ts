import { createRunExecutionData, type IRunExecutionData } from 'n8n-workflow';
import { runMemory } from '../../../nodes/Signaturit/actions/runMemory';
import { apiError } from '../../../nodes/Signaturit/transport/errors';
import { stopEngine } from '../engine/engine';
import { node } from '../engine/engineWorkflow';
import { executeContext, type Run } from '../engine/executeContext';

/** The memory of one try of a run. */
function memoryOf({ operation = 'signature.rename', ...run }: Run & { operation?: string }) {
	const context = executeContext({ items: [{ id: 's1' }, { id: 's1' }], ...run });
	return runMemory.call(context, operation);
}

const signaturit = node('Signaturit', 'signaturit', {});
const done = { items: [{ json: { id: 's1' } }] };
const failed = (verdict: 'refused' | 'unknown') => ({
	failure: apiError(signaturit, {
		message: 'It is unknown',
		description: 'More',
		httpCode: '502',
		verdict,
	}),
});

afterAll(stopEngine);

let execution: IRunExecutionData;

beforeEach(() => {
	execution = createRunExecutionData({ executionData: {} });
});

describe('the memory of a run', () => {
	it('gives out what another try has done, for the same item only', () => {
		memoryOf({ execution }).remember(0, done);
		const next = memoryOf({ execution });
		expect(next.recall(0)).toEqual(done.items);
		expect(next.recall(1)).toBeUndefined();
	});

	it.each<[string, Parameters<typeof memoryOf>[0]]>([
		['another run, as in a loop', { runIndex: 1 }],
		['another operation', { operation: 'signature.cancel' }],
		['another input', { items: [{ id: 's2' }] }],
	])('does not give it out to %s', (_, changes) => {
		memoryOf({ execution }).remember(0, done);
		memoryOf({ execution }).remember(1, failed('unknown'));
		expect(memoryOf({ execution, ...changes }).recall(0)).toBeUndefined();
		expect(memoryOf({ execution, ...changes }).recall(1)).toBeUndefined();
	});

	it('lets an item fail again of which it is unknown whether it was done', () => {
		memoryOf({ execution }).remember(0, failed('unknown'));
		expect(() => memoryOf({ execution }).recall(0)).toThrow(
			expect.objectContaining({
				message: 'It is unknown',
				description: 'More',
				httpCode: '502',
				context: expect.objectContaining({ verdict: 'unknown' }),
			}),
		);
	});

	it("keeps what is done for n8n's Retry of the execution, and forgets what is unknown", () => {
		memoryOf({ execution }).remember(0, done);
		memoryOf({ execution }).remember(1, failed('unknown'));
		const retry = memoryOf({ execution, executionId: '2' });
		expect(retry.recall(0)).toEqual(done.items);
		expect(retry.recall(1)).toBeUndefined();
	});

	it('does not keep a refusal, which may be mended', () => {
		memoryOf({ execution }).remember(0, failed('refused'));
		expect(memoryOf({ execution }).recall(0)).toBeUndefined();
	});

	it('is empty after it was told to forget, and that of another run is not', () => {
		memoryOf({ execution }).remember(0, done);
		memoryOf({ execution, runIndex: 1 }).remember(0, done);
		memoryOf({ execution }).forget();
		expect(memoryOf({ execution }).recall(0)).toBeUndefined();
		expect(memoryOf({ execution, runIndex: 1 }).recall(0)).toEqual(done.items);
	});

	it('cannot be changed through what was given out', () => {
		memoryOf({ execution }).remember(0, done);
		const [first] = memoryOf({ execution }).recall(0) ?? [];
		Object.assign(first ?? {}, { pairedItem: { item: 0 } });
		expect(memoryOf({ execution }).recall(0)).toEqual(done.items);
	});
});
