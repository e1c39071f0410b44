/// <reference lib="dom" />
import type { FrameLocator } from 'playwright-core';

import { ADA, BEN } from '../../../people';
import { startHost, visitForEach } from '../support/browser';
import { createSignature, recipients } from '../support/wire';

const { visit, rig } = visitForEach();

describe('embedded signing page', () => {
	let host: Awaited<ReturnType<typeof startHost>>;
	afterEach(() => host.close());

	interface Received {
		origin: string;
		data: { event: string; documentId: string; signatureId: string };
	}
	/** What the parent has received when this event comes. */
	const receivedUntil = async (event: string): Promise<Received[]> => {
		const received = await visit.page.waitForFunction((wanted) => {
			const all = (window as unknown as { received: Received[] }).received;
			return all.some(({ data }) => data.event === wanted) && all;
		}, event);
		return (await received.jsonValue()) as Received[];
	};
	const embed = async (fields: Record<string, string>) => {
		const byUrl = { delivery_type: 'url', 'templates[0]': '#Consent', ...fields };
		const signature = await createSignature(rig, byUrl, []);
		host = await startHost(signature.url ?? '');
		await visit.page.goto(host.url);
		return { ...signature, frame: visit.page.frameLocator('iframe') };
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
		const { frame } = await embed(recipients(ADA, BEN));
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
