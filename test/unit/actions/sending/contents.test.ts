import fc from 'fast-check';
import {
	differences,
	templatesValue,
	type Contents,
} from '../../../../nodes/Signaturit/actions/sending/contents';
import { TEMPLATES_KEY } from '../../../../nodes/Signaturit/events/tracking';
import { deliverySchema } from '../../../../nodes/Signaturit/transport/shapes';

const ADA = { email: 'ada@example.com', name: 'Ada Lovelace' };
const BEN = { email: 'ben@example.com', name: 'Ben Okri' };
const CONTRACT = { name: 'contract.pdf', pages: 2 };
const ANNEX = { name: 'annex.pdf', pages: 1 };

/** What the service answers for these contents: a document for each recipient and file. */
const answered = ({ recipients, files, templates = [] }: Contents, data: object[] = []) =>
	deliverySchema.parse({
		id: 'r1',
		data: [
			...(templates.length > 0 ? [{ key: TEMPLATES_KEY, value: templatesValue(templates) }] : []),
			...data,
		],
		documents: recipients.flatMap((recipient, person) =>
			[...files, ...templates.map((_, index) => ({ name: `Template ${index}`, pages: 9 }))].map(
				(file, index) => ({ id: `d${person}-${index}`, ...recipient, file }),
			),
		),
	});

const ours: Contents = { recipients: [ADA, BEN], files: [CONTRACT, ANNEX], templates: ['#nda'] };

const person = fc.record({
	email: fc.constantFrom('a@example.com', 'b@example.com', 'c@example.com'),
	name: fc.constantFrom('Ada', 'Ben'),
});
const file = fc.record({
	name: fc.constantFrom('a.pdf', 'b.pdf', 'c.docx'),
	pages: fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined }),
});
const contents = fc.record({
	recipients: fc.array(person, { minLength: 1, maxLength: 4 }),
	files: fc.array(file, { minLength: 1, maxLength: 4 }),
	templates: fc.array(fc.constantFrom('#nda', '#offer'), { maxLength: 2 }),
});

describe('a creation that is compared with what exists', () => {
	it('has no differences from what it has made itself', () => {
		fc.assert(
			fc.property(contents, (made) => {
				expect(differences(made, answered(made))).toEqual([]);
			}),
		);
	});

	it('has no differences when the order, capitals and blanks are others', () => {
		const theirs = {
			recipients: [BEN, { email: 'ADA@example.com', name: ' Ada  lovelace ' }],
			files: [ANNEX, CONTRACT],
			templates: ['#nda'],
		};
		expect(differences(ours, answered(theirs))).toEqual([]);
	});

	it.each<[string, Partial<Contents>, string]>([
		[
			'a recipient less',
			{ recipients: [ADA] },
			'Recipients: Ada Lovelace <ada@example.com> at Signaturit, Ada Lovelace <ada@example.com>, Ben Okri <ben@example.com> here',
		],
		[
			'a recipient more',
			{ recipients: [ADA, BEN, { email: 'eve@example.com', name: 'Eve' }] },
			'Recipients: ',
		],
		['another address', { recipients: [ADA, { ...BEN, email: 'b@example.com' }] }, 'Recipients: '],
		['another name', { recipients: [ADA, { ...BEN, name: 'Benjamin' }] }, 'Recipients: '],
		['another file', { files: [CONTRACT, { ...ANNEX, name: 'offer.pdf' }] }, 'Files: '],
		['a file less', { files: [CONTRACT] }, 'Files: '],
		[
			'more pages',
			{ files: [CONTRACT, { ...ANNEX, pages: 3 }] },
			'Files: contract.pdf (2 pages), annex.pdf (3 pages), Template 0 (9 pages) at Signaturit, contract.pdf (2 pages), annex.pdf (1 page) here',
		],
		['another template', { templates: ['#offer'] }, 'Templates: #offer at Signaturit, #nda here'],
		['no template', { templates: [] }, 'Templates: none at Signaturit, #nda here'],
	])('differs in one thing when there is %s', (_, changes, line) => {
		const lines = differences(ours, answered({ ...ours, ...changes }));
		expect(lines).toEqual([expect.stringContaining(line)]);
	});

	it('differs when the service has a file more, unless it may be that of a template', () => {
		const more = { ...ours, files: [...ours.files, { name: 'more.pdf' }] };
		expect(
			differences({ ...ours, templates: [] }, answered({ ...more, templates: [] })),
		).toHaveLength(1);
		expect(differences(ours, answered(more))).toEqual([]);
	});

	it('does not differ in pages that are not known, nor in the extension of a converted document', () => {
		const sent = { ...ours, files: [{ name: 'contract.docx' }, ANNEX] };
		const shown = { ...ours, files: [CONTRACT, { name: 'annex.pdf' }] };
		expect(differences(sent, answered(shown))).toEqual([]);
	});

	it('does not differ in the people who get a copy', () => {
		const sent = { ...ours, copies: [{ email: 'archive@example.com', name: 'Archive' }] };
		const shown = { ...ours, recipients: [ADA, BEN, ...sent.copies] };
		expect(differences(sent, answered(shown))).toEqual([]);
		expect(differences({ ...sent, copies: [BEN] }, answered(ours))).toEqual([]);
	});

	it('is compared by the attachments of an email', () => {
		const email = (names: string[]) =>
			deliverySchema.parse({
				id: 'e1',
				certificates: [{ id: 'c1', ...ADA, attachments: names.map((name) => ({ name })) }],
			});
		const sent = { recipients: [ADA], files: [{ name: 'notice.pdf' }] };
		expect(differences(sent, email(['notice.pdf']))).toEqual([]);
		expect(differences(sent, email([]))).toEqual(['Files: none at Signaturit, notice.pdf here']);
	});
});

describe('the value that stands for templates', () => {
	it('is the list, in any order, or a hash when that is too long to be stored', () => {
		expect(templatesValue(['#b', '#a'])).toBe('#a, #b');
		const long = ['x'.repeat(40), 'y'.repeat(40)];
		expect(templatesValue(long)).toMatch(/^[\w-]{43}$/);
		expect(templatesValue([...long].reverse())).toBe(templatesValue(long));
	});
});
