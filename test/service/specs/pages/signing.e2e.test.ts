/// <reference lib="dom" />
import { ADA, BEN } from '../../../people';
import { PIXEL } from '../../domain/fields/exampleInput';
import {
	accessibilityProblems,
	openFromInbox,
	openSigningPage,
	pressSign,
	untilFocused,
	visitForEach,
} from '../support/browser';
import { pdfOf } from '../support/pdf';
import {
	createSignature,
	documentStatuses,
	downloadedText,
	firstEvents,
	getSignature,
	pdfFile,
	PHONE,
	recipients,
	widgetsOf,
} from '../support/wire';

const { visit, rig } = visitForEach();

const PICTURE = { name: 'id.png', mimeType: 'image/png', buffer: PIXEL };
const TEXT_FILE = { name: 'id.txt', mimeType: 'text/plain', buffer: Buffer.from('no image') };

const KINDS: Record<string, string>[] = [
	{ type: 'signature' },
	{ type: 'text', '[options][validation_rule]': 'dni' },
	{ type: 'date', '[options][validation_rule]': 'age' },
	{ type: 'check' },
	{ type: 'check', options: 'show_yes_no_option' },
	{ type: 'radio', custom_id: 'g', '[options][index]': '0' },
	{ type: 'radio', custom_id: 'g', '[options][index]': '1' },
	{
		type: 'select',
		'[options][select][0][value]': 'Monthly',
		'[options][select][1][value]': 'Yearly',
	},
	{ type: 'image', required: '0' },
];
const WIDGETS = KINDS.map((widget, index) => ({
	page: '1',
	left: '10',
	top: String(20 + 7 * index),
	...widget,
}));

