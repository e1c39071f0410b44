import { signatureForm } from '../../../../../nodes/Signaturit/actions/signature/create/signatureForm';
import { docOf, docxOf } from '../../../../workflow/engine/wordFiles';
import { input, pdf } from './problems';

describe('the files of a signature request', () => {
	it.each([
		['DOC', docOf()],
		['DOCX', docxOf('A contract')],
	])('may be a Word file by its content (%s)', (_, content) => {
		const fileName = 'letter';
		expect(signatureForm(input({ files: [{ ...pdf, fileName, content }] })).files).toHaveLength(1);
	});

	it('are compared by their names alone, as a contract that is rendered again has other bytes', () => {
		const contents = (pages?: number) =>
			signatureForm(input({ files: [{ ...pdf, pages }] })).contents;
		expect(contents(2)).toEqual(contents());
		expect(contents(2).files).toEqual(['contract.pdf']);
	});
});
