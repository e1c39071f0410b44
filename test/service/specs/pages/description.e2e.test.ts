/// <reference lib="dom" />
import axios from 'axios';
import { parse } from 'yaml';

import { ADA } from '../../../people';
import { startService } from '../..';
import { accessibilityProblems, pageForEach } from '../support/browser';
import { rigForEach } from '../support/rig';
import { createSignature, recipients } from '../support/wire';

// Registered first, so that a page is closed before its service.
const visit = pageForEach();
const rig = rigForEach();

interface Described {
	openapi: string;
	servers: { url: string }[];
	paths: Record<string, unknown>;
}

const described = async (url: string): Promise<Described> =>
	parse((await axios.get<string>(`${url}/openapi.yaml`, { proxy: false })).data) as Described;

describe('the description of the API', () => {
	test('is served with the service itself as its first server', async () => {
		const { openapi, servers, paths } = await described(rig.service.url);
		expect(openapi).toBe('3.1.0');
		expect(servers.map(({ url }) => url)).toEqual([
			rig.service.url,
			'https://api.sandbox.signaturit.com',
			'https://api.signaturit.com',
		]);
		expect(Object.keys(paths)).toContain('/v3/signatures.json');
	});

	test('names the public address when the service has one', async () => {
		const service = await startService({ publicUrl: 'https://sign.example.com' });
		try {
			expect((await described(service.url)).servers[0]?.url).toBe('https://sign.example.com');
		} finally {
			await service.close();
		}
	});

	test('says on one line that it is loading', async () => {
		const { page } = visit;
		await page.route('**/openapi.yaml', () => undefined);
		await page.goto(`${rig.service.url}/openapi`);
		const word = page.locator('.loading-container .loading');
		await word.waitFor({ state: 'attached' });
		const wrap = await word.evaluate(
			(element) => getComputedStyle(element, '::after').overflowWrap,
		);
		expect(wrap).toBe('normal');
	});

	test('can be read and tried on an accessible page', async () => {
		await createSignature(rig, recipients(ADA));
		const { page } = visit;
		await page.goto(`${rig.service.url}/openapi`);
		await page.getByRole('button', { name: 'Authorize' }).click();
		await page.getByLabel('auth-bearer-value').fill(rig.service.token);
		await page.getByRole('button', { name: 'Apply credentials' }).click();
		await page.getByRole('button', { name: 'Close' }).click();
		const count = page.locator('.opblock', { hasText: '/v3/signatures/count.json' });
		await count.locator('.opblock-summary-control').click();
		expect(await accessibilityProblems(page)).toEqual([]);
		await count.getByRole('button', { name: 'Try it out' }).click();
		await count.getByRole('button', { name: 'Execute' }).click();
		await count.locator('.live-responses-table').getByText('"count": 1').waitFor();
		expect(await accessibilityProblems(page)).toEqual([]);
		await page.getByRole('link', { name: 'what we believe about the service' }).waitFor();
		const ledger = await page.request.get(`${rig.service.url}/service.md`);
		expect(await ledger.text()).toContain('# What we believe about Signaturit');
	});
});
