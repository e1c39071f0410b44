import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '..', '..');

type Edge = readonly [from: string, to: string];

interface Place {
	path?: string | string[];
	pathNot?: string | string[];
}

/** What no import may do, as dependency-cruiser reads it. */
const { forbidden } = jest.requireActual<{
	forbidden: { name: string; from: Place; to: Place }[];
}>('../../.dependency-cruiser.cjs');

const ways = forbidden.filter(({ name }) =>
	['no-import-upwards', 'no-import-against-an-events-way'].includes(name),
);

function isAt(path: string, place: Place): boolean {
	const matches = (patterns: string | string[] = []) =>
		[patterns].flat().some((pattern) => new RegExp(pattern).test(path));
	return matches(place.path) && !matches(place.pathNot);
}

function isAllowed([from, to]: Edge): boolean {
	const file = (room: string) => `nodes/Signaturit/${room.replace(/\/$/, '/file')}.ts`;
	return from !== to && !ways.some((way) => isAt(file(from), way.from) && isAt(file(to), way.to));
}

/** The thin arrows of a picture and its labels, both by the names of its boxes. */
function readPicture(text: string) {
	const labels = new Map<string, string>();
	const thin: Edge[] = [];
	for (const line of text.split('\n')) {
		const [first = '', ...others] = line.split(/(-->|==>)/);
		const boxes = (part: string) =>
			part.split(' & ').map((box) => {
				const [, id = '', label] = /^\s*(\w+)(?:[[(]+"([^"<]*))?/.exec(box) ?? [];
				if (label !== undefined) labels.set(id, label);
				return id;
			});
		let before = boxes(first);
		for (let index = 0; index < others.length; index += 2) {
			const after = boxes(others[index + 1] ?? '');
			const pairs = before.flatMap((from) => after.map((to): Edge => [from, to]));
			if (others[index] === '-->') thin.push(...pairs);
			before = after;
		}
	}
	return { labels, thin };
}

/** The pairs that no longer way leads along. */
function withoutShortCuts(edges: readonly Edge[]): Edge[] {
	const leads = (from: string, to: string): boolean =>
		edges.some(([a, b]) => a === from && (b === to || leads(b, to)));
	return edges.filter(
		([from, to]) => !edges.some(([a, b]) => a === from && b !== to && leads(b, to)),
	);
}

const named = (edges: readonly Edge[]) => edges.map((edge) => edge.join(' -> ')).sort();

describe('the picture in ARCHITECTURE.md', () => {
	const page = readFileSync(join(ROOT, 'ARCHITECTURE.md'), 'utf8');
	const [, text = ''] = /```mermaid\n([^]*?)```/.exec(page) ?? [];
	const { labels, thin } = readPicture(text);
	const roomOf = (id: string) =>
		/^(trigger\/\w+$|\w+(\/\w+)?\/(?=…?$))/.exec(labels.get(id) ?? '')?.[0];

	it('has an arrow for what each room and each stage of the trigger may import, unless a longer way shows it', () => {
		const rooms = [...labels.keys()].flatMap((id) => roomOf(id) ?? []);
		expect(rooms.length).toBeGreaterThan(15);
		const all = rooms.flatMap((from) => rooms.map((to): Edge => [from, to]));
		const drawn = thin.flatMap(([from, to]): Edge[] => {
			const [a, b] = [roomOf(from), roomOf(to)];
			return a !== undefined && b !== undefined ? [[a, b]] : [];
		});
		expect(named(drawn)).toEqual(named(withoutShortCuts(all.filter(isAllowed))));
	});

	it('is read box by box', () => {
		const { labels: names, thin: arrows } = readPicture(
			'a["x/<br/>y"] & b --> c(["z"]) ==> d --> e',
		);
		expect([...names]).toEqual([
			['a', 'x/'],
			['c', 'z'],
		]);
		expect(named(arrows)).toEqual(['a -> c', 'b -> c', 'd -> e']);
	});
});
