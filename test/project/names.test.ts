import { resolve } from 'node:path';
import { namesWithSeveralHomes, readSources } from './structure/sources';

/** Each resource has these operations, under the names of the panel. */
const VERBS = ['count', 'create', 'downloadAuditTrail', 'get', 'getMany'];

describe('an exported name', () => {
	it('has one home, so that it means one thing', () => {
		const files = readSources(resolve(__dirname, '..', '..', 'nodes'));
		expect(files.flatMap((file) => file.exports).length).toBeGreaterThan(500);
		const several = namesWithSeveralHomes(files).filter(([name]) => !VERBS.includes(name));
		expect(several).toEqual([]);
	});
});
