import fc from 'fast-check';
import qs from 'qs';
import { customDataSchema, sentDataSchema } from '../../../nodes/Signaturit/input/commonSchemas';
import { readRowsOrJson } from '../../../nodes/Signaturit/input/lists';
import { urlEncoded } from '../../../nodes/Signaturit/transport/form';

const messagesOf = (rows: unknown) =>
	customDataSchema.safeParse(rows).error?.issues.map(({ path, message }) => [path[0], message]);

describe('customDataSchema', () => {
	it('makes an object of the rows, with values as text', () => {
		const rows = [
			{ key: 'crm_id', value: 7 },
			{ key: 'vip', value: true },
		];
		expect(customDataSchema.parse(rows)).toEqual({ crm_id: '7', vip: 'true' });
	});

	it('accepts a value of any length', () => {
		expect(customDataSchema.safeParse([{ key: 'a', value: 'x'.repeat(500) }]).success).toBe(true);
	});

	it.each([
		[[{ key: ' ', value: 'x' }], [[0, 'Key is empty']]],
		[[{ key: 'a[b', value: 'x' }], [[0, 'Key has a square bracket without its other half']]],
		[[{ key: 'a]', value: 'x' }], [[0, 'Key has a square bracket without its other half']]],
		[[{ key: 'a', value: {} }], [[0, 'Value must be text or a number']]],
		[[{ key: 'a', value: '' }], [[0, 'Value is empty']]],
		[
			[
				{ key: 'a', value: 'x' },
				{ key: 'b', value: 'x' },
				{ key: 'a', value: 'y' },
			],
			[[2, 'Key "a" is used twice']],
		],
	])('rejects the rows %j', (rows, messages) => {
		expect(messagesOf(rows)).toEqual(messages);
	});
});

describe('custom data to send', () => {
	it('is sent so that an independent decoder reads it back unchanged, whatever brackets its keys have', () => {
		const key = fc
			.string({ unit: fc.constantFrom(...'ab[] =&%.ñ'), minLength: 1, maxLength: 8 })
			.filter((text) => text.trim() !== '');
		const pairs = fc.dictionary(key, fc.string({ maxLength: 100 }), {
			maxKeys: 4,
			noNullPrototype: true,
		});
		fc.assert(
			fc.property(pairs, (data) => {
				const sent = sentDataSchema.safeParse(data);
				if (!sent.success) return;
				const body = urlEncoded({ data: sent.data }).toString();
				const { data: read = {} } = qs.parse(body, { depth: 10, parameterLimit: 1000 });
				expect(read).toEqual(data);
			}),
		);
	});

	it.each(['a[b]', '[]', '[a][b]', 'a[b[c]]'])('may have the key %j', (key) => {
		expect(sentDataSchema.safeParse({ [key]: 'x' }).success).toBe(true);
	});

	it('is refused by its name when it is given as rows and as JSON', () => {
		const both = { customData: {}, customDataJson: '{}' };
		const { error } = sentDataSchema.safeParse(readRowsOrJson(both, 'customData', 'pair'));
		expect(error?.issues.map(({ message }) => message)).toEqual([
			'Custom Data is given twice: remove Custom Data or Custom Data (JSON)',
		]);
	});
});
