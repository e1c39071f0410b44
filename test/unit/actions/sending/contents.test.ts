import fc from 'fast-check';
import { contentsValue, differences } from '../../../../nodes/Signaturit/actions/sending/contents';
import type { CreationContents } from '../../../../nodes/Signaturit/actions/sending/creation';
import { CONTENTS_KEY } from '../../../../nodes/Signaturit/events/tracking';
import { MAX_DATA_LENGTH } from '../../../../nodes/Signaturit/input/customData';
import { ADA, BEN } from '../../../people';

const [CONTRACT, ANNEX] = ['contract.pdf', 'annex.pdf'];

const ours: CreationContents = {
	recipients: [ADA, BEN],
	files: [CONTRACT, ANNEX],
	templates: ['#nda'],
};

/** Compares contents with a request that was sent with others. */
const compare = (contents: CreationContents, sent: CreationContents) =>
	differences(contents, { data: { [CONTENTS_KEY]: contentsValue(sent) } });

const person = fc.record({
	email: fc.constantFrom('a@example.com', 'b@example.com', 'c@example.com'),
	name: fc.constantFrom('Ada', 'Ben'),
});
const file = fc.constantFrom('a.pdf', 'b.pdf', 'c.docx');
const contents = fc.record({
	recipients: fc.array(person, { maxLength: 4 }),
	files: fc.array(file, { maxLength: 4 }),
	templates: fc.array(fc.constantFrom('#nda', '#offer'), { maxLength: 2 }),
});

const sorted = (list: readonly object[] | readonly string[]) =>
	list.map((each) => JSON.stringify(each)).sort();

describe('contents that are compared with those of an existing creation', () => {
	it('differ in exactly the lists that have other entries', () => {
		fc.assert(
			fc.property(contents, contents, (one, other) => {
				const names = { recipients: 'Recipients', files: 'Files', templates: 'Templates' } as const;
				const expected = (['recipients', 'files', 'templates'] as const)
					.filter((key) => sorted(one[key]).join() !== sorted(other[key]).join())
					.map((key) => names[key]);
				expect(compare(one, other).map((line) => line.split(':')[0])).toEqual(expected);
			}),
		);
	});

	it('do not differ by order, capitals and blanks', () => {
		const theirs = {
			recipients: [BEN, { email: 'ADA@example.com', name: ' Ada  lovelace ' }],
			files: [ANNEX, CONTRACT],
			templates: ['#nda'],
		};
		expect(compare(ours, theirs)).toEqual([]);
	});

	it.each<[string, Partial<CreationContents>, string]>([
		[
			'a recipient less',
			{ recipients: [ADA] },
			'Recipients: Ada Lovelace <ada@example.com> in this item, others in what was sent',
		],
		['another address', { recipients: [ADA, { ...BEN, email: 'b@example.com' }] }, 'Recipients: '],
		['another name', { recipients: [ADA, { ...BEN, name: 'Benjamin' }] }, 'Recipients: '],
		['a person without a name', { recipients: [{ email: ADA.email }] }, 'Recipients: <ada'],
		[
			'another file',
			{ files: [CONTRACT, 'offer.pdf'] },
			'Files: contract.pdf, offer.pdf in this item',
		],
		['a file less', { files: [CONTRACT] }, 'Files: contract.pdf in this item'],
		['another template', { templates: ['#offer'] }, 'Templates: #offer in this item'],
		['no template', { templates: [] }, 'Templates: none in this item, others in what was sent'],
	])('differ in one thing when there is %s', (_, changes, line) => {
		expect(compare({ ...ours, ...changes }, ours)).toEqual([expect.stringContaining(line)]);
	});

	const atPhone = { ...ADA, phone: '34600000000' };

	it.each<
		[string, CreationContents['recipients'][number], CreationContents['recipients'][number], string]
	>([
		[
			'phone of an SMS',
			atPhone,
			{ ...ADA, phone: '34600000001' },
			'Recipients: Ada Lovelace <ada@example.com> (phone 34600000000) in this item',
		],
		['way to a person', ADA, atPhone, 'Recipients: Ada Lovelace <ada@example.com> in this item'],
		[
			'phone without an email',
			{ name: 'Ada', phone: '34600000000' },
			{ name: 'Ada', phone: '34600000001' },
			'Recipients: Ada <34600000000> in this item',
		],
		[
			'role',
			{ ...atPhone, role: 'validator' },
			atPhone,
			'Recipients: Ada Lovelace <ada@example.com> (phone 34600000000, validator) in this item',
		],
		['role of a signer', ADA, { ...ADA, role: 'validator' }, 'Recipients: Ada Lovelace <ada@ex'],
		[
			'device',
			{ name: 'Ada', device: 'd1' },
			{ name: 'Ada', device: 'd2' },
			'Recipients: Ada (device d1) in this item',
		],
	])('differ when there is another %s', (_, one, other, line) => {
		const recipients = [one];
		expect(compare({ ...ours, recipients }, { ...ours, recipients: [other] })).toEqual([
			expect.stringContaining(line),
		]);
		expect(compare({ ...ours, recipients }, { ...ours, recipients })).toEqual([]);
	});

	// As nodes have made them that told neither the phone beside an email nor the role.
	const EARLIER = {
		ordinary: 'BdeDOAWMc3-AYHLuWud3.qFgSl0-jSKX4DQqywSCb.03wBSNJYONjzv8Vyf1R9',
		withoutEmail: '_kzQasOPmqJrPq1nrlhj.T1PNoYwrqgwDVLtfmj7L.T1PNoYwrqgwDVLtfmj7L',
	};

	it('are compared with those of an earlier version of the node as far as it has told them', () => {
		const earlier = (value: string) => ({ data: { [CONTENTS_KEY]: value } });
		const files = ['Jose\u0301.pdf'];
		const same = [
			[BEN, atPhone],
			[{ ...ADA, role: 'validator' }, BEN],
		];
		for (const recipients of [...same, [ADA, BEN]]) {
			const contents = { recipients, files, templates: ['#NDA'] };
			expect(differences(contents, earlier(EARLIER.ordinary))).toEqual([]);
		}
		expect(differences({ recipients: [ADA], files }, earlier(EARLIER.ordinary))).toEqual([
			expect.stringContaining('Recipients: Ada Lovelace <ada@example.com> in this item'),
			expect.stringContaining('Templates: none in this item'),
		]);
		const recipients = [{ name: 'Ada', phone: '34600000000', role: 'validator' }];
		const contents = { recipients, files: [], templates: [] };
		expect(differences(contents, earlier(EARLIER.withoutEmail))).toEqual([]);
	});

	it('have the hashes of earlier versions where these have told all', () => {
		const contents = { recipients: [BEN, ADA], files: ['Jos\u00e9.PDF'], templates: ['#nda'] };
		expect(contentsValue(contents)).toBe(`${EARLIER.ordinary}.2`);
	});

	it('are not compared with what was not sent by this node', () => {
		expect(differences(ours, { data: {} })).toEqual([]);
	});

	it('have a value that the service stores, however long they are', () => {
		const recipients = Array.from({ length: 50 }, (_, index) => ({ ...ADA, name: `Ada ${index}` }));
		expect(contentsValue({ ...ours, recipients }).length).toBeLessThanOrEqual(MAX_DATA_LENGTH);
	});
});
