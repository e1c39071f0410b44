import type { INodeParameters } from 'n8n-workflow';
import { resources } from '../../../nodes/Signaturit/actions';
import { PROMISED } from '../../../nodes/Signaturit/actions/additional';
import { ADA } from '../../people';
import { readDescription, resolved, type Schema } from '../../service/description/document';
import { runNode } from '../engine/engine';
import { itemWithPdf, pdfOf } from '../engine/fixtures';
import { scriptedServer } from '../engine/scriptedServer';
import { accountRows } from './resources/endpointRows';
import { idParameters } from './declared';
import { sendingRows } from './endpointRows';

type Tree = Readonly<Record<string, unknown>>;

const isTree = (value: unknown): value is Tree =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

const description = readDescription();
const withoutNames = (path: string) => path.replace(/\{\w+\}/g, '{}');

const TEMPLATE = '{{sign_button}} {{email_button}} {{validate_button}} {{code}}';

/** A value of a parameter, with everything that the description names in it. */
function exampleOf(schema: Schema): unknown {
	const { properties, items, anyOf, format, ...one } = resolved(description, schema);
	if (isTree(properties)) {
		// A file is no parameter that could be entered as JSON.
		const inside = Object.entries(properties as Record<string, Schema>).filter(
			([, inner]) => resolved(description, inner).format !== 'binary',
		);
		return Object.fromEntries(inside.map(([key, inner]) => [key, exampleOf(inner)]));
	}
	if (isTree(items)) return [exampleOf(items)];
	if (Array.isArray(anyOf)) return exampleOf(anyOf[0] as Schema);
	if (Array.isArray(one.enum)) return String(one.enum[0]);
	if (format === 'email') return ADA.email;
	// A text with the words that templates need, or a number, a switch, a phone number and any text.
	return String(one.pattern).includes('{') ? TEMPLATE : '1';
}

/** What docs/openapi.yaml has for the body of an endpoint, but for what a row of the table fills. */
function documentedFor(endpoint: string): Tree {
	const [method = '', path = ''] = endpoint.split(' ');
	const found = Object.entries(description.paths).find(
		([described]) => withoutNames(described) === withoutNames(path),
	);
	const operation = found?.[1][method.toLowerCase()];
	const [content] = Object.values(operation?.requestBody?.content ?? {});
	return content ? (exampleOf(content.schema) as Tree) : {};
}

/** A tree without what another one has. */
const without = (tree: Tree, filled: Tree): Tree =>
	Object.fromEntries(
		Object.entries(tree).flatMap(([key, value]) => {
			const inside = filled[key];
			if (inside === undefined) return [[key, value]];
			return isTree(value) && isTree(inside) ? [[key, without(value, inside)]] : [];
		}),
	);

/** E.g. `templates[signed_document]`, with the values of its parameters. */
const leavesOf = (tree: Tree, path = ''): string[] =>
	Object.entries(tree).flatMap(([key, value]) => {
		const inside = path ? `${path}[${key}]` : key;
		return isTree(value) ? leavesOf(value, inside) : [inside];
	});

/** A tree with that parameter alone, with a letter too much in its name. */
function misspelt(leaf: string): Tree {
	const [last = '', ...around] = leaf.replace(/]/g, '').split('[').reverse();
	return around.reduce<Tree>((inside, key) => ({ [key]: inside }), {
		[`${last.slice(0, 2)}x${last.slice(2)}`]: '1',
	});
}

const lastKey = (leaf: string) => leaf.split('[').at(-1)?.replace(']', '') ?? '';

/** Every operation with the option, and how the tables of endpoints call it. */
const rows = resources.flatMap(({ value, operations }) =>
	Object.entries(operations).flatMap(([key, { options = [] }]) => {
		if (!options.some(({ name }) => name === 'additionalParametersJson')) return [];
		const operation = `${value}:${key}`;
		const like = operation === 'signature:sendAndWait' ? 'signature:create' : operation;
		const row = [...sendingRows, ...accountRows].find((one) => one.operation === like);
		const { endpoint = '', body = {}, parameters = {} } = row ?? {};
		const promised = /^(signature:(create|sendAndWait)|certified.*)$/.test(operation)
			? PROMISED
			: [];
		const filled = Object.fromEntries(promised.map((name) => [name, 'x']));
		const documented = documentedFor(endpoint);
		const ids = Object.fromEntries(
			[...endpoint.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, 'an-id']),
		);
		const called = { ...idParameters(endpoint, ids), ...parameters, resource: value };
		return [
			{
				operation,
				parameters: { ...called, operation: key },
				documented,
				left: without(documented, { ...parameters, ...body, ...filled }),
			},
		];
	}),
);

/** As much as each operation looks for in an answer. */
const ANSWER = { id: 'an-id', name: 'x', documents: [], managers: [], members: [] };

describe('Additional Parameters', () => {
	const server = scriptedServer();
	let sent = '';

	const run = async (parameters: INodeParameters, additional: Tree, isDescribed = true) => {
		sent = '';
		server.answers = [
			(request, response) => {
				// What is not described would fail the test: requests of nodes are told by this header.
				if (!isDescribed) delete request.headers['user-agent'];
				request.setEncoding('latin1');
				request.on('data', (chunk: string) => (sent += chunk));
				request.on('end', () => {
					response
						.writeHead(200, { 'Content-Type': 'application/json' })
						.end(JSON.stringify(ANSWER));
				});
			},
		];
		const json = { additionalParametersJson: JSON.stringify(additional) };
		const { error, hints } = await runNode({
			parameters: {
				binaryPropertyNames: 'data',
				...parameters,
				// Each panel has one of these places, and n8n drops the other.
				options: { ...(parameters.options as INodeParameters), ...json, json },
			},
			credential: server.credential,
			items: [await itemWithPdf('contract.pdf', await pdfOf('A contract'))],
		});
		sent = sent.replace(/%5B/g, '[').replace(/%5D/g, ']');
		return { error, problem: `${error?.message} ${error?.description}`, hints };
	};

	it('are documented for every operation that has them', () => {
		expect(rows.map(({ documented }) => Object.keys(documented))).not.toContainEqual([]);
	});

	it.each(rows)(
		'of $operation give no hint, whatever its documentation has',
		async ({ parameters, left }) => {
			const { problem, hints } = await run(parameters, left);
			expect(problem).not.toMatch(/Additional Parameters/);
			expect(hints).not.toContainEqual(expect.stringContaining('documentation'));
			expect(leavesOf(left).filter((leaf) => !sent.includes(leaf))).toEqual([]);
		},
	);

	it.each(rows)(
		'of $operation are refused when they are misspelt',
		async ({ parameters, documented }) => {
			// `cc` is too short to be meant by another word.
			const leaves = leavesOf(documented).filter((leaf) => leaf.length > 2);
			for (const leaf of leaves) {
				const { problem } = await run(parameters, misspelt(leaf));
				expect(problem).toContain(`did you mean ${lastKey(leaf)}?`);
			}
			expect(leaves).not.toEqual([]);
			expect(server.received).toEqual([]);
		},
	);

	it.each(rows)('of $operation give one hint when nobody knows them', async ({ parameters }) => {
		const { error, hints } = await run(parameters, { zzqxkjwv: 'x' }, false);
		expect(error).toBeUndefined();
		expect(hints?.filter((hint) => hint.includes('zzqxkjwv'))).toEqual([
			'Signaturit\'s documentation does not have "zzqxkjwv": sent as it is',
		]);
		expect(sent).toContain('zzqxkjwv');
	});
});
