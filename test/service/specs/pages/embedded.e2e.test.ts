/// <reference lib="dom" />
import type { FrameLocator } from 'playwright-core';

import { ADA, BEN } from '../../../people';
import { type Host, pageForEach, startHost } from '../support/browser';
import { rigForEach } from '../support/rig';
import { form, recipients, type WireSignature } from '../support/wire';

// Registered first, so that a page is closed before its service.
const visit = pageForEach();
const rig = rigForEach();

describe('embedded signing page', () => {
	let host: Host;
	afterEach(() => host.close());

	interface Received {
		origin: string;
		data: { event: string; documentId: string; signatureId: string };
	}
	const received = () =>
		visit.page.evaluate(() => (window as unknown as { received: Received[] }).received);
	const receivedUntil = async (event: string): Promise<Received[]> => {
		await visit.page.waitForFunction(
			(wanted) =>
				(window as unknown as { received: Received[] }).received.some(
					({ data }) => data.event === wanted,
				),
			event,
		);
		return await received();
	};
	const embed = async (fields: Record<string, string>) => {
		const { data } = await rig.http.post<WireSignature>(
			'/v3/signatures.json',
			form({ ...recipients(ADA), delivery_type: 'url', 'templates[0]': '#Consent', ...fields }),
		);
		host = await startHost(data.url ?? '');
		await visit.page.goto(host.url);
		return { ...data, frame: visit.page.frameLocator('iframe') };
	};
	const eventsOfDeclining = async (frame: FrameLocator): Promise<string[]> => {
		await frame.getByText('Decline', { exact: true }).click();
		await frame.getByRole('button', { name: 'Decline to sign' }).click();
		return (await receivedUntil('declined')).map(({ data }) => data.event);
	};

	test('signing in an iframe posts ready, signed, completed and close to the parent, with the ids', async () => {
		const { id, documents, frame } = await embed({});
		const documentId = documents[0]?.id;
		await receivedUntil('ready');
		await frame.getByLabel('Your signature').fill('Ada');
		await frame.getByRole('button', { name: 'Sign' }).click();
		await receivedUntil('completed');
		await frame.getByRole('button', { name: 'Close' }).click();
		expect(await receivedUntil('close')).toEqual(
			['ready', 'signed', 'completed', 'close'].map((event) => ({
				origin: rig.service.url,
				data: { event, documentId, signatureId: id },
			})),
		);
		await frame.getByText('You can close this window now.').waitFor();
	});

	test('signing in an iframe posts no completed event while another signer has to sign', async () => {
		const { frame } = await embed({ ...recipients(ADA, BEN) });
		await receivedUntil('ready');
		await frame.getByLabel('Your signature').fill('Ada');
		await frame.getByRole('button', { name: 'Sign' }).click();
		const events = (await receivedUntil('signed')).map(({ data }) => data.event);
		expect(events).toEqual(['ready', 'signed']);
	});

	test('declining in an iframe posts declined, and Close opens the callback_url in the frame', async () => {
		const callback = await startHost('about:blank');
		try {
			const { frame } = await embed({ callback_url: `${callback.url}/done` });
			await receivedUntil('ready');
			expect(await eventsOfDeclining(frame)).toEqual(['ready', 'declined']);
			await frame.getByRole('button', { name: 'Close' }).click();
			await frame.getByText('Thank you, from the host').waitFor();
		} finally {
			await callback.close();
		}
	});

	test('declining in an iframe before the document is loaded posts no ready event', async () => {
		const pdf = '**/documents/*.pdf';
		await visit.page.route(pdf, () => undefined);
		const asked = visit.page.waitForRequest(pdf);
		const { frame } = await embed({});
		await asked;
		expect(await eventsOfDeclining(frame)).toEqual(['declined']);
	});
});
