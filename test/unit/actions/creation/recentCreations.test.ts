import { recentCreations } from '../../../../nodes/Signaturit/actions/creation/recentCreations';

describe('recent creations', () => {
	it('are known by their key', () => {
		recentCreations.remember('a', '1');
		recentCreations.remember('a', '2');
		expect([recentCreations.idOf('a'), recentCreations.idOf('b')]).toEqual(['2', undefined]);
	});

	it('are forgotten, the oldest first, when there are too many', () => {
		recentCreations.remember('oldest', '1');
		for (let index = 0; index < 9_999; index++) recentCreations.remember(`key ${index}`, '2');
		recentCreations.remember('key 0', '3');
		expect(recentCreations.idOf('oldest')).toBe('1');
		recentCreations.remember('newest', '4');
		expect(recentCreations.idOf('oldest')).toBeUndefined();
		expect(recentCreations.idOf('key 0')).toBe('3');
	});
});
