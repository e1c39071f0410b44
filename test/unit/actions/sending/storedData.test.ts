import type { IDataObject } from 'n8n-workflow';
import type { Creation } from '../../../../nodes/Signaturit/actions/sending/creation';
import { storedDataHints } from '../../../../nodes/Signaturit/actions/sending/storedData';

/** The hints about the custom data of an item, where other data are stored under its Reference. */
function hintsOf(item: IDataObject | undefined, data: IDataObject) {
	const fields = { data: item } as Creation['fields'];
	const existing = { delivery: { id: 'r1', data, records: [] } };
	return storedDataHints({ resource: 'signature', fields }, existing);
}

const ours = { n8n_reference: 'a', n8n_contents: 'b', n8n_own_reference: 'c', n8n_else: 'd' };
const long = 'x'.repeat(64);

describe('the hint about custom data that are stored with another value', () => {
	it.each<[string, IDataObject | undefined, IDataObject, string]>([
		[
			'one key',
			{ salary: '60000' },
			{ salary: '30000' },
			'with salary "30000"; this item has "60000". Nothing was sent.',
		],
		['a key that the item lacks', {}, { salary: '30000' }, 'salary "30000"; this item has none.'],
		['no data in the item', undefined, { salary: 3 }, 'with salary "3"; this item has none.'],
		[
			'several keys',
			{ salary: '60000', city: 'Madrid' },
			{ salary: '30000', bonus: '5', city: 'Madrid' },
			'with salary "30000", bonus "5"; this item has salary "60000", no bonus.',
		],
		[
			'more keys than are named',
			{ a: '1', b: '2', c: '3', d: '4', e: '5' },
			{ a: '2', b: '3', c: '4', d: '5', e: '6' },
			'this item has a "1", b "2", c "3" (and 2 more differ).',
		],
		[
			'long values, and a long key with hidden characters',
			{ [`\u202e${'k'.repeat(500)}`]: 'y, '.repeat(200) },
			{ [`\u202e${'k'.repeat(500)}`]: 'z'.repeat(64) },
			`with U+202E${'k'.repeat(38)}… "${'z'.repeat(64)}"; this item has "${'y, '.repeat(26)}y…" (text of 600 characters).`,
		],
		['another case', { city: 'madrid' }, { city: 'Madrid' }, 'this item has "madrid"'],
	])('tells of %s', (_, item, stored, text) => {
		const hints = hintsOf(item, { ...ours, ...stored });
		expect(hints).toHaveLength(1);
		expect(hints[0]).toContain('The signature request r1 exists already, with ');
		expect(hints[0]).toContain(text);
		expect(hints[0]?.length).toBeLessThan(600);
	});

	it.each<[string, IDataObject, IDataObject]>([
		['the values are the same', { salary: '30000' }, { salary: '30000' }],
		['they are the same as text', { salary: '30000' }, { salary: 30000 }],
		['a form has changed their line ends', { text: 'a\nb ' }, { text: 'a\r\nb' }],
		['they are composed otherwise', { name: 'Jose\u0301' }, { name: 'Jos\u00e9' }],
		['a form has changed the key', { 'my key.no': '1' }, { my_key_no: '1' }],
		['the key may have filled a field', { salary: '60000' }, {}],
		['the service may have cut the value', { text: `${long}y` }, { text: long }],
		['what is stored is no text', { list: 'a', none: 'b' }, { list: ['a'], none: null }],
		['only our keys differ', { n8n_reference: 'z' }, {}],
	])('is missing when %s', (_, item, stored) => {
		expect(hintsOf(item, { ...ours, ...stored })).toEqual([]);
	});
});
