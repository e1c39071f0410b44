import { ADA, CHARLES } from '../people';
import { fillInContract } from './editor/contractForm';
import { startDesk, type Desk } from './editor/desk';
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
} from './editor/firstRequest';
import { Hand } from './editor/hand';
import { canvasNode, isCutOff, openLast, panelOf, plusOfAgent, SIGNATURIT } from './editor/panel';
import { node, signaturitNode, to } from './lib/n8n/workflowNodes';
import { waitFor } from './lib/wait';
import * as job from './mainJob';

const desk = startDesk();

it('the form of the example workflow sends a contract, whose files come when both have signed from their inbox', async () => {
	const { stack, prepared, page, shoot } = desk();
	await page.goto(prepared.formUrl);
	await fillInContract(page);
	await shoot('form');
	await page.getByRole('button', { name: 'Send for signature' }).click();
	await page.getByText('The contract is on its way to the first signer.').waitFor();
	await shoot('form-sent');

	// A poll may have started a newer one, which may still be running.
	const [sent] = await stack.client.finishedExecutions(
		prepared.workflow.id,
		1,
		({ runs }) => job.NODES.form in runs,
	);
	expect(sent?.status).toBe('success');

	for (const { name } of job.SIGNERS) {
		await page.goto(`${stack.service.url}/inbox`);
		await page.getByRole('link', { name: `Open signing page for ${name}` }).click();
		await page.getByLabel('Your signature').fill(name);
		await page.getByRole('button', { name: 'Sign', exact: true }).click();
		await page.getByRole('heading', { name: 'Signed' }).waitFor();
		await stack.control.settled();
	}
	const [execution] = await stack.client.finishedExecutions(
		prepared.workflow.id,
		1,
		({ runs }) => job.NODES.eachFile in runs,
	);
	const files = execution ? job.itemsOf(execution, job.NODES.eachFile) : [];
	expect(files).toHaveLength(job.SIGNERS.length * 2);
	for (const { binary } of files) {
		expect(Object.values(binary ?? {})).toEqual([
			expect.objectContaining({ mimeType: 'application/pdf' }),
		]);
	}
});

const CREATE = 'Send a signature request';
const SEND_AND_WAIT = 'Send a signature request and wait until signed';

/** What n8n's list of nodes says of both nodes. */
const ABOUT = 'Send documents for electronic signature, and go on when they are signed';

/** All that stands above the output of the first run; the sandbox adds a sentence. */
const FIRST_HINT =
	'To start this workflow when everyone has signed, add a Signaturit Trigger to it and publish. The status in_queue means: it is being prepared, and goes out in a moment.';

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

/** How many clicks the dialog of a credential needs to be closed: n8n 2.41 closes it by itself. */
const closing = () => (desk().stack.n8n.version.startsWith('2.8.') ? 1 : 0);

const openCreate = async () => await openLast(desk(), [node('Create', SIGNATURIT, 1, {})]);

/** What the first request takes, counted with mouse and keyboard. A failure shows the way. */
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
		const waits = `The execution goes on when ${ADA.name} and ${CHARLES.name} have signed, or when the request is declined, canceled or expired`;
		await execute(hand, panel, waits);
		expect(hand.clicks).toHaveLength(12 + closing());
		expect(hand.values).toHaveLength(4);
	});

	it.each(['wait', 'approval', 'human in the loop'])(
		'finds Send and Wait by searching for "%s"',
		async (words) => {
			const { stack, page, shoot } = desk();
			await openFormOnly(stack, page);
			await hand.click(page.locator('[data-test-id=canvas-handle-plus]').first());
			await findInNodes(hand, words);
			await page.getByText('Signaturit', { exact: true }).first().waitFor();
			await shoot(`new-search-${words.replaceAll(' ', '-')}`);
			await hand.click(page.getByText('Signaturit', { exact: true }).first());
			await hand.click(page.getByText(SEND_AND_WAIT, { exact: true }).first());
			await panelOf(page).getByPlaceholder(EMAIL).waitFor();
		},
	);

	it("finds the review among those that n8n's Human review offers an agent", async () => {
		const { stack, page, shoot } = desk();
		const agent = node('Agent', '@n8n/n8n-nodes-langchain.agent', 3, {});
		const { id } = await stack.client.importWorkflow({
			name: 'Reviewed',
			nodes: [agent],
			connections: {},
			settings: {},
		});
		await page.goto(`${stack.n8n.url}/workflow/${id}`);
		await hand.click(plusOfAgent(page, 'ai_tool'));
		await hand.click(page.getByText('Human review', { exact: true }).first());
		await page.getByText('Signaturit', { exact: true }).first().waitFor();
		await shoot('new-human-review');
		await hand.click(page.getByText('Signaturit', { exact: true }).first());
		await hand.click(page.getByRole('button', { name: 'Add to workflow' }));
		await panelOf(page).getByText('This Approval').first().waitFor();
	});

	it('sees the fields of a template that is chosen, with their defaults', async () => {
		const { page, shoot } = desk();
		const panel = await openCreate();
		await hand.choose(panel.locator('[data-test-id=parameter-input]').nth(2), 'Templates');
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
		for (const name of ['signatureId', 'fileName']) {
			await panelOf(page).getByText(name, { exact: true }).first().waitFor();
		}
		await shoot('new-preview');
	});
});

/** Imports and publishes a workflow that sends and listens, as for the sandbox. */
async function publishTwoNodes({ stack: { client, credential } }: Desk): Promise<string> {
	const create = { recipients: { recipient: job.SIGNERS } };
	const listen = { arrival: 'polling' };
	const workflow = await client.importWorkflow({
		name: 'From the sandbox to production',
		nodes: [
			node('Start', 'n8n-nodes-base.manualTrigger', 1, {}),
			signaturitNode('Create', 'signaturit', credential, create, { position: [224, 0] }),
			signaturitNode('Trigger', 'signaturitTrigger', credential, listen, { position: [0, 224] }),
		],
		connections: { Start: to('Create') },
		settings: {},
	});
	await client.activate(workflow.id);
	return workflow.id;
}

/** The way that README.md describes under "From the sandbox to production". */
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

	await waitFor({ what: 'the workflow to be published with the new credential' }, async () => {
		const { data } = await stack.client.http.get(`/workflows/${id}`);
		const nodes = JSON.stringify(data.data.activeVersion?.nodes ?? []);
		const uses = nodes.split(`"name":"${name}"`).length - 1;
		return uses === 2 ? { done: uses } : { seen: nodes };
	});
	expect(hand.clicks).toHaveLength(stack.n8n.version.startsWith('2.8.') ? 15 : 14);
	expect(hand.values).toHaveLength(1);
});
