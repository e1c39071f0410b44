import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { unzipSync } from 'fflate';
import { approvalDocument } from '../../../../nodes/Signaturit/actions/agent/thisApproval';
import { formatOf } from '../../../../nodes/Signaturit/transport/files/fileFormat';
import { paragraphsOf } from '../../../service/pdf/docx';
import { propertyRuns } from '../../propertyRuns';
import { textOfDocx, withNumbers } from './docxText';

const facts = {
	Workflow: 'Pay (w1)',
	Execution: '7',
	Time: '2026-11-27T01:00:00.000+01:00 (Europe/Madrid)',
	Message: 'Pay it?\n\n<b>Now</b>',
};

const documentOf = (parameters: object, changes = {}) =>
	approvalDocument(
		{ tool: 'Pay', parameters: parameters as Record<string, never> },
		{ ...facts, ...changes },
	);

const HIDDEN = [
	'\u202e',
	'\u200b',
	'\u0000',
	'\u0007',
	'\ufeff',
	'\ud800',
	'\u2028',
	'\u009f',
	'\r',
];
const character = fc.oneof(
	fc.constantFrom(...'aé€漢ؠअ😀<>&"\'\n=:{}[]', '<!--', '-->', '</w:t>', '&lt;', '\r\n', ...HIDDEN),
	fc.constantFrom(...'الشفرةשפהภาษา한국어日本語Ελληνικά'),
);
const text = fc.oneof(
	{ weight: 20, arbitrary: fc.array(character, { maxLength: 40 }).map((all) => all.join('')) },
	fc.array(character, { minLength: 5_000, maxLength: 5_000 }).map((all) => all.join('')),
);
const value = fc.oneof(
	{ weight: 5, arbitrary: text },
	fc.double(),
	fc.boolean(),
	fc.constant(null),
	fc.array(text, { maxLength: 3 }),
	fc.dictionary(fc.string(), text, { maxKeys: 2 }),
);
const name = fc
	.oneof(fc.constantFrom('amount', 'to', 'الشفرة', 'a\nb', '<i>'), text)
	.filter((each) => each !== '__proto__' && each.length < 100);

describe('the document This Approval', () => {
	it('says what is asked, where and when, and the message', () => {
		expect(textOfDocx(documentOf({ amount: 250, invoice: '2026-17' }))).toEqual([
			'Approval',
			'An AI agent wants to run this tool with these parameters. Whoever signs approves that.',
			'Tool: Pay',
			'Workflow: Pay (w1)',
			'Execution: 7',
			'Time: 2026-11-27T01:00:00.000+01:00 (Europe/Madrid)',
			'Parameters',
			'amount: 250',
			'invoice: 2026-17',
			'Message',
			'Pay it?',
			'',
			'<b>Now</b>',
		]);
		expect(textOfDocx(documentOf({}))).toContain('Parameters: none');
	});

	it('says the text that the tool gets, whatever the parameters are', () => {
		fc.assert(
			fc.property(fc.dictionary(name, value, { maxKeys: 4 }), (random) => {
				// What an agent gives comes as JSON.
				const parameters = JSON.parse(JSON.stringify(random)) as Record<string, unknown>;
				const lines = Object.entries(parameters).flatMap(([key, each]) => {
					const shown = withNumbers(typeof each === 'string' ? each : JSON.stringify(each));
					return `${withNumbers(key).replaceAll('\n', 'U+000A')}: ${shown}`.split('\n');
				});
				const all = textOfDocx(documentOf(parameters));
				const start = lines.length > 0 ? all.indexOf('Parameters') + 1 : 0;
				expect(all.slice(start, all.lastIndexOf('Message'))).toEqual(
					lines.length > 0 ? lines : all.slice(0, all.lastIndexOf('Message')),
				);
			}),
			{ numRuns: propertyRuns(1_000) },
		);
	});

	it('is a DOCX for other readers, and sound for unzip', async () => {
		const bytes = documentOf({ note: 'She said "it\'s" <b> & co\u202e' });
		expect(formatOf(bytes)?.name).toBe('DOCX');
		const service = await paragraphsOf({
			kind: 'docx',
			bytes: async () => bytes,
		} as unknown as Parameters<typeof paragraphsOf>[0]);
		expect(service).toContain('note: She said "it\'s" <b> & coU+202E');
		for (const [name, content] of Object.entries(unzipSync(bytes))) {
			// The directory comes last.
			const entry = bytes.subarray(bytes.lastIndexOf(name) - 46);
			expect(entry.toString('latin1', 0, 4)).toBe('PK\u0001\u0002');
			expect(entry.readUInt32LE(16)).toBe(crc32(content));
			const header = bytes.subarray(entry.readUInt32LE(42));
			expect(header.subarray(4, 30)).toEqual(entry.subarray(6, 32));
		}
	});

	it('sets what follows a line end in a text apart from the next parameter', () => {
		const bytes = documentOf({ note: 'hello\namount: 1', amount: 100_000 });
		const all = textOfDocx(bytes);
		expect(all.slice(all.indexOf('note: hello'), all.indexOf('Message'))).toEqual([
			'note: hello',
			'amount: 1',
			'amount: 100000',
		]);
		const xml = bytes.toString();
		const indentOf = (line: string) =>
			/w:hanging="(\d+)"/.exec(xml.slice(xml.lastIndexOf('<w:p>', xml.indexOf(line))))?.[1];
		expect([indentOf('>amount: 1<'), indentOf('>100000<')]).toEqual(['0', '567']);
	});
});
