import { NodeOperationError, type INode } from 'n8n-workflow';
import { failedRows } from '../../../nodes/Signaturit/actions/failedRows';
import { changed } from '../../../nodes/Signaturit/transport/errors/errors';

const NODE: INode = {
	...{ id: 'n', name: 'N', type: 'signaturit', typeVersion: 1, position: [0, 0] },
	parameters: {},
};
const ok = { items: [] };
const refused = { error: new NodeOperationError(NODE, 'x') };
const unknown = { error: changed(new NodeOperationError(NODE, 'x'), { verdict: 'unknown' }) };
const create = { creates: true } as const;

describe('failedRows', () => {
	it.each([
		[[ok, refused, ok], '2 of 3 were sent, 1 was not: row 2'],
		[[ok, refused, refused], '1 of 3 was sent, 2 were not: rows 2, 3'],
		[[refused], 'It was not sent'],
		[[unknown], 'It is unknown whether it was sent'],
		[[ok, unknown], '1 of 2 was sent, of 1 it is unknown: row 2'],
		[
			[unknown, refused, unknown],
			'0 of 3 were sent, 1 was not: row 2, of 2 it is unknown: rows 1, 3',
		],
	])('of %j says %s', (results, text) => {
		expect(failedRows(create, results)).toBe(text);
	});

	it('says of what was sent all the same that it failed after that', () => {
		const sent = (item: number) => (item === 1 ? { signatureId: 's1' } : {});
		const text = '2 of 2 were sent, 1 failed after that: row 2';
		expect(failedRows(create, [ok, refused], sent)).toBe(text);
	});

	it('says "done" of an operation that sends nothing to people', () => {
		expect(failedRows({}, [ok, refused])).toBe('1 of 2 was done, 1 was not: row 2');
	});

	it('says nothing when nothing has failed, or when nothing is changed', () => {
		expect(failedRows(create, [ok, ok])).toBeUndefined();
		expect(failedRows({ reads: true }, [ok, refused])).toBeUndefined();
	});

	it('cuts a long list of rows', () => {
		const text = failedRows(create, Array(1_000).fill(refused)) ?? '';
		expect(text).toMatch(/^0 of 1000 were sent, 1000 were not: rows 1, 2, .*…$/);
		expect(text.length).toBeLessThan(200);
	});
});
