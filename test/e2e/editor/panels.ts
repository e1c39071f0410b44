import { node } from '../lib/n8n/workflowNodes';
import { quiet } from '../lib/report';
import { send, SIGNERS } from '../mainJob';
import { openLast, SIGNATURIT } from './deadEnds';
import type { Desk } from './desk';
import { openPanel } from './panel';

const CREATE = { resource: 'signature', operation: 'create' };
const WAIT = { resource: 'signature', operation: 'sendAndWait' };
const EMAIL = { resource: 'certifiedEmail', operation: 'createEmail' };
const SMS = { resource: 'certifiedSms', operation: 'createSms' };

const SIGNS = 'Fill in who signs: the email of each recipient.';

/** Before *Options*, Resource and Operation among them. */
const MOST_FIELDS = 8;

/** From the credential to *Options*, in a window of 1440 × 900. */
const MOST_PIXELS = 750;

/** What is read of an element of the page. */
interface PageElement {
	innerText?: string;
	getBoundingClientRect(): { top: number; bottom: number };
	querySelector(selector: string): PageElement | null;
	querySelectorAll(selector: string): ArrayLike<PageElement>;
}

/** What the panels show before anything was filled in, and while n8n listens. */
export function describePanels(desk: () => Desk): void {
	describe('a panel that nobody has filled in', () => {
		it.each([
			['Create', CREATE, [SIGNS]],
			['Send and Wait', WAIT, [SIGNS, expect.stringContaining('The workflow waits here')]],
			['Certified Email', EMAIL, ['Fill in who gets the email: the email of each recipient.']],
			['Certified SMS', SMS, ['Fill in who gets the SMS: the phone of each recipient.']],
		])('of %s is short, and says what is missing', async (name, operation, hints) => {
			const { page, shoot } = desk();
			const window = page.viewportSize();
			await page.setViewportSize({ width: 1440, height: 900 });
			const panel = await openLast(desk(), [node('New', SIGNATURIT, 1, operation)]);
			const shown = panel.locator('[data-test-id=node-hint]');
			await shown.first().waitFor();
			expect((await shown.allInnerTexts()).map((hint) => hint.trim())).toEqual(hints);
			await panel.getByText('Options', { exact: true }).first().waitFor();
			const { fields, pixels } = await panel.evaluate((element: PageElement) => {
				const labels = Array.from(element.querySelectorAll('label'));
				const options = labels.find(({ innerText }) => innerText?.trim() === 'Options');
				const end = options?.getBoundingClientRect().bottom ?? Infinity;
				const items = Array.from(element.querySelectorAll('.parameter-item')).filter(
					(item) =>
						item.getBoundingClientRect().bottom > 0 && !item.querySelector('.parameter-item'),
				);
				const before = items.filter((item) => item.getBoundingClientRect().bottom < end);
				const credential = element.querySelector('.node-credentials');
				const start = credential?.getBoundingClientRect().top ?? -Infinity;
				return {
					fields: before.map(({ innerText }) => innerText?.split('\n')[0]),
					pixels: end - start,
				};
			});
			await shoot(`panel-${name}`);
			expect(fields.length).toBeGreaterThan(4);
			expect(fields.length).toBeLessThanOrEqual(MOST_FIELDS);
			expect(pixels).toBeLessThanOrEqual(MOST_PIXELS);
			if (window) await page.setViewportSize(window);
		});
	});

	describe('Fetch Test Event', () => {
		it('gets an event that happens while n8n listens, of a request that was sent before', async () => {
			const { stack, prepared, page, shoot } = desk();
			const { id, name, type } = prepared.credential;
			const { id: workflow } = await stack.client.importWorkflow({
				name: 'Listen',
				nodes: [
					{
						...node('Trigger', `${SIGNATURIT}Trigger`, 1, { events: ['request_declined'] }),
						...{ position: [0, 0], webhookId: 'listens-for-a-test' },
						credentials: { [type]: { id, name } },
					},
				],
				connections: {},
				settings: {},
			});
			const { signatureId } = await send(stack, prepared, quiet);
			const panel = await openPanel(page, `${stack.n8n.url}/workflow/${workflow}`, 'Trigger');
			await panel.getByRole('button', { name: 'Fetch Test Event' }).first().click();
			await panel.getByText('Listening for test event').first().waitFor();
			await shoot('panel-listening');
			await stack.control.decline({ signatureId, email: SIGNERS[0].email });
			await panel.getByText('request_declined').first().waitFor();
			await panel.getByText(signatureId).first().waitFor();
		});
	});
}
