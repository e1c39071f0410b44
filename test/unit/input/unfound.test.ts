import { text } from '../../../nodes/Signaturit/input/doors';
import { Unfound } from '../../../nodes/Signaturit/input/schemas';

describe('what stands for a value that could not be read', () => {
	const issuesOf = (value: unknown) => text('X').safeParse(value).error?.issues;

	it('is refused by every door in its own words, with its advice', () => {
		expect(issuesOf(new Unfound('It is gone', 'Choose another one'))).toEqual([
			expect.objectContaining({ message: 'It is gone', params: { advice: 'Choose another one' } }),
		]);
	});

	it('is no object of a user that has the same keys', () => {
		const [issue] = issuesOf({ problem: 'none', advice: 'none' }) ?? [];
		expect(issue?.message).toBe('X {"problem":"none","advice":"none"} must be text');
	});
});
