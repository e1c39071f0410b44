/// <reference lib="dom" />
import { ADA, BEN } from '../../../people';
import { pageForEach } from '../support/browser';
import { pdfOf } from '../support/pdf';
import { rigForEach } from '../support/rig';
import {
	createSignature,
	documentStatuses,
	eventTypes,
	getSignature,
	pdfFile,
	recipients,
} from '../support/wire';

// Registered first, so that a page is closed before its service.
const visit = pageForEach();
const rig = rigForEach();

const openRequests = () => visit.page.goto(`${rig.service.url}/requests`);
const card = (name: string) => visit.page.getByRole('article', { name });
const buttonsOf = async (name: string): Promise<string[]> =>
	(await card(name).getByRole('button').allTextContents()).map((text) => text.trim());

describe('requests page', () => {
	test('the requests page shows signers, documents, statuses and events, newest request first', async () => {
		const files = [pdfFile(await pdfOf('One'), 0), pdfFile(await pdfOf('Two'), 1)];
		await createSignature(rig, { ...recipients(ADA, BEN), name: 'Lease' }, files);
		await createSignature(rig, { ...recipients(ADA), name: 'Offer' });
		await visit.page.goto(`${rig.service.url}/inbox`);
		await visit.page.getByRole('link', { name: 'Requests' }).click();
		await visit.page.waitForURL('**/requests');
		expect(
			await visit.page.getByRole('article').getByRole('heading', { level: 2 }).allInnerTexts(),
		).toEqual(['Offer', 'Lease']);
		expect(await card('Lease').locator('.badge').allInnerTexts()).toEqual([
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
		const { id } = await createSignature(rig, { ...recipients(ADA), name: 'Lease' });
		await openRequests();
		await card('Lease')
			.getByRole('button', { name: `Sign with examples for ${ADA.name}, Lease` })
			.click();
		await visit.page.getByRole('status').getByText('Signed').waitFor();
		await card('Lease').getByText('completed', { exact: true }).waitFor();
		expect(eventTypes((await getSignature(rig, id)).documents[0])).toContain('document_completed');
		expect(await buttonsOf('Lease')).toEqual([]);
	});

	test.each([
		['Decline', 'declined'],
		['Bounce', 'error'],
		['Expire', 'expired'],
	])('the button %s on the requests page makes the document %s', async (label, status) => {
		const { id } = await createSignature(rig, { ...recipients(ADA), name: 'Lease' });
		await openRequests();
		await card('Lease').getByRole('button', { name: label }).click();
		await card('Lease').getByText(status, { exact: true }).waitFor();
		expect(await documentStatuses(rig, id)).toEqual([status]);
	});

	test('the requests page has buttons for what is possible now only', async () => {
		const phone = { 'recipients[0][phone]': '34600000000' };
		await createSignature(rig, { ...recipients(ADA, BEN), name: 'Two' });
		await createSignature(rig, {
			...recipients(ADA),
			...phone,
			name: 'Text',
			delivery_type: 'sms',
			body: '{{url}}',
		});
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
		const { id } = await createSignature(rig, { ...recipients(ADA), name: 'Lease' });
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
