import axios from 'axios';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { reportsOf, startWebsite, Visit, type Website } from './embeddedVisit';
import { embeddedWorkflow, NODES, TITLE } from './embeddedWorkflow';
import { openBrowser } from './lib/browser';
import type { Workflow } from './lib/n8n/n8nClient';
import { quiet } from './lib/report';
import { startStack, type Stack } from './lib/stack';
import { credentialData } from './mainJob';

const INSTALL_MS = 900_000;
const SCREENSHOTS = join(__dirname, 'screenshots');
/** Longer than the page waits for a message of its frame before it shows its link. */
const SILENCE_MS = 10_000;

let stack: Stack;
let workflow: Workflow;
let website: Website;
let browser: Browser;
let visit: Visit;

const visitUrl = () => `${stack.n8n.url}/webhook/sign`;

function triggerUrl(path: string): string {
	const { webhookId = '' } = workflow.nodes.find(({ name }) => name === NODES.trigger) ?? {};
	return `${stack.n8n.url}/webhook/${webhookId}/${path}`;
}
const reportUrl = () => triggerUrl('embedded');

/** Waits until the visit's page has sent `count` reports, and returns them. */
async function reports(count: number) {
	const { signatureId } = await visit.settings();
	return await reportsOf(stack.client, workflow.id, signatureId, count);
}

const reportedTypes = async (count: number) =>
	(await reports(count)).map(({ event }) => event.type);

const executionCount = async () => (await stack.client.executions(workflow.id)).length;

const shoot = async (name: string) =>
	await visit.page.screenshot({
		path: join(SCREENSHOTS, `${stack.n8n.version}-embedded-${name}.png`),
	});

beforeAll(async () => {
	await mkdir(SCREENSHOTS, { recursive: true });
	stack = await startStack({ report: quiet });
	const data = credentialData(stack);
	const credential = await stack.client.createCredential('Local', 'signaturitApi', data);
	workflow = await stack.client.importWorkflow(await embeddedWorkflow(credential));
	await stack.client.activate(workflow.id);
	website = await startWebsite(visitUrl());
	browser = await openBrowser();
}, INSTALL_MS);

afterAll(async () => {
	await browser?.close();
	website?.close();
	await stack?.stop();
});

beforeEach(async () => {
	visit = await Visit.start(browser);
});

afterEach(async () => await visit.end());

describe('the embedded signing page on a website', () => {
	it('lets the signer sign, shows each step and reports it in order', async () => {
		const { page } = visit;
		await page.goto(website.url);
		await visit.waitForState('ready');
		expect(await visit.statusText()).toBe('Please read the document and sign it below.');
		expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(TITLE);
		await shoot('ready');

		await visit.sign();
		await visit.waitForState('completed');
		expect(await visit.statusText()).toBe('All documents are signed. Thank you.');
		await shoot('completed');

		await visit.frame.getByRole('button', { name: 'Close' }).click();
		await visit.waitForState('close');
		expect(await visit.statusText()).toBe('You can close this page now.');
		expect(await page.locator('#signing').isVisible()).toBe(false);
		await shoot('close');

		expect(await reportedTypes(4)).toEqual(['ready', 'signed', 'completed', 'close']);
		const { signatureId } = await visit.settings();
		const { data } = await axios.get<{ documents: { id: string; status: string }[] }>(
			`${stack.service.url}/v3/signatures/${signatureId}.json`,
			{ headers: { authorization: `Bearer ${stack.service.token}` }, proxy: false },
		);
		const [document] = data.documents;
		for (const report of await reports(4)) expect(report.documentId).toBe(document?.id);
		expect(document?.status).not.toBe('ready');
		expect(visit.warnings).toEqual([]);
	});

	it('lets the signer decline, shows that and reports it', async () => {
		await visit.page.goto(website.url);
		await visit.waitForState('ready');
		await visit.decline();
		await visit.waitForState('declined');
		expect(await visit.statusText()).toBe('You have declined to sign.');
		await shoot('declined');
		expect(await reportedTypes(2)).toEqual(['ready', 'declined']);
	});

	it('fills the window of a phone', async () => {
		const { page } = visit;
		await page.setViewportSize({ width: 360, height: 740 });
		await page.goto(website.url);
		await visit.waitForState('ready');
		await shoot('phone');
		const box = await page.locator('#signing').boundingBox();
		expect(box).toMatchObject({ x: 0, width: 360 });
		expect(Math.round((box?.y ?? 0) + (box?.height ?? 0))).toBe(740);
		expect(box?.height).toBeGreaterThan(640);
		const overflow = 'document.documentElement.scrollWidth - innerWidth';
		expect(await page.evaluate(overflow)).toBe(0);
	});

	it('ignores messages that do not come from the signing page', async () => {
		const { page } = visit;
		await page.goto(`${stack.n8n.url}/healthz`);
		const opened = page.waitForEvent('popup');
		// Without `void`, `evaluate` would wait for the opened window.
		await page.evaluate(`void (globalThis.opened = open('${website.url}'))`);
		const popup = await opened;
		visit = new Visit(popup);
		await visit.waitForState('ready');

		const forged = `{ event: 'completed', documentId: 'd', signatureId: 's' }, '*'`;
		await popup.evaluate(`void (globalThis.heard = new Promise((resolve) => {
			addEventListener('message', ({ origin }) => origin === '${stack.n8n.url}' && resolve());
		}))`);
		await popup.evaluate(`postMessage(${forged})`);
		await page.evaluate(`opened.postMessage(${forged})`);
		await popup.evaluate('heard');
		expect(await visit.state()).toBe('ready');

		await visit.decline();
		await visit.waitForState('declined');
		// Reports are sent in order, so a report of the forged event would come before this one.
		expect(await reportedTypes(2)).toEqual(['ready', 'declined']);
	});

	it('sends a report again when the network has failed', async () => {
		let failures = 2;
		await visit.page.route(reportUrl(), async (route) => {
			failures -= 1;
			await (failures < 0 ? route.continue() : route.abort());
		});
		await visit.page.goto(website.url);
		await visit.waitForState('ready');
		expect(await reportedTypes(1)).toEqual(['ready']);
		expect(failures).toBe(-1);
	});

	it('shows a link to the signing URL when the frame sends no message', async () => {
		const { page } = visit;
		// However long it takes to load and to look, no time passes for the page.
		await page.clock.install({ time: 0 });
		await page.clock.pauseAt(1_000);
		await page.route(`${stack.service.url}/**`, (route) => route.abort());
		await page.goto(website.url);
		const link = page.getByRole('link', { name: 'Open it in this window' });
		expect(await link.isVisible()).toBe(false);
		await page.clock.fastForward(SILENCE_MS);
		await link.waitFor();
		await shoot('silent');
	});
});

