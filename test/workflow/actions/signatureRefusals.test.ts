import { itemWithPdf } from '../engine/fixtures';
import { contractOnService } from './contractOnService';

const { local, run, posts, pdf } = contractOnService();

describe('when the service refuses', () => {
	it('its words and details reach the user, with the index of the item', async () => {
		const notPdf = Buffer.from('%PDF- but not really');
		const { error } = await run({
			items: [await itemWithPdf('a.pdf', pdf()), await itemWithPdf('broken.pdf', notPdf)],
		});
		expect(error).toMatchObject({ message: 'Invalid pdf', httpCode: '400' });
		expect(error?.description).toContain('broken.pdf');
		expect(error?.context?.itemIndex).toBe(1);
	});

	it('of a bad token, its words in OAuth shape do, and nothing is sent a second time', async () => {
		const { error } = await run({
			credential: { ...local.credential, accessToken: 'not-the-token' },
		});
		expect(error).toMatchObject({ httpCode: '401' });
		expect(error?.message).toMatch(/token/i);
		expect(await posts()).toHaveLength(1);
	});

	it('of a gateway, a short text says so', async () => {
		await local.control.faults.add({ kind: 'status', status: 502 });
		const { error } = await run();
		expect(error?.message).toBe(
			'Signaturit could not be reached properly: a gateway answered HTTP 502',
		);
		expect(error?.description).not.toContain('<');
	});

	it.each(['reset_before', 'reset_after'] as const)(
		'to keep the connection (%s), the user is warned, and nothing is sent a second time',
		async (kind) => {
			await local.control.faults.add({ kind });
			const { error } = await run();
			expect(error?.message).toBe(
				'The connection to Signaturit broke off before the answer arrived',
			);
			expect(error?.description).toContain('unknown whether the request was carried out');
			expect((await posts()).length).toBeLessThanOrEqual(1);
		},
	);

	it('a connection at all, the user learns that nothing was sent', async () => {
		const { error, record } = await run({
			credential: { ...local.credential, baseUrl: 'http://127.0.0.1:1' },
		});
		expect(error?.message).toBe('Signaturit cannot be reached');
		expect(error?.description).toContain('Nothing was sent');
		expect(everythingIn(record)).not.toContain(local.service.token);
	});

	it.each([{ kind: 'status', status: 500 }, { kind: 'reset_after' }] as const)(
		'(%j), the token is in nothing that n8n keeps of the execution',
		async (fault) => {
			await local.control.faults.add(fault);
			const { error, record } = await run();
			expect(error).toBeDefined();
			expect(everythingIn(record)).not.toContain(local.service.token);
			expect(everythingIn(error)).not.toContain(local.service.token);
		},
	);
});

/** All that is in a value, also what JSON leaves out: properties of errors, causes, symbols' values. */
function everythingIn(value: unknown, seen = new Set<unknown>()): string {
	if (typeof value !== 'object' || value === null) return String(value);
	if (seen.has(value)) return '';
	seen.add(value);
	if (Buffer.isBuffer(value)) return value.toString('latin1');
	return Reflect.ownKeys(value)
		.map((key) => everythingIn((value as Record<PropertyKey, unknown>)[key], seen))
		.join('\n');
}
