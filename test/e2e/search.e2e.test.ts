import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { installN8n } from './lib/install/n8nInstall';
import { silent } from './lib/progress';
import action from '../../nodes/Signaturit/Signaturit.node.json';
import trigger from '../../nodes/Signaturit/SignaturitTrigger.node.json';

/** A node as the editor's search sees it. */
interface Entry {
	properties: {
		name: string;
		displayName: string;
		hidden?: boolean;
		codex?: { alias?: string[] };
	};
}
type Search = (typed: string, entries: Entry[]) => { score: number; item: Entry }[];

const OURS: Entry[] = [
	{ properties: { name: 'ours', displayName: 'Signaturit', codex: action } },
	{ properties: { name: 'ourTrigger', displayName: 'Signaturit Trigger', codex: trigger } },
];

/** What people type, in the languages of the countries in which Signaturit sells. */
const TYPED = [
	...['signaturit', 'signature', 'signature request', 'get signature', 'collect signatures'],
	...['electronic signature', 'digital signature', 'e-signature', 'esignature', 'esign', 'eidas'],
	...['sign', 'sign document', 'sign documents', 'document signing', 'sign pdf', 'pdf sign'],
	...['sign a pdf', 'send for signature', 'wait for approval'],
	...['signing', 'signer', 'signed', 'sign a contract', 'send contract', 'contract', 'agreement'],
	...['nda', 'lease', 'payslip', 'consent', 'approve', 'human in the loop'],
	...['certified email', 'registered email', 'certified sms', 'namirial'],
	...['firma', 'firmar', 'firma electrónica', 'firma electronica', 'firma digital', 'contrato'],
	...['correo certificado', 'firmare', 'firma elettronica', 'contratto', 'signer un document'],
	...['signature électronique', 'signature electronique', 'contrat', 'unterschrift'],
	...['unterschreiben', 'elektronische signatur', 'vertrag', 'assinatura', 'assinar'],
	...['assinatura eletrónica', 'assinatura digital', 'signatura', 'signatura electrònica'],
	'contracte',
];

let search: Search;
let entries: Entry[];

beforeAll(async () => {
	const { bin } = await installN8n(silent);
	const modules = resolve(bin, '..', '..', '..');
	const load = createRequire(bin);
	const folder = join(modules, '@n8n', 'utils', 'dist', 'search');
	const file = readdirSync(folder).find((name) => /^sublime-?search\.cjs$/i.test(name));
	({ sublimeSearch: search } = load(join(folder, file ?? 'none')) as { sublimeSearch: Search });
	const builtIn = ['n8n-nodes-base', join('@n8n', 'n8n-nodes-langchain')].flatMap(
		(name) => load(join(modules, name, 'dist', 'types', 'nodes.json')) as Entry['properties'][],
	);
	// A name stands there once for each version.
	const visible = new Map(builtIn.map((node) => [node.name, node]));
	entries = [...visible.values()]
		.filter(({ hidden }) => !hidden)
		.map((properties) => ({ properties }));
	entries.push(...OURS);
});

it.each(TYPED)('who types "%s" finds Signaturit among the first three', (typed) => {
	const first = search(typed, entries).slice(0, 3);
	expect(first.some(({ item }) => OURS.includes(item))).toBe(true);
});

// A dozen of n8n's own nodes have these words too, and stand in front by their names alone.
it.each(['approval', 'wait'])('who types "%s" finds Signaturit as good as Gmail', (typed) => {
	const found = search(typed, entries);
	const scoreOf = (displayName: string) =>
		found.find(({ item }) => item.properties.displayName === displayName)?.score;
	expect(scoreOf('Signaturit')).toBeGreaterThan(0);
	expect(scoreOf('Signaturit')).toBe(scoreOf('Gmail'));
});
