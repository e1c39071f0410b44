import { endpoints } from '../../../nodes/Signaturit/transport/endpoints';

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
});
