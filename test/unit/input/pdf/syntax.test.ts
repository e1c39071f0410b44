import {
	dictionaryOf,
	listOf,
	numberOf,
	Reader,
	Reference,
	streamAt,
	type Value,
} from '../../../../nodes/Signaturit/input/pdf/syntax';

const read = (text: string) => new Reader(text, 0).readValue();

describe('a value of a PDF', () => {
	it.each<[string, Value]>([
		['0', 0],
		['12', 12],
		['+5', 5],
		['-3', -3],
		['12.5', 12.5],
		['4.', 4],
		['.25', 0.25],
		['-.75', -0.75],
	])('written as %j is a number', (text, number) => {
		expect(read(text)).toBe(number);
	});

	it.each([
		'true',
		'null',
		'1a',
		'12-3',
		'1.2.3',
		'--1',
		'.',
		'.a',
		'5.x',
		'/Name',
		'/A#20B',
		'/1',
	])('written as %j is this text', (text) => {
		expect(read(text)).toBe(text);
	});

	it.each(['12 0 R', '12  0  R', '12\r\n10\t\0R', '12 65535 R', '12 0 R]', '12 0 R/Name'])(
		'written as %j is a reference',
		(text) => {
			expect(read(text)).toEqual(new Reference(12));
		},
	);

	it.each(['12 0 Rotate', '12 0', '12 0 obj'])(
		'written as %j is a number, with other values behind it',
		(text) => {
			expect(read(text)).toBe(12);
		},
	);

	it.each([
		['()', ''],
		['(plain)', 'plain'],
		['(a (b (c)) d)', 'a (b (c)) d'],
		['(a \\) b \\( c)', 'a \\) b \\( c'],
		['(a \\\\)', 'a \\\\'],
		['(% >> ] <<)', '% >> ] <<'],
		['(two\r\nlines)', 'two\r\nlines'],
		['<>', '<>'],
		['<0aF 9>', '<0aF 9>'],
	])('written as %j is a string, which is read to its end', (text, string) => {
		expect(read(`[${text} 7]`)).toEqual([string, 7]);
	});

	it('may have white space of all kinds and comments before it', () => {
		expect(read('\0\t\n\f\r % one ( << [\r% another\n7')).toBe(7);
	});

	it('may be a list or a dictionary without white space between its entries', () => {
		expect(read('[/A/B(c)<0d>[1]<</E 2 0 R>>]')).toEqual([
			'/A',
			'/B',
			'c',
			'<0d>',
			[1],
			new Map([['E', new Reference(2)]]),
		]);
	});

	it('may be a dictionary whose last entry of a name counts', () => {
		expect(read('<< /A 1 /B << >> /A 2 >>')).toEqual(
			new Map<string, Value>([
				['A', 2],
				['B', new Map()],
			]),
		);
	});

	it.each(['[', '<< /A '])('may be nested 64 times in %j, and not more often', (begin) => {
		const end = begin === '[' ? ']' : '>>';
		const nested = (times: number) => begin.repeat(times) + '1' + end.repeat(times);
		expect(() => read(nested(64))).not.toThrow();
		expect(() => read(nested(65))).toThrow('nested too deeply');
	});

	it.each([
		['a dictionary with a number for a name', '<< 1 2 >>', 'no key'],
		['a dictionary with a word for a name', '<< A 2 >>', 'no key'],
		['a dictionary with a list for a name', '<< [/A] 2 >>', 'no key'],
		['dictionaries for names, without an end', '<< '.repeat(66), 'nested too deeply'],
		['a string without an end', '(a (b)', 'a string without an end'],
		['a string that ends with a backslash', '(a\\)', 'a string without an end'],
		['a list without an end', '[1 2', 'no '],
		['a dictionary without an end', '<< /A 1', 'no '],
		['a dictionary without its last value', '<< /A >>', 'no '],
		['nothing', '% a comment', 'no '],
	])('cannot be %s', (_, text, reason) => {
		expect(() => read(text)).toThrow(reason);
	});
});

