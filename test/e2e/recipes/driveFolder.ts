// Tests the example that has PDFs in a Google Drive folder signed.

import { readFile } from 'node:fs/promises';
import { ADA } from '../../people';
import type { ExampleSite } from '../examples/exampleSite';
import { CONTRACT, itemsOf } from '../mainJob';
import { choose, expectPdf, fromList, mailsTo, sentBodies, withAccount } from './google';
import { handedOver, pinned, replaced, type PinnedItem } from './recipe';

/** A file as the trigger of Google Drive gives it out. */
const driveFile = (id: string, name: string, mimeType = 'application/pdf') => ({
	json: { kind: 'drive#file', id, name, mimeType, parents: ['1inbox'] },
});

/** The example with Google Drive. */
export function describeDriveFolder(site: () => ExampleSite): void {
	describe('the example that has PDFs in a Google Drive folder signed', () => {
		/** What *Download* gives out: the fields of the file, with its content. */
		async function downloaded(file: PinnedItem, length?: number): Promise<PinnedItem> {
			const data = (await readFile(CONTRACT)).subarray(0, length).toString('base64');
			const { name: fileName } = file.json as { name: string };
			const mimeType = 'application/pdf';
			return { ...file, binary: { data: { data, fileName, mimeType, fileExtension: 'pdf' } } };
		}

		/** Published, with these files in the folder. */
		async function withFiles(files: PinnedItem[], downloads: PinnedItem[]) {
			const account = await withAccount(site(), 'Download', 'googleDriveOAuth2Api');
			return await site().published('driveFolderToSigned', (file) => {
				const recipients = { recipient: [ADA] };
				const signerChosen = choose(account(file), 'Send for Signature', { recipients });
				const chosen = choose(signerChosen, 'Keep File', { folderId: fromList('1signed') });
				const without = replaced(chosen, { 'New File': 'same', 'Keep File': { id: '1kept' } });
				const { pinData, ...watched } = pinned(without, { Download: downloads });
				return { ...watched, pinData: { ...pinData, 'New File': files } };
			});
		}

		const contract = driveFile('1contract', 'contract.pdf');

		it('sends each PDF once, and tells which could not be sent', async () => {
			const broken = driveFile('1broken', 'broken.pdf');
			const others = [
				driveFile('1notes', 'notes.txt', 'text/plain'),
				driveFile('1signed', 'contract - Ada Lovelace - signed.pdf'),
				driveFile('1trail', 'contract - Ada Lovelace - audit trail.pdf'),
			];
			const downloads = [await downloaded(contract), await downloaded(broken, 2_000)];
			const example = await withFiles([contract, broken, ...others], downloads);
			const [before = 0] = await mailsTo(site(), ADA);
			await site().writes();

			const execution = await example.execute('New File');
			const asked = handedOver(execution, 'Download').map(({ parameters }) => parameters.fileId);
			expect(asked).toEqual(['1contract', '1broken'].map((value) => ({ mode: 'id', value })));
			const files: unknown = [expect.objectContaining({ name: 'contract.pdf' })];
			expect(await sentBodies(site())).toEqual([expect.objectContaining({ files })]);
			expect(await mailsTo(site(), ADA)).toEqual([before + 1]);
			// The execution fails, so that n8n tells of it.
			expect(execution.status).toBe('error');
			expect(execution.error?.message).toMatch(/^broken\.pdf: /);

			const again = await example.execute('New File');
			expect(itemsOf(again, 'Send for Signature').map(({ json }) => json.reused)).toEqual([true]);
			expect(await sentBodies(site())).toEqual([]);
			expect(await mailsTo(site(), ADA)).toEqual([before + 1]);
			await example.end();
		});

		it('brings the signed PDF and its audit trail into the other folder', async () => {
			const { control } = site().stack;
			const again = driveFile('1again', 'contract.pdf');
			const example = await withFiles([again], [await downloaded(again)]);
			const sending = await example.execute('New File');
			const [sent] = itemsOf(sending, 'Send for Signature');
			await control.sign({ signatureId: String(sent?.json.signatureId), email: ADA.email });

			const kept = handedOver(await example.next('Keep File'), 'Keep File');
			const files = kept.map(({ parameters, binary }) => {
				expect(parameters.folderId).toEqual({ mode: 'list', value: '1signed' });
				return binary[String(parameters.inputDataFieldName)];
			});
			expect(files.map((file) => file?.fileName).sort()).toEqual([
				'contract - Ada Lovelace - audit trail.pdf',
				'contract - Ada Lovelace - signed.pdf',
			]);
			for (const file of files) await expectPdf(site().stack, file);
			await example.end();
		});
	});
}
