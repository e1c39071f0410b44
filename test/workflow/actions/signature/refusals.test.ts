import type { NodeRun } from '../../engine/engine';
import { itemWithPdf } from '../../engine/fixtures';
import { createOnService } from './createOnService';

const { local, run, bodies, pdf } = createOnService();

describe('a failed Signature Request: Create', () => {
	it("shows the service's message and details, and the index of the item", async () => {
		const notPdf = Buffer.from('%PDF- but not really %%EOF');
		const items = [await itemWithPdf('a.pdf', pdf()), await itemWithPdf('broken.pdf', notPdf)];
		const { error } = await run({}, {}, { items });
		expect(error).toMatchObject({ message: 'Row 2 of 2: Invalid pdf', httpCode: '400' });
		expect(error?.description).toContain('broken.pdf');
		expect(error?.context?.itemIndex).toBe(1);
	});

	it('say what to do when the service allows no web address', async () => {
		const { error } = await run({ subject: 'See https://example.com' });
		expect(error).toMatchObject({ message: 'URLs are not allowed in the body', httpCode: '400' });
		expect(error?.description).toContain('Take http://, https://, www. and dots inside a word');
	});

	it("shows the service's message for an invalid token, and is not repeated", async () => {
		const credential = { ...local.credential, accessToken: 'not-the-token' };
		const { error } = await run({}, {}, { credential });
		expect(error).toMatchObject({ httpCode: '401' });
		expect(error?.message).toMatch(/token/i);
		expect(await bodies()).toHaveLength(1);
	});

	const fail = async (fault: Parameters<typeof local.control.faults.add>[0]) => {
		await local.control.faults.add(fault);
		return {};
	};
	const UNKNOWN =
		'It is unknown whether the signature request was created. Look for it in Signaturit before you run this again, or it may be sent twice.';

	it.each<[string, () => Promise<Partial<NodeRun>>, message: string, description: string]>([
		[
			'a server on the way answers 502, whose page is not quoted',
			async () => await fail({ kind: 'status', status: 502 }),
			UNKNOWN,
			'a server on the way answered HTTP 502',
		],
		[
			'the service answers 500',
			async () => await fail({ kind: 'status', status: 500 }),
			UNKNOWN,
			'Internal error',
		],
		[
			'the connection breaks',
			async () => await fail({ kind: 'reset_before' }),
			UNKNOWN,
			'The connection broke off',
		],
		[
			'the service cannot be reached',
			async () => ({ credential: { ...local.credential, baseUrl: 'http://127.0.0.1:1' } }),
			'Signaturit cannot be reached',
			'Nothing was sent',
		],
	])(
		'says so when %s, is not repeated, and leaves no token in what n8n stores of the execution',
		async (_, spoil, message, description) => {
			const { error, record } = await run({}, {}, await spoil());
			expect(error?.message).toBe(message);
			expect(error?.description).toContain(description);
			expect(error?.description).not.toContain('<');
			expect((await bodies()).length).toBeLessThanOrEqual(1);
			expect(everythingIn(record)).not.toContain(local.service.token);
			expect(everythingIn(error)).not.toContain(local.service.token);
		},
	);
});

/** All text in a value, also what JSON leaves out: the properties of errors, their causes, symbol keys. */
function everythingIn(value: unknown, visited = new Set<unknown>()): string {
	if (typeof value !== 'object' || value === null) return String(value);
	if (visited.has(value)) return '';
	visited.add(value);
	if (Buffer.isBuffer(value)) return value.toString('latin1');
	return Reflect.ownKeys(value)
		.map((key) => everythingIn((value as Record<PropertyKey, unknown>)[key], visited))
		.join('\n');
}
