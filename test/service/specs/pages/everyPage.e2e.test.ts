/// <reference lib="dom" />
import { ADA, BEN } from '../../../people';
import { pdfOf } from '../support/pdf';
import {
	accessibilityProblems,
	brokenNames,
	openFromInbox,
	openSigningPage,
	pageForEach,
	PHONE_SCREEN,
	sidewaysScroll,
} from '../support/browser';
import { rigForEach } from '../support/rig';
import {
	createSignature,
	form,
	pdfFile,
	recipients,
	widgetsOf,
	type WireSignature,
} from '../support/wire';

// Registered first, so that a page is closed before its service.
const visit = pageForEach();
const rig = rigForEach();

const SCREENS = { desktop: { width: 1280, height: 900 }, phone: PHONE_SCREEN };

/** A word as long as a page is wide: it must not widen the page. */
const LONG = 'Lease'.repeat(20);
const PHONE = { 'recipients[0][phone]': '34600000000' };
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
const sendSimply = () => createSignature(rig, { ...recipients(ADA), subject: 'Lease' });

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
			...recipients(ADA),
			...PHONE,
			subject: 'Lease',
			'recipients[0][require_sms_validation]': '1',
		});
		await openFromInbox(visit.page, rig, 'Lease');
		await visit.page.getByRole('button', { name: 'Continue' }).click();
		await visit.page.getByText('This is not the password').waitFor();
	},
	'the page that asks who is signing': async () => {
		const { data } = await rig.http.post<WireSignature>(
			'/v3/signatures.json',
			form({
				...recipients(BEN, OTHER),
				delivery_type: 'url',
				signing_mode: 'parallel',
				'templates[0]': '#NDA',
			}),
		);
		await visit.page.goto(data.url ?? '');
		await visit.page.getByText('Who are you?').waitFor();
	},
	'the page after signing': async () => {
		await sendSimply();
		await openSigningPage(visit.page, rig, 'Lease');
		await visit.page.getByLabel('Your signature').fill('Ada');
		await visit.page.getByRole('button', { name: 'Sign' }).click();
		await visit.page.getByRole('heading', { name: 'Signed' }).waitFor();
	},
	'the page after declining': async () => {
		await sendSimply();
		await openSigningPage(visit.page, rig, 'Lease');
		await visit.page.getByText('Decline', { exact: true }).click();
		await visit.page.getByRole('button', { name: 'Decline to sign' }).click();
		await visit.page.getByRole('heading', { name: 'Declined' }).waitFor();
	},
	'the page of a certified email': async () => {
		const file = {
			field: 'attachments[0]',
			name: `${LONG}.pdf`,
			bytes: await pdfOf('Notice'),
		};
		await rig.http.post(
			'/v3/emails.json',
			form({ ...recipients(ADA), subject: 'Notice', type: 'open_document' }, [file]),
		);
		await rig.control.settled();
		await openFromInbox(visit.page, rig, 'Notice');
	},
	'the page of the API': async () => {
		await visit.page.goto(`${rig.service.url}/openapi`);
		await visit.page.getByText('Create a signature request').click();
		await visit.page.getByText('The new request. Its documents').waitFor();
	},
	'a page that does not exist': () => visit.page.goto(`${rig.service.url}/s/none`),
};

describe.each(Object.entries(SCREENS))('on a %s', (_screen, size) => {
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
