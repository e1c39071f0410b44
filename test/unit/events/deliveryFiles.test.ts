import fc from 'fast-check';
import {
	attachedKinds,
	type DeliveryFile,
	deliveryFiles,
	downloadName,
	fileEntry,
	type FileKind,
	fileKinds,
	isMade,
	missingEntries,
	numbersNames,
	serviceFiles,
} from '../../../nodes/Signaturit/events/deliveryFiles';
import type { Delivery, TrackedRecord } from '../../../nodes/Signaturit/transport/shapes';
import { ADA } from '../../people';

const document = (changes = {}) =>
	({
		id: 'd1',
		...ADA,
		file: { name: 'contract.pdf' },
		events: [],
		...changes,
	}) as unknown as TrackedRecord;
const deliveryOf = (id: string, records: TrackedRecord[]): Delivery => ({ id, data: {}, records });
const filesOf = (documents: TrackedRecord[], kinds: readonly FileKind[] = fileKinds) =>
	deliveryFiles('signature', deliveryOf('s/1', documents), () => kinds);

describe('deliveryFiles', () => {
	it('gives each file its name, its binary field and its path', () => {
		const record = document({ id: 'd 1' });
		expect(filesOf([record])).toEqual([
			{
				resource: 'signature',
				kind: 'signed',
				field: 'signed_1',
				fileName: 'contract - Ada Lovelace - signed.pdf',
				path: '/v3/signatures/s%2F1/documents/d%201/download/signed',
				delivery: deliveryOf('s/1', [record]),
				record,
			},
			expect.objectContaining({
				field: 'auditTrail_1',
				fileName: 'contract - Ada Lovelace - audit trail.pdf',
				path: '/v3/signatures/s%2F1/documents/d%201/download/audit_trail',
			}),
			expect.objectContaining({
				field: 'attachments_1',
				fileName: 'contract - Ada Lovelace - attachments.zip',
				path: '/v3/signatures/s%2F1/documents/d%201/download/attachments',
			}),
		]);
	});

	it.each([
		['certifiedEmail', 'emails'],
		['certifiedSms', 'sms'],
	] as const)('gives the audit trail of a certificate its path, for %s', (resource, folder) => {
		const [file] = deliveryFiles(
			resource,
			deliveryOf('p1', [document()]),
			() => ['auditTrail'],
			false,
		);
		expect(file).toMatchObject({
			field: 'auditTrail',
			path: `/v3/${folder}/p1/certificates/d1/download/audit_trail`,
		});
	});

	it('numbers the fields by record, also when some records have none of the kinds', () => {
		const records = ['d1', 'd2', 'd3'].map((id) => document({ id }));
		const files = deliveryFiles('signature', deliveryOf('s', records), ({ id }) =>
			id === 'd2' ? [] : ['signed'],
		);
		expect(files.map(({ field }) => field)).toEqual(['signed_1', 'signed_3']);
	});

	it('gives each file a unique name without a folder, and a unique binary field', () => {
		const text = fc.constantFrom('a', 'A', 'a (2)', 'a/b', 'a\\b', '', '.pdf', '..');
		const documents = fc.array(
			fc
				.record({ id: fc.constant('d'), email: text, name: text, file: fc.record({ name: text }) })
				.map(document),
		);
		fc.assert(
			fc.property(documents, (all) => {
				const files = filesOf(all);
				const names = files.map(({ fileName }) => fileName.toLowerCase());
				expect(new Set(names).size).toBe(all.length * fileKinds.length);
				expect(new Set(files.map(({ field }) => field)).size).toBe(files.length);
				expect(names.join('')).not.toMatch(/[/\\]/);
			}),
		);
	});
});

describe('isMade', () => {
	const after = (...types: string[]) => document({ events: types.map((type) => ({ type })) });

	it.each([
		['signed', ['document_signed'], false],
		['signed', ['document_signed', 'document_completed'], true],
		['auditTrail', ['document_completed'], false],
		['auditTrail', ['audit_trail_completed'], true],
	] as const)('of a document: %s after %j is %s', (kind, types, made) => {
		expect(isMade('signature', kind, after(...types))).toBe(made);
	});

	it('takes the status completed for the event that the history does not have yet', () => {
		const ahead = document({ status: 'completed' });
		expect(isMade('signature', 'signed', ahead)).toBe(true);
		expect(isMade('signature', 'auditTrail', ahead)).toBe(false);
	});

	it.each(['certifiedEmail', 'certifiedSms'] as const)(
		'of a certificate, for %s: the audit trail after certification, and never a signed PDF',
		(resource) => {
			const types = ['document_completed', 'certification_completed', 'audit_trail_completed'];
			const certified = document({ ...after(...types), status: 'completed' });
			expect(isMade(resource, 'auditTrail', certified)).toBe(true);
			expect(isMade(resource, 'auditTrail', after('document_completed'))).toBe(false);
			expect(isMade(resource, 'signed', certified)).toBe(false);
		},
	);
});

