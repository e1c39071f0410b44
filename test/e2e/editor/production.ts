import { randomUUID } from 'node:crypto';
import { signedIn } from '../lib/n8n/editor';
import { node, to } from '../lib/n8n/workflowNodes';
import { waitFor } from '../lib/wait';
import { SIGNERS } from '../mainJob';
import { SIGNATURIT } from './deadEnds';
import type { Desk } from './desk';
import { addCredential } from './firstRequest';
import { Hand } from './hand';
import { canvasNode, panelOf } from './panel';

/** Imports and publishes a workflow that sends and listens, as for the sandbox. */
async function publishTwoNodes({ stack: { client }, prepared }: Desk): Promise<string> {
	const { id, name, type } = prepared.credential;
	const credentials = { [type]: { id, name } };
	const create = { recipients: { recipient: SIGNERS } };
	const listen = { arrival: 'polling' };
	const workflow = await client.importWorkflow({
		name: 'From the sandbox to production',
		nodes: [
			node('Start', 'n8n-nodes-base.manualTrigger', 1, {}),
			node('Create', SIGNATURIT, 1, create, { credentials, position: [224, 0] }),
			node('Trigger', `${SIGNATURIT}Trigger`, 1, listen, {
				...{ credentials, position: [0, 224] },
				webhookId: randomUUID(),
			}),
		],
		connections: { Start: to('Create') },
		settings: {},
	});
	await client.activate(workflow.id);
	return workflow.id;
}

/** The way that README.md describes under "From the sandbox to production". */
export function describeProduction(desk: () => Desk): void {
	it('a user takes two nodes from the sandbox to production in 14 clicks and 1 typed value; closing the dialog is one more in n8n 2.8', async () => {
		const { stack, page, shoot } = desk();
		const hand = new Hand(page);
		const id = await publishTwoNodes(desk());
		await page.goto(`${stack.n8n.url}/workflow/${id}`);

		await hand.open(canvasNode(page, 'Create'));
		const panel = panelOf(page);
		await addCredential(hand, panel, stack, 'Production');
		const select = panel.locator('[data-test-id=node-credentials-select]').first();
		const name = await select.locator('input').inputValue();
		await hand.click(panel.locator('[data-test-id=ndv-close-button]'));
		await hand.open(canvasNode(page, 'Trigger'));
		await hand.click(select);
		const choices = page.locator('[data-test-id^=node-credentials-select-item]');
		await hand.click(choices.getByText(name, { exact: true }).filter({ visible: true }));
		await hand.click(panel.locator('[data-test-id=ndv-close-button]'));
		await hand.click(page.getByRole('button', { name: 'Publish', exact: true }));
		const dialog = page.getByRole('dialog').filter({ hasText: 'Publish workflow' }).last();
		await shoot('production');
		await hand.click(dialog.getByRole('button', { name: 'Publish', exact: true }));

		const editor = await signedIn(stack.n8n.url, stack.owner);
		await waitFor({ what: 'the workflow to be published with the new credential' }, async () => {
			const { data } = await editor.get(`/workflows/${id}`);
			const nodes = JSON.stringify(data.data.activeVersion?.nodes ?? []);
			const uses = nodes.split(`"name":"${name}"`).length - 1;
			return uses === 2 ? { done: uses } : { seen: nodes };
		});
		expect(hand.clicks).toHaveLength(stack.n8n.version.startsWith('2.8.') ? 15 : 14);
		expect(hand.values).toHaveLength(1);
	});
}
