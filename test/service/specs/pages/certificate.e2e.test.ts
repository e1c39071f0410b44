/// <reference lib="dom" />
import { ADA } from '../../../people';
import { accessibilityProblems, openFromInbox, pageForEach } from '../support/browser';
import { pdfOf } from '../support/pdf';
import { rigForEach } from '../support/rig';
import { form, recipients } from '../support/wire';

// Registered first, so that a page is closed before its service.
const visit = pageForEach();
const rig = rigForEach();

describe('certificate page', () => {
	test('opening and downloading a certified PDF from the mail records every event', async () => {
		const file = { field: 'attachments[0]', name: 'notice.pdf', bytes: await pdfOf('Notice') };
		const { data } = await rig.http.post<{ id: string }>(
			'/v3/emails.json',
			form({ ...recipients(ADA), subject: 'Notice', type: 'open_document' }, [file]),
		);
		await rig.control.settled();
		await openFromInbox(visit.page, rig, 'Notice');
		expect(await accessibilityProblems(visit.page)).toEqual([]);
		const started = visit.page.waitForEvent('download');
		await visit.page.getByRole('link', { name: 'Download notice.pdf' }).click();
		expect((await started).suggestedFilename()).toBe('notice.pdf');
		await rig.control.settled();
		const { certificates } = (
			await rig.http.get<{ certificates: { events: { type: string }[] }[] }>(
				`/v3/emails/${data.id}.json`,
			)
		).data;
		expect(certificates[0]?.events.map(({ type }) => type)).toEqual([
			'email_processed',
			'email_delivered',
			'documents_opened',
			'document_opened',
			'document_downloaded',
			'certification_completed',
		]);
	});
});
