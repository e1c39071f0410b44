/// <reference lib="dom" />
import type { Browser, Page } from 'playwright-core';

import { launch, startHost, type Host } from './browser';
import { bench, form, recipients, type Bench, type WireSignature } from './harness';

let browser: Browser;
let b: Bench;
let page: Page;
let problems: string[];

beforeAll(async () => {
	browser = await launch();
});
afterAll(() => browser.close());
beforeEach(async () => {
	b = await bench();
	page = await browser.newPage();
	problems = [];
	page.on('pageerror', (error) => problems.push(error.message));
	page.on('console', (message) => {
		if (message.text().includes('Content Security Policy')) problems.push(message.text());
	});
});
afterEach(async () => {
	await page.close();
	await b.close();
	expect(problems).toEqual([]);
});

const ANA = 'ana@example.com';

describe('embedded', () => {
	let host: Host;
	afterEach(() => host.close());

	interface Received {
		origin: string;
		data: { event: string; documentId: string; signatureId: string };
	}
	const received = () =>
		page.evaluate(() => (window as unknown as { received: Received[] }).received);
	const receivedUntil = async (event: string): Promise<Received[]> => {
		await page.waitForFunction(
			(wanted) =>
				(window as unknown as { received: Received[] }).received.some(
					({ data }) => data.event === wanted,
				),
			event,
		);
		return await received();
	};
	const embed = async (fields: Record<string, string>) => {
		const { data } = await b.http.post<WireSignature>(
			'/v3/signatures.json',
			form({ ...recipients(ANA), delivery_type: 'url', 'templates[0]': '#Consent', ...fields }),
		);
		host = await startHost(data.url ?? '');
		await page.goto(host.url);
		return { ...data, frame: page.frameLocator('iframe') };
	};

	test("ready, signed, completed, close – with the ids, from the service's origin", async () => {
		const { id, documents, frame } = await embed({});
		const documentId = documents[0]?.id;
		await receivedUntil('ready');
		await frame.getByLabel('Your signature').fill('Ana');
		await frame.getByRole('button', { name: 'Sign' }).click();
		await receivedUntil('completed');
		await frame.getByRole('button', { name: 'Close' }).click();
		expect(await receivedUntil('close')).toEqual(
			['ready', 'signed', 'completed', 'close'].map((event) => ({
				origin: b.service.url,
				data: { event, documentId, signatureId: id },
			})),
		);
		await frame.getByText('You can close this window now.').waitFor();
	});

	test('completed only when the last signer has signed', async () => {
		const { frame } = await embed({ ...recipients(ANA, 'ben@example.com') });
		await frame.getByLabel('Your signature').fill('Ana');
		await frame.getByRole('button', { name: 'Sign' }).click();
		const events = (await receivedUntil('signed')).map(({ data }) => data.event);
		expect(events).toEqual(['ready', 'signed']);
	});

	test('declined; the callback_url follows in the frame', async () => {
		const callback = await startHost('about:blank');
		try {
			const { frame } = await embed({ callback_url: `${callback.url}/done` });
			await frame.getByText('Decline', { exact: true }).click();
			await frame.getByRole('button', { name: 'Decline to sign' }).click();
			const events = (await receivedUntil('declined')).map(({ data }) => data.event);
			expect(events).toEqual(['ready', 'declined']);
			await frame.getByRole('button', { name: 'Close' }).click();
			await frame.getByText('Thank you, from the host').waitFor();
		} finally {
			await callback.close();
		}
	});
});
