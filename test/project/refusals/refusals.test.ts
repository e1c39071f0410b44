import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FOLDER, readLedger, rowsOf, type Row } from '../ledger/ledger';
import { sitesOf } from './scan';

const NODES = join(__dirname, '../../../nodes/Signaturit');
const read = (path: string) => readFileSync(path, 'utf8');

/** What a refusal may stand on besides a row of the ledger. */
const OTHER_REASONS = ['no meaning', 'ours', 'no input'];

/** The refusals of all files, by their paths: each with its line. */
type Places = Record<string, Record<string, number>>;

type LedgerRows = readonly Pick<Row, 'id' | 'certainty'>[];

/** The table: by file and refusal, what the refusal stands on. */
type Reasons = Record<string, Record<string, string>>;

function placesIn(folder: string): Places {
	const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' });
	const places = paths
		.filter((path) => path.endsWith('.ts'))
		.map((path) => [path, placesOf(path, read(join(folder, path)))] as const);
	return Object.fromEntries(places);
}

const placesOf = (path: string, text: string) =>
	Object.fromEntries(sitesOf(path, text).map(({ what, line }) => [what, line]));

/** A line is the path of a file, or a refusal in it and what it stands on. */
function readTable(text: string): Reasons {
	const table: Reasons = {};
	let path = '';
	for (const line of text.split('\n').filter((each) => each && !each.startsWith('#'))) {
		const [what = '', reason] = line.trim().split('  =>  ');
		if (reason === undefined) path = what;
		else table[path] = { ...table[path], [what]: reason };
	}
	return table;
}

/** In what the table is not true of the code, or stands on a guess. */
function problemsOf(places: Places, table: Reasons, rows: LedgerRows): string[] {
	const unlisted = Object.entries(places).flatMap(([path, sites]) =>
		Object.entries(sites)
			.filter(([what]) => table[path]?.[what] === undefined)
			.map(([what, line]) => `${path}:${line} refuses something that is not listed: ${what}`),
	);
	const listed = Object.entries(table).flatMap(([path, reasons]) =>
		Object.entries(reasons).flatMap(([what, reason]) =>
			[places[path]?.[what] === undefined ? 'is gone' : undefined, problemOf(reason, rows)]
				.filter((problem) => problem !== undefined)
				.map((problem) => `${path}, ${what}: ${problem}`),
		),
	);
	return [...unlisted, ...listed];
}

function problemOf(reason: string, rows: LedgerRows): string | undefined {
	if (OTHER_REASONS.includes(reason)) return undefined;
	const row = rows.find(({ id }) => reason === `row ${id}`);
	if (!row) return `"${reason}" is no row of ${FOLDER}`;
	return row.certainty === 'guess' ? 'it stands on a guess' : undefined;
}

describe('what the nodes refuse', () => {
	it('is listed with what it stands on, and that is no guess', () => {
		const table = readTable(read(join(__dirname, 'refusals.txt')));
		expect(problemsOf(placesIn(NODES), table, rowsOf(readLedger()))).toEqual([]);
	});
});

describe('the list of what the nodes refuse', () => {
	const rows: LedgerRows = [
		{ id: 'takes-five', certainty: 'high' },
		{ id: 'takes-seven', certainty: 'guess' },
	];
	const PATH = 'input/a.ts';
	const problems = (reason: string, code = "z.string().min(5, 'too short')") =>
		problemsOf(
			{ [PATH]: placesOf(PATH, code) },
			readTable(`${PATH}\n\t'too short'  =>  ${reason}`),
			rows,
		);

	it.each(['no meaning', 'ours', 'no input', 'row takes-five'])(
		'may say that a refusal stands on "%s"',
		(reason) => {
			expect(problems(reason)).toEqual([]);
		},
	);

	it.each([
		['a guess', 'row takes-seven', `${PATH}, 'too short': it stands on a guess`],
		['no row', 'row takes', `${PATH}, 'too short': "row takes" is no row`],
		['a hope', 'our hope', `${PATH}, 'too short': "our hope" is no row`],
	])('must not say that a refusal stands on %s', (_, reason, problem) => {
		expect(problems(reason)).toEqual([expect.stringContaining(problem)]);
	});

	it('must have no refusal that is gone', () => {
		expect(problems('ours', 'z.string()')).toEqual([`${PATH}, 'too short': is gone`]);
	});

	it.each([
		["z.string().max(7, 'too long')", "'too long'"],
		['z.string().max(7)', 'max(7)'],
		["z.string().refine((x) => x, { message: 'no such text' })", "'no such text'"],
		['z.string().refine((x) => x, (x) => ({ message: `${x} is bad` }))', '`${x} is bad`'],
		["z.string().startsWith('x')", "startsWith('x')"],
		["z.enum(['a'])", "enum(['a'])"],
		["field(z.string().max(7), 'too long for it')", "'too long for it'"],
		["filledText('Name')", "filledText('Name')"],
		["new UserError('You must not')", "'You must not'"],
		["new NodeOperationError(call.node, 'You must not')", "'You must not'"],
		["textField('Name', 'name', { required: true })", "required: 'Name'"],
		['const field = { ...nameField, required: true }', 'required: nameField'],
		["function nameProblems() { return ['is not a name']; }", "'is not a name'"],
		["const nameProblem = () => 'is not a name'", "'is not a name'"],
		["const x = { problem: 'there is none' }", "'there is none'"],
		["() => { const message = 'is bad'; context.addIssue({ message }); }", "'is bad'"],
		["z.string().min(6, 'too short')", "'too short' #2"],
	])('must have what %s refuses', (code, what) => {
		expect(problems('ours', `z.string().min(5, 'too short');\n${code}`)).toEqual([
			expect.stringContaining(`refuses something that is not listed: ${what}`),
		]);
	});

	it('wants functions that return problems to say so by their names', () => {
		const code = 'for (const message of rulesOf(x)) context.addIssue({ message });';
		expect(() => problems('ours', code)).toThrow('rulesOf gives problems');
	});

	it.each([
		"const taken = Math.max(7); list.includes('an entry'); text.startsWith('the text')",
		'for (const { message } of parsed.error.issues) context.addIssue({ message })',
		"const hint = 'this is not refused'",
	])('needs nothing for %s', (code) => {
		expect(problems('ours', `z.string().min(5, 'too short');\n${code}`)).toEqual([]);
	});
});
