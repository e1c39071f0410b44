import fc from 'fast-check';
import { dispositionFileName } from '../../../nodes/Signaturit/transport/form';

describe('dispositionFileName', () => {
	it.each([
		['attachment; filename="contract.pdf"', 'contract.pdf'],
		['attachment; filename=contract.pdf', 'contract.pdf'],
		['attachment;filename=contract.pdf; size=12', 'contract.pdf'],
		['ATTACHMENT; FILENAME="my contract.pdf"', 'my contract.pdf'],
		['attachment; filename="x.pdf"; filename*=UTF-8\'\'a%C3%B1o.pdf', 'año.pdf'],
		['attachment; filename="say \\"yes\\".pdf"', 'say "yes".pdf'],
		['attachment; filename="../../etc/passwd"', 'passwd'],
		['attachment; filename="/etc/passwd"', 'passwd'],
		['attachment; filename="Offer 12/2026 \\"Ñ\\".pdf"', 'Offer 12-2026 "Ñ".pdf'],
		["attachment; filename*=UTF-8''Offer%2012%2F2026%20%22%C3%91%22.pdf", 'Offer 12-2026 "Ñ".pdf'],
		['attachment; filename="C:\\\\temp\\\\a.pdf"', 'a.pdf'],
		[`attachment; filename="${Buffer.from('año.pdf').toString('latin1')}"`, 'año.pdf'],
		["attachment; filename*=UTF-8''%E0%A4%A; filename=plain.pdf", 'plain.pdf'],
		["attachment; filename*=utf-8'en'my%20contract.pdf", 'my contract.pdf'],
		["attachment;filename* = UTF-8''my%20contract.pdf", 'my contract.pdf'],
		["attachment;  filename*=UTF-8''a.pdf;size=12", 'a.pdf'],
		["filename*=UTF-8''a.pdf", 'a.pdf'],
		['filename=a.pdf', 'a.pdf'],
		['attachment; filename = a.pdf ; size=12', 'a.pdf'],
		['attachment; filename=" a.pdf "', 'a.pdf'],
		['attachment; filename="C:\\\\temp\\\\my files/a.pdf"', 'a.pdf'],
		['attachment; filename="契約.pdf"', '契約.pdf'],
	])('reads the file name from %s', (header, expected) => {
		expect(dispositionFileName(header)).toBe(expected);
	});

	it.each([
		'',
		'attachment',
		'inline',
		'attachment; filename=""',
		'attachment; filename="  "',
		'attachment; filename="/"',
		'attachment; filename="/folder/"',
		'attachment; oldfilename=a.pdf',
	])('returns undefined for "%s"', (header) => {
		expect(dispositionFileName(header)).toBeUndefined();
	});

	it('never returns a name that contains a folder', () => {
		fc.assert(
			fc.property(fc.string(), (name) => {
				expect(dispositionFileName(`attachment; filename="${name}"`) ?? '').not.toMatch(/[/\\]/);
			}),
		);
	});
});