describe('the URL for reports', () => {
	const post = async (body: unknown, headers: Record<string, string> = {}) =>
		await axios.post<{ message: string }>(reportUrl(), body, {
			headers: { 'content-type': 'application/json', ...headers },
			validateStatus: () => true,
			proxy: false,
		});

	it.each(['null', 'https://website.example.com'])(
		'answers the CORS requests of a browser from the origin %s',
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

	it('accepts a token for its own request only, and starts no execution for another report', async () => {
		await visit.page.goto(website.url);
		await visit.waitForState('ready');
		const { signatureId, report } = await visit.settings();
		expect(report.url).toBe(reportUrl());
		await reports(1);
		const before = await executionCount();

		const good = { event: 'signed', documentId: 'd', signatureId, token: report.token };
		const answers = [
			await post({ ...good, token: undefined }),
			await post({ ...good, token: `9${report.token}` }),
			await post({ ...good, signatureId: 'another' }),
			await post({ ...good, event: undefined }),
			await post({ ...good, more: 'x'.repeat(5000) }),
			await post(Buffer.from('{"event":')),
		];
		expect(answers.map(({ status }) => status)).toEqual([401, 403, 403, 400, 413, 422]);
		expect(await executionCount()).toBe(before);

		expect((await post({ ...good, event: 'contract_framed' })).status).toBe(200);
		expect(await reportedTypes(2)).toEqual(['ready', 'contract_framed']);
	});

	it('is the only webhook of a trigger for embedded signing', async () => {
		const events = triggerUrl('events.json');
		const { status } = await axios.post(events, {}, { validateStatus: () => true, proxy: false });
		expect(status).toBe(404);
	});
});

describe('the embedded signing page answered by n8n', () => {
	it('is sandboxed, and links to the signing page outside the sandbox', async () => {
		const { page } = visit;
		await page.clock.install();
		const answer = await page.goto(visitUrl());
		expect(answer?.headers()['content-security-policy']).toMatch(/^sandbox /);
		await page.clock.fastForward(SILENCE_MS);
		await shoot('sandbox');
		expect(visit.warnings.join()).toContain('N8N_INSECURE_DISABLE_WEBHOOK_IFRAME_SANDBOX=true');

		await page.getByRole('link', { name: 'Open it in this window' }).click();
		await visit.sign(page);
		await page.getByText('Thank you').waitFor();
	});

	it('accepts messages from its frame only in the sandbox, where every origin is null', async () => {
		const { page } = visit;
		// A signing page that works without what the sandbox forbids.
		const body = `<button onclick="parent.postMessage({ event: 'signed', documentId: 'd' }, '*')">Sign</button>`;
		await page.route(`${stack.service.url}/s/**`, async (route) => {
			await route.fulfill({ contentType: 'text/html', body });
		});
		await page.goto(visitUrl());
		await page.evaluate(`new Promise((heard) => {
			addEventListener('message', ({ origin }) => heard(origin));
			postMessage({ event: 'completed' }, '*');
		})`);
		expect(await visit.state()).toBe('loading');

		await visit.frame.getByRole('button', { name: 'Sign' }).click();
		await visit.waitForState('signed');
		expect(await reportedTypes(1)).toEqual(['signed']);
	});

	it('lets the signer sign when the sandbox is turned off, and reports after a restart of n8n', async () => {
		await visit.page.goto(website.url);
		await visit.waitForState('ready');
		// n8n does not wait for an execution that it is just recording when it is stopped: it counts as crashed later.
		expect(await reportedTypes(1)).toEqual(['ready']);
		const early = visit;
		visit = await Visit.start(browser);
		await stack.restartN8n({ N8N_INSECURE_DISABLE_WEBHOOK_IFRAME_SANDBOX: 'true' });

		await visit.page.goto(visitUrl());
		await visit.waitForState('ready');
		await visit.sign();
		await visit.waitForState('completed');
		expect(await reportedTypes(3)).toEqual(['ready', 'signed', 'completed']);
		await visit.end();

		visit = early;
		await visit.sign();
		await visit.waitForState('completed');
		expect(await reportedTypes(3)).toEqual(['ready', 'signed', 'completed']);
	});
});
