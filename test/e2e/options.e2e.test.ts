import type { Locator } from 'playwright-core';
import { startDesk } from './editor/desk';
import { Hand } from './editor/hand';
import { field, openLast, SIGNATURIT } from './editor/panel';
import { node } from './lib/n8n/workflowNodes';
import * as job from './mainJob';

const desk = startDesk();

const CREATE = { recipients: { recipient: [job.SIGNERS[0]] } };

const openCreate = async (options: object) =>
	await openLast(desk(), [node('Create', SIGNATURIT, 1, { ...CREATE, options })]);

/** What the list offers that a button of the panel opens, e.g. *Add option*. */
async function offered(hand: Hand, panel: Locator, button: string): Promise<string[]> {
	await hand.click(panel.getByPlaceholder(button, { exact: true }).first());
	const entries = hand.page.getByRole('option').filter({ visible: true });
	await entries.first().waitFor();
	return (await entries.allInnerTexts()).map((text) => text.trim());
}

it('offers at most 20 options, and those for SMS when it is chosen', async () => {
	const hand = new Hand(desk().page);
	const plain = await offered(hand, await openCreate({}), 'Add option');
	expect(plain.length).toBeGreaterThan(10);
	expect(plain.length).toBeLessThanOrEqual(20);
	expect(plain).toEqual(expect.arrayContaining(['Email Body', 'Values as JSON']));
	expect(plain).not.toContain('SMS Body');
	await desk().shoot('options');
	const texted = await openCreate({ deliveryType: 'sms', reference: 'contract-1' });
	const forSms = await offered(hand, texted, 'Add option');
	expect(forSms).toEqual(expect.arrayContaining(['SMS Body', 'Treat Ended Requests as Sent']));
	expect(forSms).not.toContain('Email Body');
});

it('adds one list as JSON alone, which takes the place of its rows', async () => {
	const { page, shoot } = desk();
	const hand = new Hand(page);
	const panel = await openCreate({});
	await panel.getByPlaceholder('e.g. ada@example.com').waitFor();
	await offered(hand, panel, 'Add option');
	await hand.click(page.getByRole('option', { name: 'Values as JSON' }).filter({ visible: true }));
	const lists = await offered(hand, panel, 'Add Field');
	expect(lists).toEqual(expect.arrayContaining(['Recipients (JSON)', 'CC (JSON)']));
	expect(lists).not.toContain('Templates (JSON)');
	await hand.click(
		page.getByRole('option', { name: 'Recipients (JSON)' }).filter({ visible: true }),
	);
	await field(panel, 'Recipients (JSON)').waitFor();
	await panel.getByPlaceholder('e.g. ada@example.com').waitFor({ state: 'hidden' });
	expect(await panel.getByText('CC (JSON)', { exact: true }).count()).toBe(0);
	await shoot('options-json');
});