describe('a reader', () => {
	it.each([-1, 4, Number.NaN])('does not begin at %d in a text of three characters', (position) => {
		expect(() => new Reader('abc', position)).toThrow('no such position');
	});

	it('begins at any character, and at the end', () => {
		expect(new Reader('abc', 0).readValue()).toBe('abc');
		expect(new Reader('abc', 2).readValue()).toBe('c');
		expect(new Reader('abc', 3).take(/c/y)).toBeUndefined();
	});

	it('stays before what an expression does not find, and names the expression', () => {
		const reader = new Reader(' obj', 0);
		expect(reader.take(/endobj/y)).toBeUndefined();
		expect(() => reader.expect(/endobj/y)).toThrow('no endobj');
		expect(reader.expect(/obj/y)[0]).toBe('obj');
	});

	it.each(['7 0 obj [1]', '7  0\r\nobj[1]', '7\t12 \0obj % one\n[1]', '7 65535 obj [1] endobj'])(
		'reads the object %j',
		(text) => {
			expect(new Reader(text, 0).readObject()).toEqual({ number: 7, value: [1] });
		},
	);

	it.each(['[1]', '7 obj [1]', '7 0 R', 'x 0 obj [1]', '7 0 obj'])(
		'finds no object in %j',
		(text) => {
			expect(() => new Reader(text, 0).readObject()).toThrow('no ');
		},
	);
});

describe('a value of another kind', () => {
	it('is no dictionary, no list, or no number', () => {
		const dictionary = new Map<string, Value>([['A', 1]]);
		expect(dictionaryOf(dictionary)).toBe(dictionary);
		expect(listOf([1])).toEqual([1]);
		expect(numberOf(1)).toBe(1);
		expect(() => dictionaryOf([1])).toThrow('no dictionary');
		expect(() => dictionaryOf(undefined)).toThrow('no dictionary');
		expect(() => listOf(dictionary)).toThrow('no list');
		expect(() => listOf('1')).toThrow('no list');
		expect(() => numberOf('1')).toThrow('no number');
		expect(() => numberOf(new Reference(1))).toThrow('no number');
	});
});

describe('a stream of a PDF', () => {
	const streamOf = async (text: string) => await streamAt(text, 0, (length) => length);

	it.each(['\n', '\r\n'])(
		'begins after the line end %j, and is as long as it says',
		async (line) => {
			const file = `4 0 obj << /Length 10 /N 1 >>\nstream${line}\n\u00ff (text\r\n\nendstream`;
			const { dictionary, bytes } = await streamOf(file);
			expect(dictionary.get('N')).toBe(1);
			expect(bytes.toString('latin1')).toBe('\n\u00ff (text\r\n');
		},
	);

	it('has the length that its reference leads to', async () => {
		const file = '4 0 obj << /Length 5 0 R >> stream\nabc\nendstream';
		const { bytes } = await streamAt(file, 0, (length) => {
			expect(length).toEqual(new Reference(5));
			return 3;
		});
		expect(bytes.toString('latin1')).toBe('abc');
	});

	it.each([
		['without a dictionary', '4 0 obj [1] stream\nabc\nendstream', 'no dictionary'],
		['without a length', '4 0 obj << >> stream\nabc\nendstream', 'no number'],
		['that is shorter than it says', '4 0 obj << /Length 9 >> stream\nabc\nendstream', 'no '],
		['that is longer than it says', '4 0 obj << /Length 2 >> stream\nabc\nendstream', 'no '],
		['with a negative length', '4 0 obj << /Length -99 >> stream\nabc\nendstream', 'no such'],
		['longer than the file', '4 0 obj << /Length 99 >> stream\nabc\nendstream', 'no such'],
		['after a mere carriage return', '4 0 obj << /Length 3 >> stream\rabc\nendstream', 'no '],
	])('%s cannot be read', async (_, file, reason) => {
		await expect(streamOf(file)).rejects.toThrow(reason);
	});
});
