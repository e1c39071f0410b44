import {
	downloadName,
	eachOnce,
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

describe('eachOnce', () => {
	it('numbers names that were there before, whatever their case', () => {
		expect(eachOnce(['a.pdf', 'b.pdf', 'A.pdf', 'a.pdf', 'c', 'c'])).toEqual([
			'a.pdf',
			'b.pdf',
			'A (2).pdf',
			'a (3).pdf',
			'c',
			'c (2)',
		]);
	});
});
