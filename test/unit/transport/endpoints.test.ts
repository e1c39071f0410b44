import { brandingList, endpoints, segment } from '../../../nodes/Signaturit/transport/endpoints';
import { readDescription } from '../../service/description/document';

const HOSTILE = '../a/b?c#d';
const ENCODED = '..%2Fa%2Fb%3Fc%23d';

describe('endpoints', () => {
	const builders = Object.entries(endpoints).flatMap(([resource, paths]) =>
		Object.entries(paths)
			.filter(([, path]) => typeof path === 'function')
			.map(([name, path]) => [`${resource}.${name}`, path] as const),
	);

	it.each(builders)('%s encodes each id as one path segment', (_, path) => {
		const build = path as (...ids: string[]) => string;
		const result = build(HOSTILE, HOSTILE, 'signed');
		expect(result).toContain(`/${ENCODED}`);
		expect(result).not.toContain('..%2Fa/');
		expect(new URL(result, 'https://host').pathname).toBe(result);
	});

	it.each(builders)('%s refuses ids that lead to another path', (_, path) => {
		const build = path as (...ids: string[]) => string;
		for (const id of ['', '.', '..']) {
			expect(() => build(id, 'record', 'signed')).toThrow(`"${id}" is not an ID of Signaturit`);
		}
		expect(() => build('...', '...', 'signed')).not.toThrow();
	});

	it('has the file of a document that was uploaded at another path than all others', () => {
		const { download } = endpoints.signature;
		expect(download('1', '2', 'uploaded')).toBe('/v3/documents/2/download/uploaded');
		expect(download('1', '2', 'audit_trail')).toBe(
			'/v3/signatures/1/documents/2/download/audit_trail',
		);
	});

	it('are all described in docs/openapi.yaml', () => {
		const described = Object.keys(readDescription().paths).map((path) =>
			path.replace(/\{\w+\}/g, '{}'),
		);
		const built = Object.values(endpoints).flatMap((group) =>
			Object.values(group).map((path: unknown) =>
				typeof path === 'function' ? String(path('{}', '{}', 'audit_trail')) : String(path),
			),
		);
		expect(built.length).toBeGreaterThan(40);
		expect(built.map(decodeURIComponent).filter((path) => !described.includes(path))).toEqual([]);
	});
});

describe('segment', () => {
	it('says that nothing was sent when a value is no ID', () => {
		expect(() => segment('..')).toThrow(
			expect.objectContaining({
				message: '".." is not an ID of Signaturit',
				description: 'Nothing was sent.',
			}),
		);
	});
});

describe('brandingList', () => {
	it('has 10 brandings on a page, and shows the first 1,000', () => {
		expect(brandingList).toEqual({ list: '/v3/brandings.json', pageSize: 10, window: 1_000 });
	});
});
