import axios from 'axios';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { EmbeddedSite } from './embeddedSite';
import { Visit } from './embeddedVisit';
import { TITLE } from './embeddedWorkflow';
import { openBrowser } from './lib/browser';

const SCREENSHOTS = join(__dirname, 'screenshots');
/** Longer than the page waits for a message of its frame before it shows its link. */
const SILENCE_MS = 10_000;

let site: EmbeddedSite;
let browser: Browser;
let visit: Visit;

const reportedTypes = async (count: number) => await site.reportedTypes(visit, count);

const shoot = async (name: string) =>
	await visit.page.screenshot({
		path: join(SCREENSHOTS, `${site.stack.n8n.version}-embedded-${name}.png`),
	});

beforeAll(async () => {
	await mkdir(SCREENSHOTS, { recursive: true });
	site = await EmbeddedSite.start();
	browser = await openBrowser();
});

afterAll(async () => {
	await browser?.close();
	await site?.stop();
});

beforeEach(async () => {
	visit = await Visit.start(browser);
});

afterEach(async () => await visit.end());

describe('the embedded signing page on a website', () => {
	it('lets the signer sign, shows each step and reports it in order', async () => {
		const { page } = visit;
		await page.goto(site.websiteUrl);
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
		const document = await site.documentOf(visit);
		for (const report of await site.reports(visit, 4)) expect(report.documentId).toBe(document?.id);
		expect(document?.status).not.toBe('ready');
		expect(visit.warnings).toEqual([]);
	});

	it('lets the signer decline, shows that and reports it', async () => {
		await visit.page.goto(site.websiteUrl);
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
		await page.goto(site.websiteUrl);
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
		const { page: opener } = visit;
		await opener.goto(`${site.stack.n8n.url}/healthz`);
		visit = await visit.openWindow(site.websiteUrl);
		await visit.waitForState('ready');

		const forged = `{ event: 'completed', documentId: 'd', signatureId: 's' }, '*'`;
		const { page } = visit;
		await page.evaluate(`void (globalThis.heard = new Promise((resolve) => {
			addEventListener('message', ({ origin }) => origin === '${site.stack.n8n.url}' && resolve());
		}))`);
		await page.evaluate(`postMessage(${forged})`);
		await opener.evaluate(`opened.postMessage(${forged})`);
		await page.evaluate('heard');
		expect(await visit.state()).toBe('ready');

		await visit.decline();
		await visit.waitForState('declined');
		// Reports are sent in order, so a report of the forged event would come before this one.
		expect(await reportedTypes(2)).toEqual(['ready', 'declined']);
	});

	it('sends a report again when the network has failed', async () => {
		let failures = 2;
		await visit.page.route(site.reportUrl, async (route) => {
			failures -= 1;
			await (failures < 0 ? route.continue() : route.abort());
		});
		await visit.page.goto(site.websiteUrl);
		await visit.waitForState('ready');
		expect(await reportedTypes(1)).toEqual(['ready']);
		expect(failures).toBe(-1);
	});

	it('shows a link to the signing URL when the frame sends no message', async () => {
		const { page } = visit;
		// However long it takes to load and to look, no time passes for the page.
		await page.clock.install({ time: 0 });
		await page.clock.pauseAt(1_000);
		await page.route(`${site.stack.service.url}/**`, (route) => route.abort());
		await page.goto(site.websiteUrl);
		const link = page.getByRole('link', { name: 'Open it in this window' });
		expect(await link.isVisible()).toBe(false);
		await page.clock.fastForward(SILENCE_MS);
		await link.waitFor();
		await shoot('silent');
	});
});

describe('the URL for reports', () => {
	it.each(['null', 'https://website.example.com'])(
		'answers the CORS requests of a browser from the origin %s',
		async (origin) => {
			const preflight = {
				origin,
				'access-control-request-method': 'POST',
				'access-control-request-headers': 'content-type',
			};
			const answer = await axios.options(site.reportUrl, { headers: preflight, proxy: false });
			expect(answer.status).toBe(204);
			expect(answer.headers['access-control-allow-origin']).toBe(origin);
			expect(answer.headers['access-control-allow-methods']).toContain('POST');
			expect(answer.headers['access-control-allow-headers']).toContain('content-type');
			const refused = await site.postReport({ event: 'signed', signatureId: 's' }, { origin });
			expect(refused.headers['access-control-allow-origin']).toBe(origin);
		},
	);

	it('accepts a token for its own request only, and starts no execution for another report', async () => {
		await visit.page.goto(site.websiteUrl);
		await visit.waitForState('ready');
		const { signatureId, report } = await visit.settings();
		expect(report.url).toBe(site.reportUrl);
		await site.reports(visit, 1);
		const before = await site.executionCount();

		const good = { event: 'signed', documentId: 'd', signatureId, token: report.token };
		const answers = [
			await site.postReport({ ...good, token: undefined }),
			await site.postReport({ ...good, token: `9${report.token}` }),
			await site.postReport({ ...good, signatureId: 'another' }),
			await site.postReport({ ...good, event: undefined }),
			await site.postReport({ ...good, more: 'x'.repeat(5000) }),
			await site.postReport(Buffer.from('{"event":')),
		];
		expect(answers.map(({ status }) => status)).toEqual([401, 403, 403, 400, 413, 422]);
		expect(await site.executionCount()).toBe(before);

		expect((await site.postReport({ ...good, event: 'contract_framed' })).status).toBe(200);
		expect(await reportedTypes(2)).toEqual(['ready', 'contract_framed']);
	});

	it('is posted to the only webhook of its trigger that listens', async () => {
		const events = site.triggerUrl('events.json');
		const { status } = await axios.post(events, {}, { validateStatus: () => true, proxy: false });
		expect(status).toBe(404);
	});
});

describe('the embedded signing page answered by n8n', () => {
	it('is sandboxed, and links to the signing page outside the sandbox', async () => {
		const { page } = visit;
		await page.clock.install();
		const answer = await page.goto(site.visitUrl);
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
		await page.route(`${site.stack.service.url}/s/**`, async (route) => {
			await route.fulfill({ contentType: 'text/html', body });
		});
		await page.goto(site.visitUrl);
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
		await visit.page.goto(site.websiteUrl);
		await visit.waitForState('ready');
		// n8n does not wait for an execution that it is just recording when it is stopped: it counts as crashed later.
		expect(await reportedTypes(1)).toEqual(['ready']);
		const early = visit;
		visit = await Visit.start(browser);
		await site.stack.restartN8n({ N8N_INSECURE_DISABLE_WEBHOOK_IFRAME_SANDBOX: 'true' });

		await visit.page.goto(site.visitUrl);
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
