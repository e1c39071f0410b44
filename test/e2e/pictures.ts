// The command that makes the documentation's pictures from the real editor.

/**
 * Makes the pictures of README.md and docs/ from the real editor, light and dark: `npm run screenshots`. With names of
 * examples, it makes only theirs: `npm run screenshots -- bulkSend`. Look at each one afterwards.
 */
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { fillInContract } from './editor/contractForm';
import { openPanel } from './editor/panel';
import { signIn } from './editor/signIn';
import { openBrowser } from './lib/browser';
import type { WorkflowFile } from './lib/n8n/n8nClient';
import { SetupError } from './lib/setupError';
import { startStack, type Stack } from './lib/stack';
import { waitFor } from './lib/wait';
import { EXAMPLES, exampleWorkflow, NODES, prepare, send, signAndCollect } from './mainJob';
import { NodeTypes } from './recipes/nodeTypes';

const FOLDER = resolve(__dirname, '..', '..', 'docs', 'pictures');
const VIEWPORT = { width: 1500, height: 950 };
const MARGIN = 8;
const STILL_MS = 30_000;
/** The example whose canvas is shown in both themes. */
const MAIN = 'sendContractAndArchive';

type Theme = 'light' | 'dark';
/** Opens a page of the editor, signed in. */
type PageIn = (theme: Theme) => Promise<Page>;
type Clip = NonNullable<Parameters<Page['screenshot']>[0]>['clip'];

/** A picture of a page that moves no more. */
async function still(page: Page, clip?: () => Promise<Clip>): Promise<Buffer> {
	let last: Buffer = Buffer.alloc(0);
	return await waitFor<Buffer>(
		{ what: 'the page to stand still', timeoutMs: STILL_MS, everyMs: 700 },
		async () => {
			const picture = await page.screenshot({ clip: await clip?.() });
			if (picture.equals(last)) return { done: picture };
			last = picture;
			return { seen: `${picture.length} bytes` };
		},
	);
}

async function save(name: string, picture: Buffer): Promise<void> {
	const path = join(FOLDER, `${name}.png`);
	await writeFile(path, picture);
	console.log(`${relative(process.cwd(), path)} (${Math.round(picture.length / 1024)} kB)`);
}

/** What is on the canvas, without the editor around it. */
async function around(nodes: Locator): Promise<Clip> {
	const boxes = (
		await Promise.all((await nodes.all()).map(async (node) => await node.boundingBox()))
	).filter((box) => box !== null);
	const left = Math.min(...boxes.map(({ x }) => x)) - MARGIN;
	const top = Math.min(...boxes.map(({ y }) => y)) - MARGIN;
	const right = Math.max(...boxes.map(({ x, width }) => x + width)) + MARGIN;
	const bottom = Math.max(...boxes.map(({ y, height }) => y + height)) + MARGIN;
	return { x: left, y: top, width: right - left, height: bottom - top };
}

async function canvasPicture(page: Page, url: string): Promise<Buffer> {
	await page.goto(url);
	const nodes = page.locator('.vue-flow__node');
	await nodes.first().waitFor();
	return await still(page, async () => await around(nodes));
}

/**
 * A node's panel in the editor, with what it gives out when it is run there.
 *
 * @param run presses the panel's button and sees to it that there is something to give out
 * @param tab in which form the output is shown
 */
async function panelPicture(
	page: Page,
	url: string,
	name: string,
	run: (panel: Locator) => Promise<void>,
	tab: string,
): Promise<Buffer> {
	const panel = await openPanel(page, url, name);
	await run(panel);
	await panel
		.locator('[data-test-id=output-panel]')
		.getByText(tab, { exact: true })
		.first()
		.click();
	await page.locator('.el-notification__closeBtn').first().click();
	await page.mouse.move(0, 0);
	// A tooltip may stay although the mouse has left.
	await page.addStyleTag({ content: '[role=tooltip] { visibility: hidden }' });
	return await still(page);
}

