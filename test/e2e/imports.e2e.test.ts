import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { startDesk } from './editor/desk';
import { canvasNode, panelOf } from './editor/panel';
import type { WorkflowFile } from './lib/n8n/n8nClient';
import { credentialData } from './lib/stack';
import { waitFor } from './lib/wait';
import { EXAMPLES } from './mainJob';
import { NodeTypes } from './recipes/nodeTypes';

const desk = startDesk();

/** What the big button starts, where several nodes could start an example. */
const STARTS: Readonly<Record<string, string>> = {
	agentCallsWorkflow: 'Task',
	driveFolderToSigned: 'New File',
	fillTemplateFromTable: 'Look Now',
	gmailAttachment: 'New Mail',
	googleDocFromForm: 'Contract Form',
	hubspotDealWon: 'HubSpot Trigger',
	newEmployee: 'New Employee',
	outlookAttachment: 'New Mail',
	payslips: 'Payslips Form',
	pipedriveDealWon: 'Pipedrive Trigger',
	sendContractAndArchive: 'Contract Form',
	// n8n prefers every other trigger to a schedule. The note says to choose "Every Morning".
	sheetRowsToContracts: 'Signaturit Trigger',
	signOnYourWebsite: 'Visit',
	websiteNda: 'Website',
	wordFromOneDrive: 'Contract Form',
};

/** The mark of a node that lacks something; in newer n8n, it has another name before the node has run. */
const RED = '[data-test-id=node-issues], [data-test-id=node-setup-required]';

const nodesOf = (example: string): WorkflowFile['nodes'] =>
	JSON.parse(readFileSync(join(EXAMPLES, `${example}.json`), 'utf8')).nodes;

/** The nodes of an example that need the credential. */
const nodesOfOurs = (example: string): string[] =>
	nodesOf(example)
		.filter(({ credentials }) => credentials !== undefined)
		.map(({ name }) => name);

/** The examples with several nodes that need the credential, or that could start them. */
const examples = readdirSync(EXAMPLES)
	.filter((file) => file.endsWith('.json'))
	.map((file) => file.slice(0, -'.json'.length))
	.filter((example) => {
		const starts = nodesOf(example).filter(({ type }) => /(Trigger|\.webhook)$/.test(type));
		return nodesOfOurs(example).length > 1 || starts.length > 1;
	});

const namesOf = async (nodes: Locator): Promise<string[]> =>
	await nodes.evaluateAll((all: Array<{ dataset: { nodeName?: string } }>) =>
		all.map(({ dataset }) => dataset.nodeName ?? ''),
	);

describe('an imported example', () => {
	let types: NodeTypes;

	beforeAll(async () => {
		const { client, service } = desk().stack;
		types = await NodeTypes.of(desk().stack);
		// Where there is one only, n8n chooses it by itself.
		await client.createCredential('Another', 'signaturitApi', credentialData(service));
		expect(examples).toEqual(expect.arrayContaining(Object.keys(STARTS)));
	});

	it.each(examples)(
		'%s has nothing red when a credential was chosen in one node, and starts where its note says',
		async (example) => {
			const { stack, page, shoot } = desk();
			const panel = panelOf(page);
			const close = async () => {
				await panel.locator('[data-test-id=ndv-close-button]').click();
				await panel.waitFor({ state: 'hidden' });
			};
			const chosen = panel.locator('[data-test-id=node-credentials-select]').first();
			const [first = '', ...others] = nodesOfOurs(example);
			// Those need a credential, and choices that recipes.e2e.test.ts lists.
			const ofOthers = nodesOf(example)
				.filter((node) => types.isForeign(node))
				.map(({ name }) => name);
			await page.goto(`${stack.n8n.url}/workflow/new`);
			await page.locator('[data-test-id=canvas-add-button]').first().waitFor();
			await page
				.locator('[data-test-id=workflow-import-input]')
				.setInputFiles(join(EXAMPLES, `${example}.json`));
			await canvasNode(page, first).dblclick();
			await chosen.click();
			await page
				.locator('[data-test-id^=node-credentials-select-item]')
				.getByText(stack.credential.name, { exact: true })
				.filter({ visible: true })
				.click();
			await close();
			await waitFor({ what: 'nothing to be red' }, async () => {
				const red = page.locator('[data-test-id=canvas-node]', { has: page.locator(RED) });
				const names = (await namesOf(red)).filter((name) => !ofOthers.includes(name));
				return names.length === 0 ? { done: true } : { seen: names.join() };
			});
			for (const other of others) {
				await canvasNode(page, other).dblclick();
				await waitFor({ what: `a credential in ${other}` }, async () => {
					// Where n8n has chosen another one after the import, it stays.
					const value = await chosen.locator('input').inputValue();
					return value === '' ? { seen: 'none' } : { done: true };
				});
				await close();
			}
			const button = page.locator('[data-test-id=execute-workflow-button]').first();
			const [, start] = (await button.innerText()).split('from ');
			expect(start?.trim()).toBe(STARTS[example]);
			await shoot(`example-${example}`);
		},
	);
});
