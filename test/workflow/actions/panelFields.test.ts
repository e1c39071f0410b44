/**
 * Sends values and words that docs/openapi.yaml does not have, so nothing is compared with it.
 * @jest-environment ./test/runner/environment.ts
 */
import { DateTime } from 'luxon';
import type {
	IBinaryData,
	IDataObject,
	INodeExecutionData,
	INodePropertyOptions,
} from 'n8n-workflow';
import { Signaturit } from '../../../nodes/Signaturit/Signaturit.node';
import { resources } from '../../../nodes/Signaturit/actions';
import { keepSecret } from '../../../nodes/Signaturit/embedded/reports';
import { register } from '../../../nodes/Signaturit/events/registration';
import { runNode, storedFile } from '../engine/engine';
import { pdfOf } from '../engine/fixtures';
import { answer, scriptedServer } from '../engine/scriptedServer';
import { allIn, holes, type Hole } from './panelHoles';

/** That of all that the parameters name. */
const ID = '29109781-7f42-11e6-8a49-0680f0041fef';
const server = scriptedServer();

type Shape = [value: unknown, shown: string];

/** Shapes that betray a value which no door has read. */
const BETRAYING: readonly Shape[] = [
	[undefined, ''],
	[null, ''],
	[{ key: 'xyz' }, 'key'],
	[DateTime.fromISO('2026-04-01', { zone: 'Europe/Madrid' }), '2026-04-01T00:00:00.000'],
];

/** Each door has a test with all of them (test/unit/input/fieldDoors.test.ts), and so has each field in `npm run prove`. */
const OTHERS: readonly Shape[] = [
	['x-yz', 'x-yz'],
	[7, '7'],
	[true, 'true'],
	[['x-yz'], 'x-yz'],
	[new Date('2026-03-31T22:00:00Z'), '2026-03-31T22:00:00.000Z'],
	['x y'.repeat(5_000), 'x yx yx y'],
	['JVBERi0x'.repeat(2_000), 'JVBERi0xJVBERi0x'],
];

/** In which shapes an expression can give a value, each with what shows it in a message. */
const SHAPES = process.env.PANEL === 'all' ? [...BETRAYING, ...OTHERS] : BETRAYING;

const MEGABYTES = [
	'x y'.repeat(350_000),
	'JVBERi0x'.repeat(130_000),
	{ key: 'x'.repeat(1_000_000) },
	['x'.repeat(1_000_000)],
];

const VALUE = '={{ $json.value }}';
/** What the service answers to whatever it is asked; too long an address is refused before. */
const REFUSAL = 'The service says no';
const SENT = /The service says no|answered HTTP 431/;

