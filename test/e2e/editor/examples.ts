import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { waitFor } from '../lib/wait';
import { EXAMPLES } from '../mainJob';
import type { Desk } from './desk';
import { canvasNode, panelOf } from './panel';

/** What the big button starts, where several nodes could start an example. */
const STARTS: Readonly<Record<string, string>> = {
	agentCallsWorkflow: 'Task',
	certifiedEmail: 'Notice Form',
	fillTemplateFromTable: 'Look Now',
	sendContractAndArchive: 'Contract Form',
	signOnYourWebsite: 'Visit',
};

/** Nodes that need a credential of another service. */
const OF_OTHERS = ['Model', 'Send Email'];

/** The examples with several nodes that need the credential, or that could start them. */
const examples = readdirSync(EXAMPLES)
	.filter((file) => file.endsWith('.json'))
	.filter((file) => {
		const text = readFileSync(join(EXAMPLES, file), 'utf8');
		const types = text.match(/"type": "(n8n-nodes-signaturit\..+|.+(Trigger|\.webhook))"/g);
		return (types ?? []).length > 2;
	})
	.map((file) => file.slice(0, -'.json'.length));

/** What users do with an example at first. */
export function describeExamples(desk: () => Desk): void {
	describe('an imported example', () => {
		beforeAll(async () => {
			const { client, service } = desk().stack;
			// Where there is one only, n8n chooses it by itself.
			const data = { environment: 'custom', baseUrl: service.url, accessToken: service.token };
			await client.createCredential('Another', 'signaturitApi', data);
			expect(examples).toEqual(expect.arrayContaining(Object.keys(STARTS)));
		});

		it.each(examples)(
			'%s has nothing red when a credential was chosen in one node, and starts where its note says',
			async (example) => {
				const { stack, prepared, page, shoot } = desk();
				const red = page.locator('[data-test-id=canvas-node]', {
					has: page.locator('[data-test-id=node-issues]'),
				});
				const redOfOurs = async () =>
					(await namesOf(red)).filter((name) => !OF_OTHERS.includes(name));
				await page.goto(`${stack.n8n.url}/workflow/new`);
				await page.locator('[data-test-id=canvas-add-button]').first().waitFor();
				await page
					.locator('[data-test-id=workflow-import-input]')
					.setInputFiles(join(EXAMPLES, `${example}.json`));
				const [first = ''] = await waitFor(
					{ what: 'nodes to be red' },
					async (): Promise<{ done: string[] } | { seen: string }> => {
						const names = await redOfOurs();
						return names.length > 0 ? { done: names } : { seen: 'none' };
					},
				);
				await canvasNode(page, first).dblclick();
				const panel = panelOf(page);
				await panel.locator('[data-test-id=node-credentials-select]').first().click();
				await page
					.locator('[data-test-id^=node-credentials-select-item]')
					.getByText(prepared.credential.name, { exact: true })
					.filter({ visible: true })
					.click();
				await panel.locator('[data-test-id=ndv-close-button]').click();
				await panel.waitFor({ state: 'hidden' });
				await waitFor({ what: 'nothing to be red' }, async () => {
					const names = await redOfOurs();
					return names.length === 0 ? { done: true } : { seen: names.join() };
				});
				const button = page.locator('[data-test-id=execute-workflow-button]').first();
				const [, start] = (await button.innerText()).split('from ');
				expect(start?.trim()).toBe(STARTS[example]);
				await shoot(`example-${example}`);
			},
		);
	});
}

const namesOf = async (nodes: Locator): Promise<string[]> =>
	await nodes.evaluateAll((all: Array<{ dataset: { nodeName?: string } }>) =>
		all.map(({ dataset }) => dataset.nodeName ?? ''),
	);
