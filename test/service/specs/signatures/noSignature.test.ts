import { ADA } from '../../../people';
import { pdfOf, wordsIn } from '../support/pdf';
import { rigForEach } from '../support/rig';
import { createSignature, download, recipients, widgetsOf } from '../support/wire';

const rig = rigForEach();

describe('what the local service makes', () => {
	test('every page of what was signed, and of its audit trail, says that it is no signature', async () => {
		const signature = await createSignature(rig, recipients(ADA), [
			{ field: 'files[0]', name: 'contract.pdf', bytes: await pdfOf('One', 'Two') },
		]);
		await rig.control.sign({ signatureId: signature.id, email: ADA.email });
		await rig.control.settled();
		const files = `/v3/signatures/${signature.id}/documents/${signature.documents[0]?.id}/download`;
		for (const [what, pages] of [
			['signed', 3],
			['audit_trail', 1],
		] as const) {
			const { bytes } = await download(rig, `${files}/${what}`);
			const words = (await wordsIn(bytes)).join(' ');
			expect(words.match(/this is no signature and proves nothing/g)).toHaveLength(pages);
		}
		const sent = await download(rig, `${files}/sent`);
		expect((await wordsIn(sent.bytes)).join(' ')).toBe('One Two');
	});

	test('a sent document into which the service has printed something says so too', async () => {
		const widgets = widgetsOf(0, [
			{ type: 'signature', page: '1', left: '10', top: '80' },
			{ type: 'text', page: '1', left: '10', top: '10', editable: '0', default: 'Printed' },
		]);
		const { id, documents } = await createSignature(rig, { ...recipients(ADA), ...widgets });
		const path = `/v3/signatures/${id}/documents/${documents[0]?.id}/download/sent`;
		const words = (await wordsIn((await download(rig, path)).bytes)).join(' ');
		expect(words).toContain('Printed');
		expect(words).toContain('this is no signature and proves nothing');
	});
});