/** What JavaScript says when a value was used without having been read by a door. */
const SLIP =
	/is not a function|Cannot (read|convert)|Invalid (URL|time)|undefined|\[object|is not iterable/;

/** Refusals in which the value would not help, each with the reason. */
const WITHOUT_VALUE: Array<[refusal: RegExp, why: string]> = [
	[/characters long|longer than/, 'its length is what is wrong'],
	[/must contain \[/, 'what it lacks is named'],
	[/must be an object|must be a list|must be either/, 'the place of the wrong entry is named'],
	[/(Recipient|CC|BCC) 1: (Name|Email|Phone) is empty/, 'what it lacks is named'],
	[/Contact stands for Email|given twice|is needed|needs a widget/, 'another field contradicts it'],
	[/Nobody knows where the signing pages|1: Value of .* is empty/, 'another field is wrong'],
];

/** What the panel calls these fields is more than their messages need. */
const spoken = (name: string) => name.replace(/s? \((JSON|With Country Code)\)$/, '');

/** Options that hold for all items. */
const OF_ALL = /^Options: (Timeout|Items at Once|Check Only)/;

let data: IBinaryData;

beforeAll(async () => {
	data = await storedFile(await pdfOf('Contract'), 'contract.pdf');
});

const itemsWith = (values: readonly unknown[]): INodeExecutionData[] =>
	values.map((value) => ({ json: { value } as never, binary: { data } }));

/** What a published trigger for signing pages has written. */
function staticDataOfTrigger(): IDataObject {
	const staticData: IDataObject = {};
	keepSecret(staticData, 'workflow-1');
	const url = 'http://n8n.test/webhook/hook-1/embedded';
	const entry = { workflowId: 'workflow-1', nodeName: 'Trigger', url, use: 'embedded' } as const;
	register(staticData, 'node-1', entry);
	return staticData;
}

/** Runs the node with the values as items. Gives the message and the description of each item's error. */
async function textsOf(parameters: Hole['parameters'], values: readonly unknown[]) {
	server.answers = [answer(400, JSON.stringify({ message: REFUSAL }))];
	const { items, error } = await runNode({
		parameters,
		credential: server.credential,
		items: itemsWith(values),
		staticData: staticDataOfTrigger(),
		onError: 'continueRegularOutput',
	});
	if (error) throw error;
	return items.map(({ json }) => {
		const { message = '', description = '' } = (json.error ?? {}) as Record<string, string>;
		return { message, description, text: `${message}\n${description}` };
	});
}

type Texts = Awaited<ReturnType<typeof textsOf>>[number];

const faultsOf = ({ message, description, text }: Texts) => [
	message.length > 600 && `a message of ${message.length}`,
	description.length > 2_000 && `a description of ${description.length}`,
	SLIP.test(text) && 'a slip',
];

/** What is wrong with what became of the shapes: nothing if each was sent, or refused by the names of field and value. */
async function problemsOf({ label, name, parameters }: Hole): Promise<string[]> {
	const values = SHAPES.map(([value]) => value);
	const texts: Texts[] = [];
	const runs = OF_ALL.test(label) ? values.map((value) => [value]) : [values];
	for (const run of runs) texts.push(...(await textsOf(parameters, run)));
	return SHAPES.flatMap(([, shown], index) => {
		const texted = texts[index];
		if (!texted) return [`${label}: no item`];
		const { message, text } = texted;
		const isSent = message === '' || SENT.test(text);
		const isReasoned = WITHOUT_VALUE.some(([refusal]) => refusal.test(text));
		const faults = [
			...faultsOf(texted),
			!isSent && !isReasoned && !text.includes(spoken(name)) && 'no name',
			!isSent && !isReasoned && !text.includes(shown) && `no value ${shown}`,
		].filter(Boolean);
		return faults.length > 0 ? [`${label}: ${faults.join(', ')}: ${text.slice(0, 200)}`] : [];
	});
}

const { properties } = new Signaturit().description;
const operations = resources.flatMap(({ value: resource, operations: ofResource }) =>
	Object.keys(ofResource).map((operation) => {
		const all = holes(properties, { resource, operation }, VALUE);
		return [`${resource}.${operation}`, all] as const;
	}),
);

/** What several operations have from one place is walked in the first one. */
const walked = new Set<string>();
const rows = operations.flatMap(([name, all]) => {
	const fresh = all.filter(({ source }) => !walked.has(source));
	fresh.forEach(({ source }) => walked.add(source));
	return fresh.map((hole) => [name, hole.label, hole] as const);
});

describe('every field of the panel', () => {
	it.each(rows)('of %s takes or refuses every shape of %s', async (_, __, hole) => {
		expect([...new Set(await problemsOf(hole))]).toEqual([]);
	});

	it.each(operations.filter(([, all]) => all.length > 0))(
		'of %s keeps errors short when all hold a megabyte',
		async (_, all) => {
			const texts = await textsOf(allIn(all), MEGABYTES);
			expect(texts.flatMap(faultsOf).filter(Boolean)).toEqual([]);
		},
	);
});

/** Every value in a query, a form and a multipart body. */
function valuesIn(url: string, body: string): string[] {
	const query = new URL(url, 'http://x').searchParams;
	const parts = [...body.matchAll(/\r\n\r\n(.*?)\r\n--/gs)].map(([, value = '']) => value);
	const form = parts.length > 0 ? parts : [...new URLSearchParams(body).values()];
	return [...query.values(), ...form];
}

const answerTo = (path: string): object => {
	if (path.includes('count')) return { count: 0 };
	if (path.includes('event-hooks')) return { web_hooks: [], total: 0 };
	return [];
};

/** Runs the node with a word in a place. Gives what was sent, and what the user is told. */
async function runWith({ parameters }: Hole, word: string) {
	const sent: string[] = [];
	const created = { id: ID, url: 'https://x.test', documents: [], certificates: [], events: [] };
	server.answers = [
		(request, response) => {
			let body = '';
			request.setEncoding('latin1').on('data', (chunk) => (body += String(chunk)));
			request.on('end', () => {
				const { method, url = '' } = request;
				sent.push(...valuesIn(url, body));
				const isOne = method !== 'GET' || url.includes(ID);
				const found = isOne ? created : answerTo(url);
				answer(200, JSON.stringify(found))(request, response);
			});
		},
	];
	const { credential } = server;
	const { error, hints } = await runNode({ parameters, credential, items: itemsWith([word]) });
	const told = [error?.message, error?.description].join('\n');
	return { sent, told, hints: hints.filter((hint) => hint.toLowerCase().includes(word)) };
}

/** Every dropdown of the node's panel, but for those that n8n needs to show the others. Tools have more of them. */
const dropdowns = rows
	.filter(([, , { field }]) => ['options', 'multiOptions'].includes(field.type))
	.filter(([, , { field }]) => !('@tool' in (field.displayOptions?.show ?? {})))
	.map(([name, label, hole]) => [`${name}: ${label}`, hole] as const);

const entriesOf = ({ field }: Hole) => (field.options ?? []) as INodePropertyOptions[];

/** The entry whose word Signaturit is sent, if it is sent any. */
async function sentEntry(hole: Hole) {
	for (const entry of entriesOf(hole).filter(({ value }) => String(value).length > 1)) {
		const { sent } = await runWith(hole, String(entry.value));
		if (sent.includes(String(entry.value))) return entry;
	}
	return undefined;
}

const misspelt = (word: string) => `${word.slice(0, 2)}x${word.slice(2)}`;

/** Dropdowns whose words Signaturit is sent. */
const open: string[] = [];

describe('a dropdown', () => {
	it.each(dropdowns)(
		'sends an unknown word with one hint and refuses a misspelt one, or is about this node: %s',
		async (label, hole) => {
			const entry = await sentEntry(hole);
			const unknown = await runWith(hole, 'zzqxkjwv');
			if (!entry) {
				expect(unknown).toMatchObject({ sent: [], told: expect.stringContaining(hole.name) });
				return;
			}
			open.push(label);
			expect(unknown.sent.join().toLowerCase()).toContain('zzqxkjwv');
			expect(unknown.hints).toEqual([
				expect.stringMatching(/documentation does not have .*: sent as it is/),
			]);
			const words = entriesOf(hole).flatMap(({ value, name }) =>
				value === '' ? [] : [String(value), name],
			);
			const near = words.find((word) => word.length > 4) ?? '';
			const { sent, told } = await runWith(hole, misspelt(near));
			expect(told).toContain(`did you mean ${near}?`);
			expect(sent).toEqual([]);
		},
	);

	it('is sent in these places, among others', () => {
		for (const name of [
			'Delivery',
			'Validation Rule',
			'Status',
			'Role',
			'Signature Color',
			'Events',
		]) {
			expect(open).toContainEqual(expect.stringMatching(new RegExp(`: ${name}$`)));
		}
	});
});