/** Runs *Create*: n8n opens the form before it. */
async function runCreate(panel: Locator): Promise<void> {
	const opened = panel.page().context().waitForEvent('page');
	await panel.getByRole('button', { name: 'Execute step' }).first().click();
	const form = await opened;
	await fillInContract(form);
	await form.getByRole('button', { name: 'Send for signature' }).click();
	await panel.getByText('signatureId').first().waitFor();
	await form.close();
}

/** Runs the trigger: it fetches the newest event. */
async function runTrigger(panel: Locator): Promise<void> {
	await panel.getByRole('button', { name: 'Fetch Test Event' }).first().click();
	await panel.getByText('signed_1').first().waitFor();
}

/** What n8n wants to have in the credentials of some services, to save them. */
const CREDENTIAL_DATA = Object.fromEntries(
	['accessToken', 'apiKey', 'appId', 'businessAccountId', 'clientId', 'clientSecret'].map(
		(name) => [name, 'none'],
	),
);

/** A workflow as it is when the user has set it up: each node has a credential, and nothing is red. */
async function setUp(
	{ client }: Stack,
	types: NodeTypes,
	file: WorkflowFile,
): Promise<WorkflowFile> {
	const nodes = [];
	for (const node of file.nodes) {
		const type = types.isForeign(node) ? types.credentialOf(node) : undefined;
		if (!type) nodes.push(node);
		else {
			const { id, name } = await client.createCredential('Account', type, CREDENTIAL_DATA);
			nodes.push({ ...types.chosen(node), credentials: { [type]: { id, name } } });
		}
	}
	return { ...file, nodes };
}

async function canvases(stack: Stack, page: Page, theme: Theme, names: string[]): Promise<void> {
	const { client, n8n, credential } = stack;
	const types = await NodeTypes.of(stack);
	for (const name of names) {
		const file = await setUp(stack, types, await exampleWorkflow(credential, name));
		const { id } = await client.importWorkflow(file);
		await save(`${name}-${theme}`, await canvasPicture(page, `${n8n.url}/workflow/${id}`));
	}
}

async function panels(page: Page, theme: Theme, url: string): Promise<void> {
	const trigger = await panelPicture(page, url, NODES.trigger, runTrigger, 'Binary');
	await save(`trigger-${theme}`, trigger);
	const create = await panelPicture(page, url, NODES.create, runCreate, 'Schema');
	await save(`create-${theme}`, create);
}

async function allExamples(): Promise<string[]> {
	return (await readdir(EXAMPLES))
		.filter((file) => file.endsWith('.json'))
		.map((file) => file.slice(0, -'.json'.length));
}

async function allPictures(stack: Stack, pageIn: PageIn): Promise<void> {
	const prepared = await prepare(stack);
	const { signatureId } = await send(stack, prepared);
	await signAndCollect(stack, prepared, signatureId);
	const url = `${stack.n8n.url}/workflow/${prepared.workflow.id}`;
	for (const theme of ['light', 'dark'] satisfies Theme[]) {
		const page = await pageIn(theme);
		await canvases(stack, page, theme, theme === 'light' ? await allExamples() : [MAIN]);
		await panels(page, theme, url);
		await page.close();
	}
}

/** @param names of the examples; all pictures if there are none */
async function pictures(stack: Stack, names: string[]): Promise<void> {
	const browser = await openBrowser();
	const pageIn: PageIn = async (colorScheme) => {
		const page = await browser.newPage({ viewport: VIEWPORT, colorScheme });
		await signIn(page, stack);
		return page;
	};
	try {
		if (names.length > 0) await canvases(stack, await pageIn('light'), 'light', names);
		else await allPictures(stack, pageIn);
	} finally {
		await browser.close();
	}
}

async function main(): Promise<void> {
	try {
		await mkdir(FOLDER, { recursive: true });
		const stack = await startStack();
		try {
			await pictures(stack, process.argv.slice(2));
		} finally {
			await stack.stop();
		}
	} catch (error) {
		process.exitCode = 1;
		console.error(error instanceof SetupError ? error.message : error);
	}
}

void main();
