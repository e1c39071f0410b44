import { unreadable } from '../../../nodes/Signaturit/transport/exchange';
import {
	accountEntrySchema,
	certifiedFileWith,
	emptyAnswer,
	emptyObject,
	groupSchema,
	noError,
	requestOrDocument,
	withId,
	withShape,
	type Expected,
} from '../../../nodes/Signaturit/transport/expected';
import { ADA } from '../../people';

const MD5 = 'd41d8cd98f00b204e9800998ecf8427e';

describe('what an endpoint answers when all is well', () => {
	it.each<[string, Expected]>([
		['the contact', withId('the contact', '1')],
		['the group', withShape('the group', groupSchema)],
		['a signature request', requestOrDocument('1')],
		['the certified file', certifiedFileWith(MD5)],
		['a confirmation', emptyAnswer],
		['a confirmation', emptyObject],
		['a confirmation', noError],
	])('is called %s', (name, { what }) => {
		expect(what).toBe(name);
	});

	it.each<[string | undefined, Expected, answer: unknown]>([
		['The answer has no ID.', withId('the contact'), {}],
		['The answer has no ID.', withId('the contact', '1'), { id: '' }],
		['The answer is about another ID, "B2".', withId('the contact', 'a1'), { id: 'B2' }],
		[undefined, withId('the contact', 'a1'), { id: 'A1' }],
		[undefined, withId('the contact', 'A1'), { id: 'a1' }],
		[undefined, withId('the contact'), { id: 'a1' }],
		['The answer has another form.', withShape('the group', groupSchema), { name: 1 }],
		[undefined, withShape('the group', groupSchema), { name: 'Founders', id: '1' }],
		['The answer is about another ID, "2".', requestOrDocument('1'), { id: '2' }],
		[undefined, requestOrDocument('1'), { id: '2', email: ADA.email }],
		['The answer has no ID.', certifiedFileWith(MD5), { md5: 'another' }],
		[`Its MD5 is another, not ${MD5}.`, certifiedFileWith(MD5), { id: '1', md5: 'another' }],
		['The answer is about another ID, "2".', certifiedFileWith(MD5, '1'), { id: '2', md5: '' }],
		[undefined, certifiedFileWith(MD5, '1'), { id: '1', md5: MD5.toUpperCase() }],
		...[false, 0, 'false', '0'].map((completed): [string, Expected, unknown] => [
			'The answer says that parts of the file are missing.',
			certifiedFileWith(MD5),
			{ id: '1', md5: MD5, completed },
		]),
		[undefined, certifiedFileWith(MD5), { id: '1', md5: MD5, completed: true }],
		['The answer should be empty.', emptyAnswer, {}],
		['The answer should be empty.', emptyObject, { id: '1' }],
		['The answer is not JSON.', noError, unreadable],
		['The answer tells of an error.', noError, { error: 'No' }],
		[undefined, noError, { id: '1' }],
	])('has the mismatch %j for %j and the answer %j', (mismatch, expected, answer) => {
		expect(expected.mismatch(answer)).toBe(mismatch);
	});
});

describe('accountEntrySchema', () => {
	it('keeps what lists show of an entry, and no more', () => {
		const entry = {
			id: '1',
			...ADA,
			role: 'admin',
			status: 'active',
			created_at: '2026-03-01T10:00:00+0000',
		};
		expect(accountEntrySchema.parse({ ...entry, position: 'CEO' })).toEqual(entry);
	});

	it('leaves out what is missing, empty or odd, except for the ID', () => {
		const entry = { id: '1', name: 7, email: null, role: '', status: {} };
		expect(accountEntrySchema.parse(entry)).toEqual({ id: '1' });
		expect(accountEntrySchema.safeParse({ name: ADA.name }).success).toBe(false);
		expect(accountEntrySchema.safeParse({ id: '', name: ADA.name }).success).toBe(false);
	});
});
