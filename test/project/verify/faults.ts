// What n8n's reviewers would object to in a package: codex, manifest, icons and credentials.

/** What n8n's reviewers would find fault with in a published package, and n8n's linter does not know. */
import type { ICredentialType, INodeType } from 'n8n-workflow';
import { z } from 'zod';

/** The categories among which n8n lets a community node choose (docs.n8n.io, "Codex files"). */
const CATEGORIES = [
	...['Data & Storage', 'Finance & Accounting', 'Marketing & Content', 'Productivity'],
	...['Miscellaneous', 'Sales', 'Development', 'Analytics', 'Communication', 'Utility'],
] as const;

/** Who looks for another vendor is not looking for us. */
const VENDORS = /adobe|docusign|dropbox|hellosign|pandadoc|signnow|yousign/i;

const pagesSchema = z.array(z.object({ url: z.string().startsWith('https://') })).length(1);

const alias = z.string().refine((word) => !VENDORS.test(word), "is another vendor's name");

/**
 * All that a codex may hold. n8n's reviewers refuse `subcategories`, which put a node into lists of n8n's own nodes
 * (e.g. that of Human in the Loop).
 */
const codexSchema = z
	.object({
		codexVersion: z.literal('1.0'),
		categories: z.array(z.enum(CATEGORIES)).nonempty(),
		alias: z.array(alias),
		resources: z
			.object({ primaryDocumentation: pagesSchema, credentialDocumentation: pagesSchema })
			.strict(),
	})
	.strict();

const nothing = z
	.unknown()
	.refine((value) => Object.keys(value ?? {}).length === 0, 'n8n allows none');

const manifestSchema = z.object({
	dependencies: nothing,
	optionalDependencies: nothing,
	bundleDependencies: nothing,
	bundledDependencies: nothing,
});

const problemsOf = ({ success, error }: z.SafeParseReturnType<unknown, unknown>): string[] =>
	success
		? []
		: error.issues.map(({ path, message }) => [path.join('.'), message].filter(Boolean).join(': '));

/**
 * @param codex a node's codex, as JSON gives it
 * @param packageName by which n8n knows the node
 */
export function codexFaults(
	codex: Record<string, unknown>,
	{ description: { name, version } }: INodeType,
	packageName: string,
): string[] {
	const own = { node: z.literal(`${packageName}.${name}`), nodeVersion: z.literal(`${version}.0`) };
	return problemsOf(codexSchema.extend(own).safeParse(codex));
}

/**
 * n8n's linter looks at `dependencies` alone.
 *
 * @param manifest the published package.json
 * @param code the published code
 */
export function packageFaults(manifest: unknown, code: string): string[] {
	const taken = [...code.matchAll(/\b(?:require|import)\(([^)]*)\)/g)].map(([, what]) => what);
	const others = [...new Set(taken)].filter(
		(what = '') => !['"n8n-workflow"', '"node:crypto"'].includes(what),
	);
	return [
		...problemsOf(manifestSchema.safeParse(manifest)),
		...others.map((what) => `The code takes ${what} from n8n`),
	];
}

/** The tags of an SVG that begin or end something, in their order. */
const tagsIn = (svg: string) => [...svg.matchAll(/<(\/?)([a-zA-Z][\w:-]*)(?:\s[^<>]*?)?(\/?)>/g)];

/** @param svg the text of an icon. n8n shows it in a square. */
export function iconFaults(svg: string): string[] {
	const open: string[] = [];
	const isWellFormed = tagsIn(svg).every(([, closes, name = '', alone]) => {
		if (closes) return open.pop() === name;
		if (!alone) open.push(name);
		return true;
	});
	const rest = tagsIn(svg).reduce((text, [tag]) => text.replace(tag, ''), svg);
	const [, width, height] = /^<svg\s[^>]*\bviewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(svg) ?? [];
	return [
		...(isWellFormed && open.length === 0 && !/[<>]/.test(rest) ? [] : ['is no whole SVG']),
		...(width && width === height ? [] : ['is not a square from 0, 0 on']),
	];
}

/** The names of fields that hold secrets. */
const SECRET = /token|secret|password|key/i;

/** @param nodes those of the package */
export function credentialFaults(credential: ICredentialType, nodes: INodeType[]): string[] {
	const uses = nodes.flatMap(({ description, methods }) =>
		(description.credentials ?? [])
			.filter(({ name }) => name === credential.name)
			.map(({ testedBy }) => typeof testedBy === 'string' && methods?.credentialTest?.[testedBy]),
	);
	const shown = credential.properties.filter(
		({ name, type, typeOptions }) =>
			type === 'string' && SECRET.test(name) && typeOptions?.password !== true,
	);
	return [
		...(uses.length > 0 ? [] : ['no node uses it']),
		...(credential.test || uses.some(Boolean) ? [] : ['nothing tests it']),
		...(credential.documentationUrl?.startsWith('https://') ? [] : ['has no documentation']),
		...shown.map(({ name }) => `shows the secret ${name}`),
	];
}
