/// <reference lib="dom" />
import axios from 'axios';
import { parse } from 'yaml';

import { startService } from '../..';
import { ADA, BEN } from '../../../people';
import {
	accessibilityProblems,
	brokenNames,
	openFromInbox,
	openSigningPage,
	pressSign,
	SCREENS,
	sidewaysScroll,
	visitForEach,
} from '../support/browser';
import { pdfOf } from '../support/pdf';
import { createSignature, form, pdfFile, PHONE, recipients, widgetsOf } from '../support/wire';

const { visit, rig } = visitForEach();

/** A word as long as a page is wide: it must not widen the page. */
const LONG = 'Lease'.repeat(20);
const PLACE = { page: '1', width: '30', height: '4' };
const WIDGETS: Record<string, string>[] = [
	{ type: 'signature', left: '60', top: '90', ...PLACE },
	{ type: 'text', left: '10', top: '10', ...PLACE },
	{ type: 'date', left: '65', top: '10', ...PLACE },
	{ type: 'check', page: '1', left: '10', top: '30' },
	{ type: 'check', page: '1', left: '98', top: '40', options: 'show_yes_no_option' },
	{ type: 'radio', page: '1', left: '10', top: '50', custom_id: 'g', '[options][index]': '0' },
	{ type: 'radio', page: '1', left: '40', top: '50', custom_id: 'g', '[options][index]': '1' },
	{ type: 'select', left: '10', top: '60', ...PLACE, '[options][select][0][value]': LONG },
	{ type: 'image', page: '1', left: '10', top: '70', required: '0' },
	{ type: 'text', word_anchor: 'HERE', width: '20', height: '4' },
];

/** Someone whose name and address are long. */
const OTHER = { email: `${LONG}@example.com`, name: LONG };

const openInbox = () => visit.page.goto(`${rig.service.url}/inbox`);

const sendEverything = async () =>
	await createSignature(
		rig,
		{
			...recipients(ADA, OTHER),
			...PHONE,
			...widgetsOf(WIDGETS),
			name: LONG,
			subject: LONG,
			'recipients[0][name]': LONG,
			'recipients[0][sms_code]': '1',
			'recipients[0][require_photo_id]': '1',
		},
		[{ ...pdfFile(await pdfOf('Sign HERE', 'and HERE'), 0), name: `${LONG}.pdf` }],
	);
const sendSimply = () => createSignature(rig, { subject: 'Lease' });

/** Sends a certified PDF, and opens the page that the mail about it leads to. */
async function openCertified(name: string): Promise<string> {
	const file = { field: 'attachments[0]', name, bytes: await pdfOf('Notice') };
	const fields = { ...recipients(ADA), subject: 'Notice', type: 'open_document' };
	const { data } = await rig.http.post<{ id: string }>('/v3/emails.json', form(fields, [file]));
	await rig.control.settled();
	await openFromInbox(visit.page, rig, 'Notice');
	return data.id;
}

/** How to come to each page. */
const PAGES: Record<string, () => Promise<unknown>> = {
	'the empty inbox': openInbox,
	'the inbox': async () => {
		await sendEverything();
		await openInbox();
	},
	'a mail': async () => {
		await sendEverything();
		await openInbox();
		await visit.page.getByRole('link', { name: LONG, exact: true }).click();
	},
	'the empty requests page': () => visit.page.goto(`${rig.service.url}/requests`),
	'the requests page': async () => {
		const { id } = await sendEverything();
		await sendSimply();
		await rig.control.decline({ signatureId: id, email: ADA.email }, LONG);
		await visit.page.goto(`${rig.service.url}/requests`);
		await visit.page.getByRole('button', { name: 'Sign with examples' }).click();
		await visit.page.getByRole('status').waitFor();
		await visit.page.waitForLoadState();
		for (const history of await visit.page.getByText('History').all()) await history.click();
	},
	'the signing page': async () => {
		await sendEverything();
		await openSigningPage(visit.page, rig, LONG);
	},
	'the signing page with errors': async () => {
		await sendEverything();
		await openSigningPage(visit.page, rig, LONG);
		await visit.page.getByRole('button', { name: 'Sign' }).click();
		await visit.page.getByRole('alert').waitFor();
		await visit.page.waitForFunction(() => document.querySelector('[aria-busy]') === null);
		await visit.page.getByLabel('Date 3').focus();
	},
	'the signing page without its documents': async () => {
		await visit.page.route('**/assets/pdfjs/**', (route) => route.abort());
		await sendEverything();
		await openSigningPage(visit.page, rig, LONG);
	},
	'the page that asks for a password': async () => {
		await createSignature(rig, {
			...PHONE,
			subject: 'Lease',
			'recipients[0][require_sms_validation]': '1',
		});
		await openFromInbox(visit.page, rig, 'Lease');
		await visit.page.getByRole('button', { name: 'Continue' }).click();
		await visit.page.getByText('This is not the password').waitFor();
	},
	'the page that asks who is signing': async () => {
		const fields = { ...recipients(BEN, OTHER), delivery_type: 'url', signing_mode: 'parallel' };
		const { url = '' } = await createSignature(rig, fields);
		await visit.page.goto(url);
		await visit.page.getByText('Who are you?').waitFor();
	},
	'the page after signing': async () => {
		await sendSimply();
		await openSigningPage(visit.page, rig, 'Lease');
		await visit.page.getByLabel('Your signature').fill('Ada');
		await pressSign(visit.page);
	},
	'the page after declining': async () => {
		await sendSimply();
		await openSigningPage(visit.page, rig, 'Lease');
		await visit.page.getByText('Decline', { exact: true }).click();
		await visit.page.getByRole('button', { name: 'Decline to sign' }).click();
		await visit.page.getByRole('heading', { name: 'Declined' }).waitFor();
	},
	'the page of a certified email': () => openCertified(`${LONG}.pdf`),
	'the page of the API': async () => {
		await visit.page.goto(`${rig.service.url}/openapi`);
		await visit.page.getByText('Create a signature request').click();
		await visit.page.getByText('The new request. Its documents').waitFor();
	},
	'a page that does not exist': () => visit.page.goto(`${rig.service.url}/s/none`),
};

