/// <reference lib="dom" />
import { ADA, BEN } from '../../../people';
import { accessibilityProblems, visitForEach } from '../support/browser';
import { pdfOf } from '../support/pdf';
import {
	createSignature,
	documentStatuses,
	firstEvents,
	pdfFile,
	PHONE,
	recipients,
} from '../support/wire';

const { visit, rig } = visitForEach();

describe('inbox', () => {
	test('the inbox shows mail and SMS newest first, adds new ones by itself, and is accessible', async () => {
		await visit.page.goto(`${rig.service.url}/inbox`);
		await visit.page.getByText('Nothing yet').waitFor();
		await createSignature(rig, { subject: 'First <b>mail</b>' });
		await visit.page.getByRole('link', { name: 'First <b>mail</b>' }).waitFor();
		await createSignature(rig, {
			...recipients(BEN),
			...PHONE,
			delivery_type: 'sms',
			body: 'Sign at {{url}}',
		});
		await visit.page.getByText('Sign at (link)').waitFor();
		expect(await visit.page.locator('.channel').allTextContents()).toEqual(['SMS', 'Email']);
		expect(await accessibilityProblems(visit.page)).toEqual([]);
		expect(await visit.page.content()).not.toContain(rig.service.token);
		expect(await visit.page.content()).not.toContain(rig.service.controlToken);
	});

	test('the inbox shows the HTML of a mail in a frame that runs no script', async () => {
		await createSignature(rig, {
			subject: 'Mail',
			body: '<p>Dear <b>Ada</b></p><script>document.body.textContent = "ran"</script>',
		});
		await visit.page.goto(`${rig.service.url}/inbox`);
		await visit.page.getByRole('link', { name: 'Mail' }).first().click();
		const body = visit.page.frameLocator('iframe').locator('body');
		expect(await body.locator('b').textContent()).toBe('Ada');
		expect(await accessibilityProblems(visit.page)).toEqual([]);
	});
});

const openRequests = () => visit.page.goto(`${rig.service.url}/requests`);
const card = (name: string) => visit.page.getByRole('article', { name });
const buttonsOf = async (name: string): Promise<string[]> =>
	(await card(name).getByRole('button').allTextContents()).map((text) => text.trim());

describe('requests page', () => {
	test('the requests page shows signers, documents, statuses and events, newest request first', async () => {
		const files = [pdfFile(await pdfOf('One'), 0), pdfFile(await pdfOf('Two'), 1)];
		await createSignature(rig, { ...recipients(ADA, BEN), name: 'Lease' }, files);
		await createSignature(rig, { name: 'Offer' });
		await visit.page.goto(`${rig.service.url}/inbox`);
		await visit.page.getByRole('link', { name: 'Requests' }).click();
		await visit.page.waitForURL('**/requests');
		expect(
			await visit.page.getByRole('article').getByRole('heading', { level: 2 }).allInnerTexts(),
		).toEqual(['Offer', 'Lease']);
		expect(await card('Lease').locator('li strong').allInnerTexts()).toEqual([
			'ready',
			'ready',
			'in_queue',
			'in_queue',
		]);
		await card('Offer').getByText('History: 2 events').click();
		expect(await card('Offer').locator('ol code').allInnerTexts()).toEqual([
			'email_processed',
			'email_delivered',
		]);
		expect(await visit.page.content()).not.toContain(rig.service.token);
		expect(await visit.page.content()).not.toContain(rig.service.controlToken);
	});

	test('signing on the requests page fills every field with an example and completes the request', async () => {
		const { id } = await createSignature(rig, { name: 'Lease' });
		await openRequests();
		await card('Lease')
			.getByRole('button', { name: `Sign with examples for ${ADA.name}, Lease` })
			.click();
		await visit.page.getByRole('status').getByText('Signed').waitFor();
		await card('Lease').getByText('completed', { exact: true }).waitFor();
		expect(await firstEvents(rig, id)).toContain('document_completed');
		expect(await buttonsOf('Lease')).toEqual([]);
	});

	test.each([
		['Decline', 'declined'],
		['Bounce', 'error'],
		['Expire', 'expired'],
	])('the button %s on the requests page makes the document %s', async (label, status) => {
		const { id } = await createSignature(rig, { name: 'Lease' });
		await openRequests();
		await card('Lease').getByRole('button', { name: label }).click();
		await card('Lease').getByText(status, { exact: true }).waitFor();
		expect(await documentStatuses(rig, id)).toEqual([status]);
	});

	test('the requests page has buttons for what is possible now only', async () => {
		await createSignature(rig, { ...recipients(ADA, BEN), name: 'Two' });
		await createSignature(rig, { ...PHONE, name: 'Text', delivery_type: 'sms' });
		await openRequests();
		const byEmail = [
			'Expire for Two',
			...['Sign with examples', 'Decline', 'Bounce'].map(
				(label) => `${label} for ${ADA.name}, Two`,
			),
		];
		expect(await buttonsOf('Two')).toEqual(byEmail);
		expect(await buttonsOf('Text')).not.toContain(`Bounce for ${ADA.name}, Text`);
		await card('Two')
			.getByRole('link', { name: `Open signing page for ${ADA.name}` })
			.click();
		await visit.page.getByLabel('Your signature').waitFor();
	});

	test('the requests page shows new events as they come and keeps a history open', async () => {
		const { id } = await createSignature(rig, { name: 'Lease' });
		await openRequests();
		await card('Lease').getByText('History: 2 events').click();
		await rig.control.sign({ signatureId: id, email: ADA.email });
		await card('Lease').getByText('document_completed').waitFor();
	});

	test('the requests page shows the newest 50 requests and the number of the others', async () => {
		await rig.control.seed({ kind: 'signatures', count: 53 });
		await openRequests();
		expect(await visit.page.getByRole('article').count()).toBe(50);
		await visit.page.getByText('3 older ones are not shown').waitFor();
	});
});
