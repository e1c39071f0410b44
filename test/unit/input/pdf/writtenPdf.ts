/** A row of a cross-reference stream: which object it is about, then the values of its columns. */
export type Row = [object: number, ...values: number[]];

const FREE = '0000000000 65535 f \n';

/** The bytes of a number in a column of this width, a character for each. */
const column = (value: number, width: number) =>
	Buffer.from(
		Array.from({ length: width }, (_, byte) => Math.floor(value / 256 ** (width - 1 - byte))),
	).toString('latin1');

/** Rows of a cross-reference stream, whose columns have these widths. */
export const rowsOf = (widths: readonly number[], rows: readonly Row[]) =>
	rows
		.map(([, ...values]) => widths.map((width, at) => column(values[at] ?? 0, width)).join(''))
		.join('');

/** What an object stream may have around the numbers at its beginning, instead of a space between them. */
interface Head {
	before?: string;
	between?: string;
	after?: string;
}

/** A PDF that is written piece by piece. What adds something gives the position where it begins. */
export class WrittenPdf {
	private text = '%PDF-1.7\n';

	add(piece: string): number {
		const position = this.text.length;
		this.text += piece;
		return position;
	}

	object(number: number, value: string): number {
		return this.add(`${number} 0 obj\n${value}\nendobj\n`);
	}

	/** A stream with these entries in its dictionary, of which the last one of a name counts. */
	stream(number: number, entries: string, content: string): number {
		const dictionary = `<< /Length ${content.length} ${entries} >>`;
		return this.object(number, `${dictionary}\nstream\n${content}\nendstream`);
	}

	objectStream(
		number: number,
		objects: readonly (readonly [number, string])[],
		entries = '',
		{ before = '', between = ' ', after = '\n' }: Head = {},
	): number {
		let values = '';
		const head = objects.flatMap(([object, value]) => {
			const offset = values.length;
			values += `${value} `;
			return [object, offset];
		});
		const begin = before + head.join(between) + after;
		return this.stream(number, `/First ${begin.length} ${entries}`, begin + values);
	}

	/** A table with a subsection for each object, at its position; without one, the object is free. */
	table(rows: readonly [object: number, position?: number][], trailer = ''): number {
		const subsections = rows.map(([object, position]) => {
			const used = `${String(position).padStart(10, '0')} 00000 n \n`;
			return `${object} 1\n${position === undefined ? FREE : used}`;
		});
		return this.add(`xref\n${subsections.join('')}trailer\n<< /Root 1 0 R ${trailer} >>\n`);
	}

	/** A cross-reference stream of these rows, whose columns have these widths. */
	tableStream(widths: readonly number[], rows: readonly Row[], entries = ''): number {
		const index = rows.map(([object]) => `${object} 1`).join(' ');
		const dictionary = `/W [${widths.join(' ')}] /Index [${index}] /Root 1 0 R ${entries}`;
		return this.stream(99, dictionary, rowsOf(widths, rows));
	}

	/** The file, with the position of its newest table at its end. */
	end(table: number): Buffer {
		return Buffer.from(`${this.text}startxref\n${table}\n%%EOF\n`, 'latin1');
	}
}
