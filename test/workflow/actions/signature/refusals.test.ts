import { createParameters, itemWithPdf } from '../../engine/fixtures';
import { contractOnService } from './contractOnService';

const { local, run, posts, pdf } = contractOnService();

describe('a failed Signature Request: Create', () => {
	it("shows the service's message and details, and the index of the item", async () => {
		const notPdf = Buffer.from('%PDF- but not really %%EOF');
		const { error } = await run({
			items: [await itemWithPdf('a.pdf', pdf()), await itemWithPdf('broken.pdf', notPdf)],
		});
		expect(error).toMatchObject({ message: 'Row 2 of 2: Invalid pdf', httpCode: '400' });
		expect(error?.description).toContain('broken.pdf');
		expect(error?.context?.itemIndex).toBe(1);
	});

	it('say what to do when the service allows no web address', async () => {
		const parameters = createParameters({ subject: 'See https://example.com' });
		const { error } = await run({ parameters });
		expect(error).toMatchObject({ message: 'URLs are not allowed in the body', httpCode: '400' });
		expect(error?.description).toContain('Take http://, https://, www. and dots inside a word');
	});

	it("shows the service's message for an invalid token, and is not repeated", async () => {
		const { error } = await run({
			credential: { ...local.credential, accessToken: 'not-the-token' },
		});
		expect(error).toMatchObject({ httpCode: '401' });
		expect(error?.message).toMatch(/token/i);
		expect(await posts()).toHaveLength(1);
	});

	it('says that a server on the way answered when it gets a 502, without quoting the page', async () => {
		await local.control.faults.add({ kind: 'status', status: 502 });
		const { error } = await run();
		expect(error?.message).toMatch(/^It is unknown whether the signature request was created\./);
		expect(error?.description).toContain('a server on the way answered HTTP 502');
		expect(error?.description).not.toContain('<');
	});

	it('says that the outcome is unknown when the connection breaks, and is not repeated', async () => {
		await local.control.faults.add({ kind: 'reset_before' });
		const { error } = await run();
		expect(error?.message).toBe(
			'It is unknown whether the signature request was created. Look for it in Signaturit before you run this again, or it may be sent twice.',
		);
		expect(error?.description).toContain('The connection broke off');
		expect((await posts()).length).toBeLessThanOrEqual(1);
	});

	it('says that nothing was sent when the service cannot be reached', async () => {
		const { error, record } = await run({
			credential: { ...local.credential, baseUrl: 'http://127.0.0.1:1' },
		});
		expect(error?.message).toBe('Signaturit cannot be reached');
		expect(error?.description).toContain('Nothing was sent');
		expect(everythingIn(record)).not.toContain(local.service.token);
	});

	it.each([{ kind: 'status', status: 500 }, { kind: 'reset_before' }] as const)(
		'leaves no token in what n8n stores of the execution (%j)',
		async (fault) => {
			await local.control.faults.add(fault);
			const { error, record } = await run();
			expect(error).toBeDefined();
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
