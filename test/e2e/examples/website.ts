import type { Browser } from 'playwright-core';
import { startWebsite, Visit } from '../embeddedVisit';
import { SIGNER } from '../embeddedWorkflow';
import { openBrowser } from '../lib/browser';
import type { ExampleSite } from './exampleSite';

/** The example for a website, in a visitor's browser. */
export function describeWebsite(site: () => ExampleSite): void {
	describe('the example for a website', () => {
		let browser: Browser;

		beforeAll(async () => {
			browser = await openBrowser();
		});

		afterAll(async () => await browser?.close());

		it('answers a visit with a page for signing, and gives out the files when it was signed', async () => {
			const example = await site().published('signOnYourWebsite');
			const query = new URLSearchParams({ ...SIGNER });
			const website = await startWebsite(
				`${site().stack.n8n.url}/webhook/sign-agreement?${query.toString()}`,
			);
			const visit = await Visit.start(browser);
			try {
				await visit.page.goto(website.url);
				await visit.waitForState('ready');
				await visit.sign();
				await visit.waitForState('completed');
				const [signed] = await example.nextItems('Signed Agreement');
				expect(signed?.json).toMatchObject({ outcome: 'completed', signers: [SIGNER] });
				expect(Object.keys(signed?.binary ?? {}).sort()).toEqual(['auditTrail_1', 'signed_1']);
				// The page shows a state before it has reported it, and a closed page reports nothing more.
				const [report] = await example.nextItems('Page Reports');
				expect(report?.json).toMatchObject({ signatureId: signed?.json.signatureId });
			} finally {
				await visit.end();
				website.close();
			}
			await example.end();
		});
	});
}
