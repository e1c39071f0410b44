import axios from 'axios';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { z } from 'zod';
import { embeddedWorkflow, NODES, SIGNER, TITLE } from './embedded-workflow';
import { openBrowser } from './lib/browser';
import type { Execution, Workflow } from './lib/n8n-client';
import { quiet } from './lib/report';
import { startStack, type Stack } from './lib/stack';
import { credentialData, outputOf } from './main-job';

const INSTALL_MS = 900_000;
const SCREENSHOTS = join(__dirname, 'screenshots');
const PATIENCE_MS = 30_000;
/** The page offers its link after this time without a word from the frame. */
const SILENCE_MS = 10_000;

let stack: Stack;
let workflow: Workflow;
let browser: Browser;
let page: Page;
/** What the browser has complained about since the page was opened. */
let complaints: string[];
/** A website that is not n8n: it asks n8n for a page and shows it under its own address. */
let website: { server: Server; url: string };

const addressOf = (key: keyof typeof NODES, path: string) => {
	const { webhookId = '' } = workflow.nodes.find(({ name }) => name === NODES[key]) ?? {};
	return `${stack.n8n.url}/webhook/${webhookId}/${path}`;
};
const visitUrl = () => `${stack.n8n.url}/webhook/sign`;
const reportUrl = () => addressOf('trigger', 'embedded');

async function startWebsite(): Promise<typeof website> {
	const server = createServer((_request, response) => {
		void axios.get<string>(visitUrl(), { responseType: 'text', proxy: false }).then(
			({ data }) => response.setHeader('content-type', 'text/html; charset=utf-8').end(data),
			(error: Error) => response.writeHead(502).end(error.message),
		);
	}).listen(0, '127.0.0.1');
	await once(server, 'listening');
	return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
}

const shoot = async (name: string) =>
	await page.screenshot({ path: join(SCREENSHOTS, `${stack.n8n.version}-embedded-${name}.png`) });

const state = async (name: string) => await page.locator(`body[data-state=${name}]`).waitFor();
const words = async () => await page.getByRole('status').textContent();
const frame = () => page.frameLocator('#signing');

const settingsSchema = z.object({
	signatureId: z.string(),
	report: z.object({ url: z.string(), token: z.string() }),
});

async function settings() {
	const text = await page.locator('#settings').textContent();
	return settingsSchema.parse(JSON.parse(text ?? ''));
}

const itemSchema = z
	.object({
		event: z.object({ type: z.string(), createdAt: z.string() }),
		document: z.object({ id: z.string() }),
		signature: z.object({ id: z.string() }),
		source: z.literal('embedded'),
	})
	.strict();

const itemOf = (execution: Execution) => itemSchema.parse(outputOf(execution, NODES.trigger).json);

/** Waits for so many reports of a request, and gives them in the order of their executions. */
async function reportsOf(signatureId: string, count: number) {
	const executions = await stack.client.finishedExecutions(
		workflow.id,
		count,
		(execution) =>
			NODES.trigger in execution.runs && itemOf(execution).signature.id === signatureId,
	);
	return executions.map(itemOf);
}

const executionCount = async () => (await stack.client.executions(workflow.id)).length;

async function sign(): Promise<void> {
	await frame()
		.getByLabel(/type your full name/)
		.fill(SIGNER.name);
	await frame().getByRole('button', { name: 'Sign', exact: true }).click();
}

async function decline(): Promise<void> {
	await frame().getByText('Decline', { exact: true }).click();
	await frame().getByRole('button', { name: 'Decline to sign' }).click();
}

beforeAll(async () => {
	await mkdir(SCREENSHOTS, { recursive: true });
	stack = await startStack({ report: quiet });
	const data = credentialData(stack);
	const credential = await stack.client.createCredential('Local', 'signaturitApi', data);
	workflow = await stack.client.importWorkflow(await embeddedWorkflow(credential));
	await stack.client.activate(workflow.id);
	website = await startWebsite();
	browser = await openBrowser();
}, INSTALL_MS);

afterAll(async () => {
	await browser?.close();
	website?.server.close();
	await stack?.stop();
}, 60_000);

beforeEach(async () => {
	page = await browser.newPage({ viewport: { width: 1280, height: 860 } });
	page.setDefaultTimeout(PATIENCE_MS);
	complaints = [];
	page.on('console', (message) => {
		if (message.type() !== 'log') complaints.push(message.text());
	});
	page.on('pageerror', (error) => complaints.push(error.message));
});

afterEach(async () => await page.context().close());

