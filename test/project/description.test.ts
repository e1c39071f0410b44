import { Description } from '../service/description/description';
import { readDescription } from '../service/description/document';
import { confidenceProblems } from './description';
import { endpointsOf, LEFT_OUT } from './ledger/checks';
import { readLedger, rowsOf } from './ledger/ledger';

const rows = rowsOf(readLedger());

describe('docs/openapi.yaml', () => {
	it('describes every endpoint of the ledger that is used, and no other', () => {
		const described = Object.entries(readDescription().paths).flatMap(([path, item]) =>
			Object.keys(item)
				.filter((name) => name !== 'parameters')
				.map((method) => `${method.toUpperCase()} ${path.replace(/\{\w+\}/g, '{id}')}`),
		);
		const used = endpointsOf(rows).filter(({ topic }) => topic !== LEFT_OUT);
		expect(described.sort()).toEqual(used.map(({ endpoint }) => endpoint).sort());
	});

	it('names a topic of the ledger for each operation and for each part that is not certain', () => {
		expect(confidenceProblems(readDescription(), rows)).toEqual([]);
	});

	it('says of every operation that it may answer 429 and 5xx', () => {
		const operations = Object.values(readDescription().paths).flatMap((item) =>
			Object.values(item),
		);
		for (const { operationId, responses } of operations.filter((each) => 'responses' in each)) {
			const missing = ['429', '5XX'].filter((status) => !(status in responses));
			expect({ operationId, missing }).toEqual({ operationId, missing: [] });
		}
	});

	it('takes for an answer what the real service may say, and of the local one only what it says', () => {
		const { schemas } = readDescription().components;
		const { Timestamp: wide = {} } = schemas;
		const { Timestamp: narrow = {} } = new Description().document.components.schemas;
		expect(Object.keys(wide)).not.toContain('pattern');
		expect(narrow).toMatchObject({ type: 'string', pattern: expect.any(String) as unknown });
		const { answers } = new Description();
		expect(answers.problems(narrow, '2026-03-01T09:30:00Z')).not.toEqual([]);
		expect(answers.problems(narrow, '2026-03-01T09:30:00+0000')).toEqual([]);
	});

	it('can be read whole: every operation checks a request and each of its answers', () => {
		for (const operation of new Description().operations) {
			expect(() => operation.requestProblems({ query: '', headers: {}, body: {} })).not.toThrow();
			for (const status of operation.statuses) {
				expect(
					operation.answerProblems({ status, headers: {}, body: Buffer.from('?') }),
				).not.toEqual([]);
			}
		}
	});
});

describe('the check of what is not certain', () => {
	const operation = (more: object) => ({ paths: { '/a': { get: { operationId: 'a', ...more } } } });
	const [{ topic, certainty: confidence } = { topic: '', certainty: '' }] = rows;

	it('accepts a confidence that the named topic has', () => {
		const part = { 'x-ledger': [topic], 'x-confidence': confidence };
		expect(confidenceProblems(operation(part), rows)).toEqual([]);
	});

	it.each([
		['no topic', {}, 'names no topic of the ledger'],
		['a topic that does not exist', { 'x-ledger': ['none'] }, 'the ledger has no topic none'],
		[
			'an unknown confidence',
			{ 'x-ledger': [topic], 'x-confidence': 'sure' },
			'no row of it is sure',
		],
	])('reports %s', (_, part, problem) => {
		expect(confidenceProblems(operation(part), rows)).toEqual([`paths./a.get: ${problem}`]);
	});
});
