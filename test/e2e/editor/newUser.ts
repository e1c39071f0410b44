import type { Locator } from 'playwright-core';
import type { Desk } from './deadEnds';
import {
	addCreate,
	addCredential,
	execute,
	fillInSigners,
	findInNodes,
	lastSent,
	makeForm,
	openFormOnly,
} from './firstRequest';
import { Hand } from './hand';
import { panelOf } from './panel';

/** What n8n's list of nodes says of both nodes. */
const ABOUT = 'Send documents for electronic signature, and go on when they are signed';

/** The trigger's panel from top to bottom; n8n puts Poll Times first. */
const TRIGGER_PANEL = [
	'Poll Times',
	'Resource',
	'Events',
	'Attach Files',
	'How Events Arrive',
	'Listen To',
	'Publish the workflow to start listening. Docs',
	'Options',
];

/** What the first request takes, counted with mouse and keyboard. A failure shows the way. */
export function describeNewUser(desk: () => Desk): void {
	describe('a new user', () => {
		let panel: Locator;
		let hand: Hand;

		it('sends the first request from an empty canvas in 21 clicks and 6 typed values, 13 and 4 of them after the form', async () => {
			const { stack, page, shoot } = desk();
			const formHand = new Hand(page);
			await makeForm(formHand, stack);
			expect(formHand.clicks).toHaveLength(8);
			expect(formHand.values).toHaveLength(2);

			hand = new Hand(page);
			panel = await addCreate(hand);
			await shoot('new-create');
			await addCredential(hand, panel, stack);
			await fillInSigners(hand, panel, 'one');
			await shoot('new-signers');
			await execute(hand, panel);
			await panel
				.getByText(
					'So far, nothing is reported here: add a Signaturit Trigger and publish the workflow. The status in_queue means: it is being prepared, and goes out in a moment.',
					{ exact: true },
				)
				.first()
				.waitFor();
			await shoot('new-sent');

			expect(await lastSent(stack)).toMatchObject({
				signers: [
					{ email: 'ada@example.com', name: 'Ada Lovelace' },
					{ email: 'charles@example.com', name: 'Charles Babbage' },
				],
				files: [{ name: 'contract.pdf' }],
			});
			// n8n 2.41 closes the dialog of the credential by itself.
			expect(hand.clicks).toHaveLength(stack.n8n.version.startsWith('2.8.') ? 13 : 12);
			expect(hand.values).toHaveLength(4);
		});

		it('sees the fields of a template that is chosen, with their defaults', async () => {
			const { page, shoot } = desk();
			await hand.click(panel.locator('[data-test-id=parameter-input]').nth(2));
			await hand.click(page.getByText('Templates', { exact: true }).last());
			await hand.click(panel.getByPlaceholder('Select a template…').first());
			await hand.click(page.getByText('#NDA').last());
			await panel.getByText('Company (signer must fill)').first().waitFor();
			await panel.getByText('Purpose', { exact: true }).first().waitFor();
			await shoot('new-template');
		});

		it('adds the trigger in 4 more clicks and 1 typed value, whose panel begins with what counts', async () => {
			const { page, shoot } = desk();
			hand = new Hand(page);
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
			await panel.getByText('Publish the workflow to start listening').first().waitFor();
			await shoot('new-trigger');
			const lines = (await panel.innerText()).split('\n');
			expect(lines.filter((line) => TRIGGER_PANEL.includes(line))).toEqual(TRIGGER_PANEL);
			expect(hand.clicks).toHaveLength(4);
			expect(hand.values).toHaveLength(1);
		});

		it('fills in two signers with their names in a field of their own in 5 clicks and 4 typed values', async () => {
			const { stack, page } = desk();
			await openFormOnly(stack, page);
			panel = await addCreate(new Hand(page));
			hand = new Hand(page);
			await fillInSigners(hand, panel, 'two');
			expect(hand.clicks).toHaveLength(5);
			expect(hand.values).toHaveLength(4);
		});

		it('sees the output of Create before it has run, with what comes next at the top', async () => {
			const { page, shoot } = desk();
			hand = new Hand(page);
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