describe.each([
	['desktop', SCREENS.desktop],
	['narrow phone', { width: 360, height: 640 }],
])('on a %s', (_screen, size) => {
	test.each(Object.entries(PAGES))(
		'%s is accessible, fits the screen and says that nothing is a signature',
		async (_page, open) => {
			await visit.page.setViewportSize(size);
			await open();
			await visit.page.waitForLoadState();
			expect(await accessibilityProblems(visit.page)).toEqual([]);
			expect(await sidewaysScroll(visit.page)).toBe(0);
			expect(await brokenNames(visit.page)).toEqual([]);
			const header = visit.page.getByRole('banner');
			expect(await header.innerText()).toContain('nothing here is a signature');
		},
	);
});

test('opening and downloading a certified PDF from the mail records every event', async () => {
	const id = await openCertified('notice.pdf');
	const started = visit.page.waitForEvent('download');
	await visit.page.getByRole('link', { name: 'Download notice.pdf' }).click();
	expect((await started).suggestedFilename()).toBe('notice.pdf');
	await rig.control.settled();
	const { data } = await rig.http.get<{ certificates: { events: { type: string }[] }[] }>(
		`/v3/emails/${id}.json`,
	);
	expect(data.certificates[0]?.events.map(({ type }) => type)).toEqual([
		'email_processed',
		'email_delivered',
		'documents_opened',
		'document_opened',
		'document_downloaded',
		'certification_completed',
	]);
});

interface Described {
	openapi: string;
	servers: { url: string }[];
	paths: Record<string, unknown>;
}

const described = async (url: string): Promise<Described> =>
	parse((await axios.get<string>(`${url}/openapi.yaml`, { proxy: false })).data) as Described;

describe('the description of the API', () => {
	test('is served with the service itself as its first server', async () => {
		const { openapi, servers, paths } = await described(rig.service.url);
		expect(openapi).toBe('3.1.0');
		expect(servers.map(({ url }) => url)).toEqual([
			rig.service.url,
			'https://api.sandbox.signaturit.com',
			'https://api.signaturit.com',
		]);
		expect(Object.keys(paths)).toContain('/v3/signatures.json');
	});

	test('names the public address when the service has one', async () => {
		const service = await startService({ publicUrl: 'https://sign.example.com' });
		try {
			expect((await described(service.url)).servers[0]?.url).toBe('https://sign.example.com');
		} finally {
			await service.close();
		}
	});

	test('says on one line that it is loading', async () => {
		const { page } = visit;
		await page.route('**/openapi.yaml', () => undefined);
		await page.goto(`${rig.service.url}/openapi`);
		const word = page.locator('.loading-container .loading');
		await word.waitFor({ state: 'attached' });
		const wrap = await word.evaluate(
			(element) => getComputedStyle(element, '::after').overflowWrap,
		);
		expect(wrap).toBe('normal');
	});

	test('can be read and tried on an accessible page', async () => {
		await createSignature(rig);
		const { page } = visit;
		await page.goto(`${rig.service.url}/openapi`);
		await page.getByRole('button', { name: 'Authorize' }).click();
		await page.getByLabel('auth-bearer-value').fill(rig.service.token);
		await page.getByRole('button', { name: 'Apply credentials' }).click();
		await page.getByRole('button', { name: 'Close' }).click();
		const count = page.locator('.opblock', { hasText: '/v3/signatures/count.json' });
		await count.locator('.opblock-summary-control').click();
		expect(await accessibilityProblems(page)).toEqual([]);
		await count.getByRole('button', { name: 'Try it out' }).click();
		await count.getByRole('button', { name: 'Execute' }).click();
		await count.locator('.live-responses-table').getByText('"count": 1').waitFor();
		expect(await accessibilityProblems(page)).toEqual([]);
		await page.getByRole('link', { name: 'what we believe about the service' }).waitFor();
		const ledger = await page.request.get(`${rig.service.url}/service.md`);
		expect(await ledger.text()).toContain('# What we believe about Signaturit');
	});
});
