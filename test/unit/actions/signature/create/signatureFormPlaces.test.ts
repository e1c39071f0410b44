import { docxOf } from '../../../../workflow/engine/wordFiles';
import { signer, problemsOf, fieldsOf, pdf } from './problems';

const at = { page: 1, left: 10, top: 80 };
const atWord = { word_anchor: 'Signature', width: 20, height: 5 };
const signature = { type: 'signature', ...at };
const recipients = (...widgets: unknown[]) => [{ ...signer, widgets: [signature, ...widgets] }];
const sent = (...widgets: unknown[]) => {
	const [recipient] = fieldsOf({ recipients: recipients(...widgets) }).recipients as [
		{ widgets: Record<string, unknown>[] },
	];
	return recipient.widgets.slice(1);
};

describe('the place of a widget', () => {
	it('may be such that the widget reaches over the edges of the page, as in an example of the reference', () => {
		const edges = { type: 'text', page: 1, left: 71.10583280773, top: 99, height: 5, width: 30 };
		const [widget] = sent(edges, { type: 'text', ...atWord, left: 90, top: 99 });
		expect(widget).toEqual(edges);
	});

	it('may be anchored to a number', () => {
		expect(sent({ type: 'text', ...atWord, word_anchor: 2026 })[0]?.word_anchor).toBe('2026');
	});

	const file = (pages?: number) => ({ ...pdf, pages });

	it.each<[number, object]>([
		[3, { files: [file(3)] }],
		[3, { files: [file(1), file(3)] }],
		[9, { files: [file(1), file()] }],
		[9, { files: [file(1)], templates: ['#nda'] }],
		[9, { files: undefined, templates: ['#nda'] }],
	])('may be on page %d of the documents %j', (page, documents) => {
		const input = { ...documents, recipients: recipients({ ...signature, page }) };
		expect(fieldsOf(input).recipients).toHaveLength(1);
	});

	it('is rejected when no file has its page, together with other problems', () => {
		const files = [file(1), file(2)];
		const widgets = [
			{ type: 'text', ...at, page: 3, left: 0 },
			{ type: 'text', ...atWord, page: 3 },
		];
		expect(problemsOf({ files, recipients: recipients(...widgets) }).slice(1)).toEqual([
			'• Recipient 1, Widget 2: Left 0 must be a number between 1 and 100',
			'• Recipient 1, Widget 2: Page 3 does not exist: the longest file has 2 pages',
		]);
	});

	const last = { type: 'text', ...at, page: 'last' };

	it.each([
		[2, [file(2)]],
		[3, [file(3), file(3)]],
	])('on the last page is on page %d of %j', (page, files) => {
		const { recipients: all } = fieldsOf({ files, recipients: recipients(last) });
		expect(all).toEqual([
			expect.objectContaining({ widgets: [expect.anything(), expect.objectContaining({ page })] }),
		]);
	});

	const OTHERS = 'Choose At a Position on a Page, or At a Word in the Document';
	const unknown = (name: string, why: string) =>
		`Place: the last page of "${name}" is not known: ${why}. ${OTHERS}`;
	const word = { ...pdf, fileName: 'letter.docx', content: docxOf('A letter') };
	const cut = { ...pdf, fileName: 'cut.pdf', content: Buffer.from('%PDF-1.7\n…') };

	it.each<[string, object, string[]]>([
		[
			'have different numbers of pages',
			{ files: [file(1), file(2)] },
			[`Place: the last page is another one in each file, as they have 1 and 2 pages. ${OTHERS}`],
		],
		[
			'are Word files',
			{ files: [word] },
			[unknown('letter.docx', 'only those of PDFs are counted')],
		],
		[
			'are protected',
			{ files: [{ ...file(), isProtected: true }] },
			[unknown('contract.pdf', 'it is protected with a password')],
		],
		[
			'cannot be counted',
			{ files: [file(2), file()] },
			[unknown('contract.pdf', 'its pages cannot be counted, so it may be damaged')],
		],
		[
			'are templates',
			{ files: undefined, templates: ['#nda'] },
			[`Place: the last page of a template is not known. ${OTHERS}`],
		],
		['are refused', { files: [cut] }, ['Input Binary Field(s): "cut.pdf" is not a complete PDF']],
	])('on the last page is a problem once for each file when they %s', (_, documents, problems) => {
		const [first, ...rest] = problemsOf({ ...documents, recipients: recipients(last, last) });
		expect(rest[0]?.startsWith('•') ? rest : [first]).toEqual(problems);
	});
});
