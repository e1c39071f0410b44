import { mayResume } from '../../../../nodes/Signaturit/actions/waiting/resumptions';

describe('a post that finds that all has ended', () => {
	it('lets the execution go on once', () => {
		expect(mayResume('1 a', 0, 1_000, 1_100)).toBe(true);
		expect(mayResume('1 a', 0, 1_000, 1_200)).toBe(false);
	});

	it('does not, if it began to look before another post has let it go on', () => {
		expect(mayResume('2 a', 0, 1_000, 1_100)).toBe(true);
		expect(mayResume('2 a', 0, 1_050, 900_000)).toBe(false);
	});

	it('does so in a later run of the node, in another node, and in another execution', () => {
		expect(mayResume('3 a', 0, 1_000, 1_100)).toBe(true);
		expect(mayResume('3 a', 1, 1_050, 1_200)).toBe(true);
		expect(mayResume('3 b', 0, 1_050, 1_200)).toBe(true);
		expect(mayResume('4 a', 0, 1_050, 1_200)).toBe(true);
	});

	it('does so when n8n has obviously not let the execution go on', () => {
		expect(mayResume('5 a', 0, 1_000, 1_100)).toBe(true);
		expect(mayResume('5 a', 0, 20_000, 20_100)).toBe(true);
	});
});
