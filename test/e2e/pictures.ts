/**
 * Makes the pictures of README.md and docs/ from the real editor, light and dark: `npm run screenshots`.
 * Look at each one afterwards.
 */
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { canvasNode, panelOf } from './editor/panel';
import { signIn } from './editor/signIn';
import { withNode } from './examples/exampleSite';
import { openBrowser } from './lib/browser';
import { quiet } from './lib/report';
import { SetupError } from './lib/setupError';
import { startStack, type Stack } from './lib/stack';
import { waitFor } from './lib/wait';
import { EXAMPLES, exampleWorkflow, NODES, prepare, send, signAndCollect } from './mainJob';

const FOLDER = resolve(__dirname, '..', '..', 'docs', 'pictures');
const VIEWPORT = { width: 1500, height: 950 };
const MARGIN = 8;
const STILL_MS = 30_000;
/** The example whose canvas is shown in both themes. */
const MAIN = 'sendContractAndArchive';

type Theme = 'light' | 'dark';
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

/** A node's panel with what it has given out in an execution. */
async function panelPicture(page: Page, url: string, node: string, tab: string): Promise<Buffer> {
	await page.goto(url);
	const preview = page.frameLocator('iframe').first();
	await canvasNode(preview, node).dblclick();
	await panelOf(preview)
		.locator('[data-test-id=output-panel]')
		.getByText(tab, { exact: true })
		.first()
		.click();
	return await still(page);
}

async function pictures(stack: Stack): Promise<void> {
	const { client, n8n } = stack;
	const prepared = await prepare(stack, quiet);
	const { signatureId, sending } = await send(stack, prepared, quiet);
	const { receiving } = await signAndCollect(stack, prepared, signatureId, quiet);
	const openAi = await client.createCredential('Model', 'openAiApi', { apiKey: 'none' });
	const model = { credentials: { openAiApi: { id: openAi.id, name: openAi.name } } };
	const execution = (id: string) => `${n8n.url}/workflow/${prepared.workflow.id}/executions/${id}`;
	const examples = (await readdir(EXAMPLES))
		.filter((file) => file.endsWith('.json'))
		.map((file) => file.slice(0, -'.json'.length));
	const browser = await openBrowser();
	try {
		for (const theme of ['light', 'dark'] satisfies Theme[]) {
			const page = await browser.newPage({ viewport: VIEWPORT, colorScheme: theme });
			await signIn(page, stack);
			for (const name of theme === 'light' ? examples : [MAIN]) {
				const file = await exampleWorkflow(prepared.credential, name);
				const { id } = await client.importWorkflow(withNode(file, 'Model', model));
				await save(`${name}-${theme}`, await canvasPicture(page, `${n8n.url}/workflow/${id}`));
			}
			const create = await panelPicture(page, execution(sending.id), NODES.create, 'Schema');
			await save(`create-${theme}`, create);
			const trigger = await panelPicture(page, execution(receiving.id), NODES.trigger, 'Binary');
			await save(`trigger-${theme}`, trigger);
			await page.close();
		}
	} finally {
		await browser.close();
	}
}

async function main(): Promise<void> {
	try {
		await mkdir(FOLDER, { recursive: true });
		const stack = await startStack({ report: quiet });
		try {
			await pictures(stack);
		} finally {
			await stack.stop();
		}
	} catch (error) {
		process.exitCode = 1;
		console.error(error instanceof SetupError ? error.message : error);
	}
}

void main();
