import { ADA, CHARLES } from '../../people';
import { openLast, SIGNATURIT } from './deadEnds';
import type { Desk } from './desk';
import {
	addAction,
	addCredential,
	EMAIL,
	execute,
	fillInSigners,
	findInNodes,
	lastSent,
	makeForm,
	openFormOnly,
} from './firstRequest';
import { node } from '../lib/n8n/workflowNodes';
import { Hand } from './hand';
import { isCutOff, panelOf } from './panel';

const CREATE = 'Send a legally binding signature request now';
const SEND_AND_WAIT = 'Send a signature request and wait until signed';

/** What n8n's list of nodes says of both nodes. */
const ABOUT = 'Send documents for electronic signature, and go on when they are signed';

/** All that stands above the output of the first run; the sandbox adds a sentence. */
const FIRST_HINT =
	'Sent. To start this workflow when everyone has signed, add a Signaturit Trigger to it and publish. The status in_queue means: it is being prepared, and goes out in a moment.';

/** The trigger's panel from top to bottom; n8n puts Poll Times first. */
const TRIGGER_PANEL = [
	'Poll Times',
	'Resource',
	'Events',
	'Attach Files',
	'How Events Arrive',
	'Listen To',
	'Options',
];

/** What the first request takes, counted with mouse and keyboard. A failure shows the way. */
export function describeNewUser(desk: () => Desk): void {
	/** How many clicks the dialog of a credential needs to be closed: n8n 2.41 closes it by itself. */
	const closing = () => (desk().stack.n8n.version.startsWith('2.8.') ? 1 : 0);

	const openCreate = async () => await openLast(desk(), [node('Create', SIGNATURIT, 1, {})]);

	describe('a new user', () => {
		let hand: Hand;

		beforeEach(() => {
			hand = new Hand(desk().page);
		});

		it.each([
			{ fields: 'one', place: 'the field of the email', clicks: 12, values: 4 },
			{ fields: 'two', place: 'a field of their own', clicks: 14, values: 6 },
		] as const)(
			'sends the first request from an empty canvas in 8 clicks and 2 values for the form, then $clicks and $values, with names in $place; closing the dialog is one more in n8n 2.8',
			async ({ fields, clicks, values }) => {
				const { stack, page, shoot } = desk();
				await makeForm(hand, stack);
				expect(hand.clicks).toHaveLength(8);
				expect(hand.values).toHaveLength(2);

				hand = new Hand(page);
				const panel = await addAction(hand, CREATE);
				await panel.getByPlaceholder(EMAIL).waitFor();
				await shoot('new-create');
				await addCredential(hand, panel, stack, 'Sandbox');
				await fillInSigners(hand, panel, fields);
				await shoot('new-signers');
				await execute(hand, panel, 'signatureId');
				const hints = panel.locator('[data-test-id=node-hint]');
				await hints.first().waitFor();
				expect((await hints.allInnerTexts()).map((hint) => hint.trim())).toEqual([FIRST_HINT]);
				await shoot('new-sent');

				expect(await lastSent(stack)).toMatchObject({
					signers: [ADA, CHARLES],
					files: [{ name: 'contract.pdf' }],
				});
				expect(hand.clicks).toHaveLength(clicks + closing());
				expect(hand.values).toHaveLength(values);
			},
		);

		it('sends a request and waits for it with as many clicks and values, and sees what for', async () => {
			const { stack, page } = desk();
			await openFormOnly(stack, page);
			const panel = await addAction(hand, SEND_AND_WAIT);
			await addCredential(hand, panel, stack, 'Sandbox');
			await fillInSigners(hand, panel, 'one');
			const waits =
				'The execution goes on when everyone has signed, or when the request is declined, canceled or expired';
			await execute(hand, panel, waits);
			expect(hand.clicks).toHaveLength(12 + closing());
			expect(hand.values).toHaveLength(4);
		});

		it('finds Send and Wait where n8n lists what waits for a person', async () => {
			const { stack, page, shoot } = desk();
			await openFormOnly(stack, page);
			await hand.click(page.locator('[data-test-id=canvas-handle-plus]').first());
			await hand.click(page.getByText(/^Human (in the loop|review)$/).first());
			await page.getByText('Signaturit', { exact: true }).first().waitFor();
			await shoot('new-human-review');
			await hand.click(page.getByText('Signaturit', { exact: true }).first());
			await hand.click(page.getByText(SEND_AND_WAIT, { exact: true }).first());
			await panelOf(page).getByPlaceholder(EMAIL).waitFor();
		});

		it('sees the fields of a template that is chosen, with their defaults', async () => {
			const { page, shoot } = desk();
			const panel = await openCreate();
			await hand.click(panel.locator('[data-test-id=parameter-input]').nth(2));
			await hand.click(page.getByText('Templates', { exact: true }).last());
			await hand.click(panel.getByPlaceholder('Select a template…').first());
			await hand.click(page.getByText('#NDA').last());
			const company = panel.getByText('Company (signer must fill)').first();
			await panel.getByText('Purpose', { exact: true }).first().waitFor();
			await company.hover();
			expect(await isCutOff(company)).toBe(false);
			await shoot('new-template');
		});

		it('adds the trigger in 4 clicks and 1 typed value, whose panel begins with what counts', async () => {
			const { page, shoot } = desk();
			const panel = await openCreate();
			await hand.click(panel.locator('[data-test-id=ndv-close-button]'));
			await hand.click(page.locator('[data-test-id=node-creator-plus-button]'));
			await hand.click(
				page.locator('[data-keyboard-nav-type=view]', { hasText: 'Add another trigger' }),
			);
			// Until the list has gone, its field would take what is typed.
			await page.getByText('Add another trigger').waitFor({ state: 'hidden' });
			await findInNodes(hand, 'Signaturit');
			await hand.enter();
			await page.getByText(ABOUT, { exact: true }).last().waitFor();
			await hand.click(page.getByText('On everyone signed', { exact: true }).first());
			await panel.getByText('Fetch Test Event').first().waitFor();
			await shoot('new-trigger');
			const lines = (await panel.innerText()).split('\n');
			expect(lines.filter((line) => TRIGGER_PANEL.includes(line))).toEqual(TRIGGER_PANEL);
			expect(hand.clicks).toHaveLength(4);
			expect(hand.values).toHaveLength(1);
		});

		it('sees the output of Create before it has run, with what comes next at the top', async () => {
			const { page, shoot } = desk();
			const panel = await openCreate();
			await hand.click(panel.locator('[data-test-id=ndv-close-button]'));
			await hand.click(page.locator('[data-test-id=canvas-handle-plus]').last());
			await findInNodes(hand, 'Edit Fields');
			await hand.enter();
			for (const name of ['signatureId', 'documentIds']) {
				await panelOf(page).getByText(name, { exact: true }).first().waitFor();
			}
			await shoot('new-preview');
		});
	});
}