describe('on a website of its own', () => {
	it('lets the signer sign, says so, and reports each step in order', async () => {
		await page.goto(website.url);
		await state('ready');
		expect(await words()).toBe('Please read the document and sign it below.');
		expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(TITLE);
		await shoot('ready');

		await sign();
		await state('completed');
		expect(await words()).toBe('All documents are signed. Thank you.');
		await shoot('completed');

		await frame().getByRole('button', { name: 'Close' }).click();
		await state('close');
		expect(await words()).toBe('You can close this page now.');
		expect(await page.locator('#signing').isVisible()).toBe(false);
		await shoot('close');

		const { signatureId } = await settings();
		const reports = await reportsOf(signatureId, 4);
		expect(reports.map(({ event }) => event.type)).toEqual([
			'ready',
			'signed',
			'completed',
			'close',
		]);
		const { data } = await axios.get<{ documents: { id: string; status: string }[] }>(
			`${stack.service.url}/v3/signatures/${signatureId}.json`,
			{ headers: { authorization: `Bearer ${stack.service.token}` }, proxy: false },
		);
		const [document] = data.documents;
		for (const report of reports) expect(report.document.id).toBe(document?.id);
		expect(document?.status).not.toBe('ready');
		expect(complaints).toEqual([]);
	});

	it('lets the signer decline, and reports it', async () => {
		await page.goto(website.url);
		await state('ready');
		await decline();
		await state('declined');
		expect(await words()).toBe('You have declined to sign.');
		await shoot('declined');
		const reports = await reportsOf((await settings()).signatureId, 2);
		expect(reports.map(({ event }) => event.type)).toEqual(['ready', 'declined']);
	});

	it('fills the window of a phone', async () => {
		await page.setViewportSize({ width: 360, height: 740 });
		await page.goto(website.url);
		await state('ready');
		await shoot('phone');
		const box = await page.locator('#signing').boundingBox();
		expect(box).toMatchObject({ x: 0, width: 360 });
		expect(Math.round((box?.y ?? 0) + (box?.height ?? 0))).toBe(740);
		expect(box?.height).toBeGreaterThan(640);
		const overflow = 'document.documentElement.scrollWidth - innerWidth';
		expect(await page.evaluate(overflow)).toBe(0);
	});

	it('believes nobody but the signing page', async () => {
		await page.goto(`${stack.n8n.url}/healthz`);
		const opened = page.waitForEvent('popup');
		// The result of an expression would be waited for.
		await page.evaluate(`void (globalThis.opened = open('${website.url}'))`);
		const popup = await opened;
		await popup.locator('body[data-state=ready]').waitFor();

		const forged = `{ event: 'completed', documentId: 'd', signatureId: 's' }, '*'`;
		await popup.evaluate(`void (globalThis.heard = new Promise((resolve) => {
			addEventListener('message', ({ origin }) => origin === '${stack.n8n.url}' && resolve());
		}))`);
		await popup.evaluate(`postMessage(${forged})`);
		await page.evaluate(`opened.postMessage(${forged})`);
		await popup.evaluate('heard');
		expect(await popup.locator('body').getAttribute('data-state')).toBe('ready');

		page = popup;
		await decline();
		await state('declined');
		// Reports go out one after the other: a forged one would be among them.
		const reports = await reportsOf((await settings()).signatureId, 2);
		expect(reports.map(({ event }) => event.type)).toEqual(['ready', 'declined']);
	});

	it('reports again when the network was away', async () => {
		let failures = 2;
		await page.route(reportUrl(), async (route) => {
			failures -= 1;
			await (failures < 0 ? route.continue() : route.abort());
		});
		await page.goto(website.url);
		await state('ready');
		await reportsOf((await settings()).signatureId, 1);
		expect(failures).toBe(-1);
	});

	it('offers the bare address when the frame remains silent', async () => {
		await page.clock.install();
		await page.route(`${stack.service.url}/**`, (route) => route.abort());
		await page.goto(website.url);
		const link = page.getByRole('link', { name: 'Open it in this window' });
		expect(await link.isVisible()).toBe(false);
		await page.clock.fastForward(SILENCE_MS);
		await link.waitFor();
		await shoot('silent');
	});
});

