import fc from 'fast-check';
import type { UserError } from 'n8n-workflow';
import { idFrom } from '../../../nodes/Signaturit/input/doors';
import { endpoints } from '../../../nodes/Signaturit/transport/endpoints';

const read = (value: unknown) => idFrom(value, 'Document', '2910a0e8-7f42-11e6-8a49-0680f0041fef');

function problemOf(value: unknown): Pick<UserError, 'message' | 'description'> {
	try {
		read(value);
	} catch (error) {
		const { message, description } = error as UserError;
		return { message, description };
	}
	throw new Error('The ID was expected to be refused');
}

describe('an ID', () => {
	it.each<[unknown, string]>([
		['29109781-7f42-11e6-8a49-0680f0041fef', '29109781-7f42-11e6-8a49-0680f0041fef'],
		[' qM3vX0TtR5Jk-8ZbWn_a\n', 'qM3vX0TtR5Jk-8ZbWn_a'],
		[2445, '2445'],
		['v1.2445', 'v1.2445'],
		...['a..b', '.a', 'a.', 'a?b', 'a#b', 'a b', 'a%2Fb', 'ñ'].map((id): [string, string] => [
			id,
			id,
		]),
	])('given as %j is %s', (value, id) => {
		expect(read(value)).toBe(id);
	});

	it.each([undefined, null, '', '  '])('is missing when it is %j', (value) => {
		expect(problemOf(value)).toEqual({
			message: 'The field "Document" is empty',
			description:
				'Nothing was sent to Signaturit. Select one from the list or enter its ID. If it holds an expression, it has no value for this item.',
		});
	});

	it.each([
		'.',
		'..',
		'...',
		'a/b',
		'../x',
		'..\\x',
		'[object Object]',
		'https://app.signaturit.com/document/1',
		'a\u0000b',
		'a\nb',
		'a\ud800b',
		'a\u200bb',
	])('is refused when it is the text %j', (value) => {
		expect(problemOf(value)).toEqual({
			message: expect.stringContaining('The field "Document" does not hold an ID: '),
			description:
				'Nothing was sent to Signaturit. An ID is text without a slash, e.g. 2910a0e8-7f42-11e6-8a49-0680f0041fef. If the field holds an expression, it must give the ID alone, as {{ $json.signatureId }} does.',
		});
	});

	it.each([{ id: 'a' }, ['a'], [], true, NaN])('is refused when it is %j', (value) => {
		expect(problemOf(value)).toEqual({
			message: expect.stringContaining('The field "Document" does not hold an ID: '),
			description:
				'Nothing was sent to Signaturit. An ID is text without a slash, e.g. 2910a0e8-7f42-11e6-8a49-0680f0041fef. If the field holds an expression, it must give the ID alone, as {{ $json.signatureId }} does.',
		});
	});

	it('stays one segment of the path, whatever is given', () => {
		fc.assert(
			fc.property(fc.string({ unit: fc.constantFrom(...'a-_.9/?#% \\') }), (value) => {
				let id: string;
				try {
					id = read(value);
				} catch {
					return;
				}
				const { pathname } = new URL(endpoints.signature.delete(id), 'https://example.com');
				expect(pathname).toBe(`/v3/signatures/${encodeURIComponent(id)}`);
			}),
		);
	});
});