describe('signing page', () => {
	const createWithEverything = async () => {
		const fields = {
			...PHONE,
			...widgetsOf(WIDGETS),
			subject: 'Lease',
			'recipients[0][sms_code]': '1',
			'recipients[0][require_photo_id]': '1',
		};
		const lease = await pdfOf('Lease of a flat', 'Second page');
		return await createSignature(rig, fields, [pdfFile(lease, 0)]);
	};

	test('a field says what its rule asks for while it is filled in, and what is wrong with it after', async () => {
		await createWithEverything();
		await openSigningPage(visit.page, rig, 'Lease');
		const rule = visit.page.getByText('Please enter a valid DNI or NIE');
		expect(await rule.isVisible()).toBe(false);
		const field = visit.page.getByLabel('Text 2');
		await field.focus();
		await rule.waitFor();
		expect(await field.getAttribute('aria-describedby')).toBe(await rule.getAttribute('id'));
		expect(await accessibilityProblems(visit.page)).toEqual([]);
		await field.fill('12345678A');
		await visit.page.getByRole('button', { name: 'Sign', exact: true }).click();
		await visit.page.getByRole('link', { name: 'Text 2 must be a valid DNI or NIE.' }).waitFor();
		expect(await rule.count()).toBe(0);
	});

	test('the signing page shows the document, lists what is wrong, and signs when all is right', async () => {
		const signature = await createWithEverything();
		await openSigningPage(visit.page, rig, 'Lease');
		expect(await visit.page.locator('canvas').count()).toBe(2);
		expect(await visit.page.locator('.slot').count()).toBe(WIDGETS.length);
		expect(await accessibilityProblems(visit.page)).toEqual([]);

		await visit.page.getByLabel('Text 2').fill('12345678A');
		await visit.page.getByRole('button', { name: 'Sign' }).click();
		const summary = visit.page.getByRole('alert');
		await untilFocused(summary);
		expect(await visit.page.getByLabel('Text 2').inputValue()).toBe('12345678A');
		expect(await summary.locator('a').allTextContents()).toEqual([
			'Signature 1 must be filled.',
			'Text 2 must be a valid DNI or NIE.',
			'Date 3 must be filled.',
			'Check 4 must be checked.',
			'Check 5 must be filled.',
			'Radio 6 must be filled.',
			'Select 8 must be filled.',
			'Photo of an id 1 must be attached.',
			'The acceptance code is not the one from the SMS.',
		]);
		expect(await accessibilityProblems(visit.page)).toEqual([]);
		expect(await documentStatuses(rig, signature.id)).toEqual(['ready']);

		const code = /code is (\d{6})/.exec((await rig.control.outbox())[0]?.body ?? '')?.[1] ?? '';
		await visit.page.getByLabel('Signature 1').fill('Ada King');
		await visit.page.getByLabel('Text 2').fill('12345678Z');
		await visit.page.getByLabel('Date 3').fill('1980-01-31');
		await visit.page.getByLabel('Check 4').check();
		await visit.page.getByLabel('Yes').check();
		await visit.page.getByLabel('Option 2').check();
		await visit.page.getByLabel('Select 8').selectOption('Yearly');
		await visit.page.getByLabel('Photo of an id 1').setInputFiles(TEXT_FILE);
		await visit.page.getByLabel('Acceptance code').fill(code);
		await visit.page.getByRole('button', { name: 'Sign' }).click();
		await visit.page.getByText('must be a PNG or JPEG image').first().waitFor();
		await visit.page.getByLabel('Photo of an id 1').setInputFiles(PICTURE);
		await visit.page.getByLabel('Acceptance code').fill(code);
		await pressSign(visit.page);
		expect(await accessibilityProblems(visit.page)).toEqual([]);

		await rig.control.settled();
		expect(await firstEvents(rig, signature.id)).toEqual([
			'email_processed',
			'email_delivered',
			'password_sms_processed',
			'password_sms_delivered',
			'document_opened',
			'photo_id_added',
			'document_signed',
			'document_completed',
			'audit_trail_completed',
		]);
		const words = await downloadedText(rig, signature, 'signed');
		expect(words).toContain('Ada King');
		expect(words).toContain('12345678Z');
		expect(words).toContain('Yearly');
	});

	test('the signing page can be used with the keyboard alone', async () => {
		const { id } = await createSignature(rig, { subject: 'Lease' });
		await openSigningPage(visit.page, rig, 'Lease');
		const signature = visit.page.getByLabel('Your signature');
		for (let n = 0; n < 10; n += 1) {
			await visit.page.keyboard.press('Tab');
			if (await signature.evaluate((element) => element === document.activeElement)) break;
		}
		await visit.page.keyboard.type('Ada');
		await visit.page.keyboard.press('Enter');
		await visit.page.getByRole('heading', { name: 'Signed' }).waitFor();
		expect(await documentStatuses(rig, id)).not.toEqual(['ready']);
	});

	test('declining on the signing page records the reason, and a second visit says so', async () => {
		const { id } = await createSignature(rig, {
			subject: 'Lease',
			events_url: `${rig.receiver.url}/hook.json`,
		});
		await openFromInbox(visit.page, rig, 'Lease');
		const address = visit.page.url();
		await visit.page.getByText('Decline', { exact: true }).click();
		await visit.page.getByLabel('Reason').fill('Too expensive');
		await visit.page.getByRole('button', { name: 'Decline to sign' }).click();
		await visit.page.getByRole('heading', { name: 'Declined' }).waitFor();
		await rig.control.settled();
		expect((await getSignature(rig, id)).decliner_email).toBe(ADA.email);
		expect(rig.receiver.posts.at(-1)?.body.document).toMatchObject({
			decline_reason: 'Too expensive',
		});
		await visit.page.goto(address);
		await visit.page.getByText('The request has been declined.').waitFor();
	});

	test('the signing page opens with the password from the SMS and refuses another one', async () => {
		await createSignature(rig, {
			...PHONE,
			subject: 'Lease',
			'recipients[0][require_sms_validation]': '1',
		});
		await openFromInbox(visit.page, rig, 'Lease');
		await visit.page.getByLabel('Password').fill('wrong');
		await visit.page.getByRole('button', { name: 'Continue' }).click();
		await visit.page.getByText('This is not the password.').waitFor();
		expect(await accessibilityProblems(visit.page)).toEqual([]);
		const sms = (await rig.control.outbox())[0]?.body ?? '';
		await visit.page.getByLabel('Password').fill(/is (\d{6})/.exec(sms)?.[1] ?? '');
		await visit.page.getByRole('button', { name: 'Continue' }).click();
		await visit.page.locator('[data-pdf]:not([aria-busy]) canvas').first().waitFor();
	});

	test('the signing page of several signers asks who is signing and signs for that signer only', async () => {
		const both = { ...recipients(ADA, BEN), delivery_type: 'url', signing_mode: 'parallel' };
		const { id, url = '' } = await createSignature(rig, { ...both, 'templates[0]': '#NDA' }, []);
		await visit.page.goto(url);
		await visit.page.getByRole('link', { name: 'Continue as ben' }).click();
		await visit.page.getByLabel('Company').fill('Acme');
		await visit.page.getByLabel('Your signature').fill('Ben');
		await pressSign(visit.page);
		const [ada, ben] = await documentStatuses(rig, id);
		expect(ada).toBe('ready');
		expect(ben).not.toBe('ready');
	});
});