describe('the address for reports', () => {
	const post = async (body: unknown, headers: Record<string, string> = {}) =>
		await axios.post<{ message: string }>(reportUrl(), body, {
			headers: { 'content-type': 'application/json', ...headers },
			validateStatus: () => true,
			proxy: false,
		});

	it.each(['null', 'https://website.example.com'])(
		'answers the CORS questions of a browser for the origin %s',
		async (origin) => {
			const headers = {
				origin,
				'access-control-request-method': 'POST',
				'access-control-request-headers': 'content-type',
			};
			const { status, headers: answer } = await axios.options(reportUrl(), {
				headers,
				proxy: false,
			});
			expect(status).toBe(204);
			expect(answer['access-control-allow-origin']).toBe(origin);
			expect(answer['access-control-allow-methods']).toContain('POST');
			expect(answer['access-control-allow-headers']).toContain('content-type');
			const refused = await post({ event: 'signed', signatureId: 's' }, { origin });
			expect(refused.headers['access-control-allow-origin']).toBe(origin);
		},
	);

	it('takes a token for its own request only, and starts nothing otherwise', async () => {
		await page.goto(website.url);
		await state('ready');
		const { signatureId, report } = await settings();
		expect(report.url).toBe(reportUrl());
		await reportsOf(signatureId, 1);
		const before = await executionCount();

		const good = { event: 'signed', documentId: 'd', signatureId, token: report.token };
		const answers = [
			await post({ ...good, token: undefined }),
			await post({ ...good, token: `${report.token.slice(0, -2)}AA` }),
			await post({ ...good, signatureId: 'another' }),
			await post({ ...good, event: undefined }),
			await post({ ...good, more: 'x'.repeat(5000) }),
			await post(Buffer.from('{"event":')),
		];
		expect(answers.map(({ status }) => status)).toEqual([401, 403, 403, 400, 413, 422]);
		expect(await executionCount()).toBe(before);

		expect((await post({ ...good, event: 'contract_framed' })).status).toBe(200);
		const reports = await reportsOf(signatureId, 2);
		expect(reports[1]?.event.type).toBe('contract_framed');
	});

	it('is the only one that the trigger has with this resource', async () => {
		const events = addressOf('trigger', 'events.json');
		const { status } = await axios.post(events, {}, { validateStatus: () => true, proxy: false });
		expect(status).toBe(404);
	});
});

describe('answered by n8n', () => {
	it('is sandboxed, and leads out of the sandbox to a page on which one can sign', async () => {
		await page.clock.install();
		const answer = await page.goto(visitUrl());
		expect(answer?.headers()['content-security-policy']).toMatch(/^sandbox /);
		await page.clock.fastForward(SILENCE_MS);
		await shoot('sandbox');
		expect(complaints.join()).toContain('N8N_INSECURE_DISABLE_WEBHOOK_IFRAME_SANDBOX=true');

		await page.getByRole('link', { name: 'Open it in this window' }).click();
		await page.getByLabel(/type your full name/).fill(SIGNER.name);
		await page.getByRole('button', { name: 'Sign', exact: true }).click();
		await page.getByText('Thank you').waitFor();
	});

	it('believes the frame, and nobody else, in the sandbox, where all origins are null', async () => {
		// A signing page that needs nothing that the sandbox takes away.
		const body = `<button onclick="parent.postMessage({ event: 'signed', documentId: 'd' }, '*')">Sign</button>`;
		await page.route(`${stack.service.url}/s/**`, async (route) => {
			await route.fulfill({ contentType: 'text/html', body });
		});
		await page.goto(visitUrl());
		await page.evaluate(`new Promise((heard) => {
			addEventListener('message', ({ origin }) => heard(origin));
			postMessage({ event: 'completed' }, '*');
		})`);
		expect(await page.locator('body').getAttribute('data-state')).toBe('loading');

		await frame().getByRole('button', { name: 'Sign' }).click();
		await state('signed');
		const reports = await reportsOf((await settings()).signatureId, 1);
		expect(reports.map(({ event, document }) => [event.type, document.id])).toEqual([
			['signed', 'd'],
		]);
	});

	it('works as on a website with the sandbox switched off, and reports after a restart', async () => {
		await page.goto(website.url);
		await state('ready');
		const early = page;
		page = await browser.newPage();
		await stack.restartN8n({ N8N_INSECURE_DISABLE_WEBHOOK_IFRAME_SANDBOX: 'true' });

		await page.goto(visitUrl());
		await state('ready');
		await sign();
		await state('completed');
		const { signatureId } = await settings();
		expect((await reportsOf(signatureId, 3)).map(({ event }) => event.type)).toEqual([
			'ready',
			'signed',
			'completed',
		]);
		await page.context().close();

		page = early;
		await sign();
		await state('completed');
		expect(await reportsOf((await settings()).signatureId, 3)).toHaveLength(3);
	});
});