describe('in an item', () => {
	const [file] = filesOf([document({ name: undefined })]) as [DeliveryFile];
	const entry = {
		kind: 'signed',
		field: 'signed_1',
		fileName: 'contract - ada@example.com - signed.pdf',
		documentId: 'd1',
		email: ADA.email,
		name: '',
	};

	it('a file is listed with its document and signer, and with the reason when it is missing', () => {
		expect(fileEntry(file)).toEqual(entry);
		expect(missingEntries([{ file, reason: 'Not signed' }])).toEqual([
			{ ...entry, reason: 'Not signed' },
		]);
		expect(missingEntries([])).toBeUndefined();
	});

	it('a file of a record without an email address is listed with an empty one', () => {
		const [other] = filesOf([document({ email: undefined })]);
		expect(other && fileEntry(other)).toMatchObject({ email: '', name: ADA.name });
	});

	it('a file of a certificate is listed with the ID of the certificate', () => {
		const [trail] = deliveryFiles('certifiedSms', deliveryOf('p1', [document()]), () => [
			'auditTrail',
		]);
		expect(trail && fileEntry(trail)).toEqual({
			kind: 'auditTrail',
			field: 'auditTrail_1',
			fileName: 'contract - Ada Lovelace - audit trail.pdf',
			certificateId: 'd1',
			...ADA,
		});
	});
});

it('attachedKinds reads the values of the panel, and nothing from anything else', () => {
	expect(attachedKinds.parse(['auditTrail', 'signed'])).toEqual(['auditTrail', 'signed']);
	expect(attachedKinds.parse(['attachments', 'auditTrail'])).toEqual(['attachments', 'auditTrail']);
	expect(attachedKinds.parse(['uploaded'])).toEqual([]);
	expect(attachedKinds.parse(undefined)).toEqual([]);
});

const file = { name: 'contract.docx', pages: undefined, size: undefined };

describe('downloadName', () => {
	it.each([
		[{ id: 'd1', name: ADA.name, email: 'a@b.c', file }, 'contract - Ada Lovelace - signed.pdf'],
		[{ id: 'd1', email: 'a@b.c', file }, 'contract - a@b.c - signed.pdf'],
		[{ id: 'd1', name: '', email: 'a@b.c', file }, 'contract - a@b.c - signed.pdf'],
		[{ id: 'd1', name: '', file }, 'contract - signed.pdf'],
		[
			{ id: 'd1', file: { ...file, name: 'Oferta 12/2026 "año".docx' } },
			'Oferta 12-2026 "año" - signed.pdf',
		],
		[{ id: 'd1' }, 'd1 - signed.pdf'],
		[{ id: 'd1', phone: '34600000000' }, 'd1 - 34600000000 - signed.pdf'],
		...['Contract No. 5', 'Acme Inc. Agreement', 'Lease 2026.03.01', 'v1.2', 'Offer.final'].map(
			(name): [Parameters<typeof downloadName>[0], string] => [
				{ id: 'd1', file: { ...file, name } },
				`${name} - signed.pdf`,
			],
		),
		...['.pdf', '.PDF', '.doc', '.Docx'].map(
			(end): [Parameters<typeof downloadName>[0], string] => [
				{ id: 'd1', file: { ...file, name: `Lease 1.1${end}` } },
				'Lease 1.1 - signed.pdf',
			],
		),
		[{ id: 'd1', name: 'A/B', file: { ...file, name: '.x' } }, '.x - A-B - signed.pdf'],
		[{ id: 'd1', name: 'A/B', file: { ...file, name: '.pdf' } }, '.pdf - A-B - signed.pdf'],
	])('names the signed file of %j', (record, name) => {
		expect(downloadName(record, serviceFiles.signed)).toBe(name);
	});

	it('has the extension and the title of each file', () => {
		const { uploaded: _, ...files } = serviceFiles;
		const names = Object.values(files).map((one) => downloadName({ id: 'd' }, one));
		expect(names).toEqual([
			'd - signed.pdf',
			'd - sent.pdf',
			'd - audit trail.pdf',
			'd - attachments.zip',
		]);
	});

	it.each([
		['application/pdf', 'pdf'],
		['application/msword', 'doc'],
		['application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'docx'],
	])('has the extension of an uploaded file of the type %s', (mimeType, extension) => {
		const name = downloadName({ id: 'd' }, serviceFiles.uploaded, mimeType);
		expect(name).toBe(`d - uploaded.${extension}`);
	});
});

describe('numbersNames', () => {
	it('numbers names that were there before, whatever their case', () => {
		const names = ['a.pdf', 'b.pdf', 'A.pdf', 'a.pdf', 'No. 5', 'No. 5'];
		expect(names.map(numbersNames())).toEqual([
			'a.pdf',
			'b.pdf',
			'A (2).pdf',
			'a (3).pdf',
			'No. 5',
			'No. 5 (2)',
		]);
	});

	it('numbers names that disks take for the same', () => {
		const name = numbersNames();
		expect(['an\u0303o.pdf', 'a\u00f1o.pdf'].map(name)).toEqual([
			'an\u0303o.pdf',
			'a\u00f1o (2).pdf',
		]);
	});

	it('numbers names that were cut, within what disks take', () => {
		const long = (end: string) => document({ file: { name: `${'ñ'.repeat(300)}${end}.pdf` } });
		const names = filesOf([long('1'), long('2'), long('3')]).map(({ fileName }) => fileName);
		expect(new Set(names).size).toBe(9);
		expect(Math.max(...names.map((name) => Buffer.byteLength(name)))).toBeLessThanOrEqual(255);
		expect(names.at(-1)).toMatch(/^ñ+ - Ada Lovelace - attachments \(3\)\.zip$/);
	});
});
