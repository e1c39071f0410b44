import {
	downloadName,
	numbersNames,
	serviceFiles,
} from '../../../../nodes/Signaturit/transport/files/deliveryFiles';
import { ADA } from '../../../people';

const file = { name: 'contract.docx', pages: undefined, size: undefined };

describe('downloadName', () => {
	it.each([
		[{ id: 'd1', name: ADA.name, email: 'a@b.c', file }, 'contract – Ada Lovelace – signed.pdf'],
		[{ id: 'd1', email: 'a@b.c', file }, 'contract – a@b.c – signed.pdf'],
		[{ id: 'd1', name: '', file }, 'contract – signed.pdf'],
		[{ id: 'd1' }, 'd1 – signed.pdf'],
		[{ id: 'd1', phone: '34600000000' }, 'd1 – 34600000000 – signed.pdf'],
		...['Contract No. 5', 'Acme Inc. Agreement', 'Lease 2026.03.01', 'v1.2', 'Offer.final'].map(
			(name): [Parameters<typeof downloadName>[0], string] => [
				{ id: 'd1', file: { ...file, name } },
				`${name} – signed.pdf`,
			],
		),
		...['.pdf', '.PDF', '.doc', '.Docx'].map(
			(end): [Parameters<typeof downloadName>[0], string] => [
				{ id: 'd1', file: { ...file, name: `Lease 1.1${end}` } },
				'Lease 1.1 – signed.pdf',
			],
		),
		[{ id: 'd1', name: 'A/B', file: { ...file, name: '.x' } }, '.x – A-B – signed.pdf'],
	])('names the signed file of %j', (record, name) => {
		expect(downloadName(record, serviceFiles.signed)).toBe(name);
	});

	it('has the extension and the title of each file', () => {
		const { uploaded: _, ...files } = serviceFiles;
		const names = Object.values(files).map((one) => downloadName({ id: 'd' }, one));
		expect(names).toEqual([
			'd – signed.pdf',
			'd – sent.pdf',
			'd – audit trail.pdf',
			'd – attachments.zip',
		]);
	});

	it.each([
		['application/pdf', 'pdf'],
		['application/msword', 'doc'],
		['application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'docx'],
	])('has the extension of an uploaded file of the type %s', (mimeType, extension) => {
		const name = downloadName({ id: 'd' }, serviceFiles.uploaded, mimeType);
		expect(name).toBe(`d – uploaded.${extension}`);
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
});
