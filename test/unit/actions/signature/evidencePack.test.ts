import fc from 'fast-check';
import {
	missingEntry,
	packEntry,
	packFiles,
	packKinds,
	type PackFile,
} from '../../../../nodes/Signaturit/actions/signature/evidencePack';
import type { TrackedRecord } from '../../../../nodes/Signaturit/transport/shapes';

const document = (changes = {}) =>
	({
		id: 'd1',
		email: 'ada@example.com',
		name: 'Ada Lovelace',
		file: { name: 'contract.pdf' },
		events: [],
		...changes,
	}) as unknown as TrackedRecord;
const namesOf = (documents: TrackedRecord[]) =>
	packFiles(documents, packKinds).map(({ fileName }) => fileName);

describe('packFiles', () => {
	it('names each file by document, signer and kind', () => {
		expect(packFiles([document()], packKinds)).toEqual([
			{
				absence: undefined,
				kind: 'signed',
				field: 'signed_1',
				fileName: 'contract – Ada Lovelace – signed.pdf',
				documentId: 'd1',
				email: 'ada@example.com',
				name: 'Ada Lovelace',
				expected: true,
			},
			expect.objectContaining({
				field: 'auditTrail_1',
				fileName: 'contract – Ada Lovelace – audit trail.pdf',
				expected: true,
			}),
			expect.objectContaining({
				field: 'attachments_1',
				fileName: 'contract – Ada Lovelace – attachments.zip',
				expected: false,
			}),
		]);
	});

	it.each(['file_added', 'photo_added', 'photo_id_added', 'voice_added'])(
		'expects attachments when the document has an event %s',
		(type) => {
			const [file] = packFiles([document({ events: [{ type }] })], ['attachments']);
			expect(file?.expected).toBe(true);
		},
	);

	it.each([
		[
			'a slash and an accent in its file name',
			{ file: { name: 'Oferta 12/2026 "año".docx' } },
			'Oferta 12-2026 "año"',
		],
		['no extension in its file name', { file: { name: 'contract' } }, 'contract'],
		['only an extension as its file name', { file: { name: '.pdf' } }, '.pdf'],
		['no file', { file: undefined }, 'd1'],
	])('names the files of a document with %s', (_, changes, stem) => {
		expect(namesOf([document(changes)])[0]).toBe(`${stem} – Ada Lovelace – signed.pdf`);
	});

	it('uses the email address of a signer without a name', () => {
		const documents = [document({ name: '' })];
		expect(namesOf(documents)[0]).toBe('contract – ada@example.com – signed.pdf');
	});

	it('numbers files that would have the same name', () => {
		const documents = [document(), document({ id: 'd2' }), document({ name: 'ADA LOVELACE' })];
		expect(packFiles(documents, ['signed']).map(({ fileName }) => fileName)).toEqual([
			'contract – Ada Lovelace – signed.pdf',
			'contract – Ada Lovelace – signed (2).pdf',
			'contract – ADA LOVELACE – signed (3).pdf',
		]);
	});

	it('gives each file a unique name without a folder, and a unique binary field', () => {
		const text = fc.constantFrom('a', 'A', 'a (2)', 'a/b', 'a\\b', '', '.pdf', '..');
		const documents = fc.array(
			fc
				.record({ id: text, email: text, name: text, file: fc.record({ name: text }) })
				.map(document),
		);
		fc.assert(
			fc.property(documents, (all) => {
				const files = packFiles(all, packKinds);
				const names = files.map(({ fileName }) => fileName.toLowerCase());
				expect(new Set(names).size).toBe(all.length * packKinds.length);
				expect(new Set(files.map(({ field }) => field)).size).toBe(files.length);
				expect(names.join('')).not.toMatch(/[/\\]/);
			}),
		);
	});

	it('knows why a file is missing, by the status of its document', () => {
		const files = packFiles([document({ status: 'ready' })], packKinds);
		expect(files.map(({ absence }) => absence?.message)).toEqual([
			'The signed PDF is not available: the document is "Ready", so nobody has signed it yet',
			'The audit trail is not available: the document is "Ready", so nobody has signed it yet',
			'The attachments are not available: the document is "Ready", and its signer has attached nothing',
		]);
	});
});

it('a pack lists a file without what only the download needs, and a missing one with the reason', () => {
	const [file] = packFiles([document({ status: 'ready' })], ['signed']) as [PackFile];
	const entry = {
		kind: 'signed',
		field: 'signed_1',
		fileName: 'contract – Ada Lovelace – signed.pdf',
		documentId: 'd1',
		email: 'ada@example.com',
		name: 'Ada Lovelace',
	};
	expect(packEntry(file)).toEqual(entry);
	expect(missingEntry(file, 'Not signed')).toEqual({ ...entry, reason: 'Not signed' });
});
