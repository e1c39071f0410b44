import { endpoints } from '../../../nodes/Signaturit/transport/endpoints';
import { idsIn } from '../../../nodes/Signaturit/transport/errors/statusTexts';

describe('idsIn', () => {
	const ids = ['first / 1', 'second?#2'];

	/** The paths of all endpoints, each with the ids in it. */
	function pathsOf(part: unknown): [path: string, ids: string[]][] {
		if (typeof part === 'string') return [[part, []]];
		if (typeof part === 'function') {
			const taken = part.name === 'download' ? 2 : part.length;
			return [[String(part(...ids, 'signed')), ids.slice(0, taken)]];
		}
		return Object.values(part as object).flatMap(pathsOf);
	}

	it.each(pathsOf(endpoints))('finds in %s the ids %j', (path, expected) => {
		expect(idsIn(path)).toEqual(expected);
	});

	it('keeps what only looks like the end or the number of a list in an id', () => {
		expect(idsIn(endpoints.signature.one('a.json.b'))).toEqual(['a.json.b']);
		expect(idsIn(endpoints.signature.one('count.json'))).toEqual(['count.json']);
	});

	it('keeps an id as it is when it cannot be decoded', () => {
		expect(idsIn('/v3/signatures/%E0%A4%A.json')).toEqual(['%E0%A4%A']);
	});
});
