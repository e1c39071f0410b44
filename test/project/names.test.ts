import { resolve } from 'node:path';
import { namesWithSeveralHomes, readSources } from './structure/sources';

describe('an exported name', () => {
	it('has one home, so that it means one thing', () => {
		const files = readSources(resolve(__dirname, '..', '..', 'nodes'));
		expect(files.flatMap((file) => file.exports).length).toBeGreaterThan(500);
		expect(namesWithSeveralHomes(files)).toEqual([]);
	});
});
