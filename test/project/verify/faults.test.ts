import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ICredentialType, INodeType } from 'n8n-workflow';
import { SignaturitApi } from '../../../credentials/SignaturitApi.credentials';
import action from '../../../nodes/Signaturit/Signaturit.node.json';
import { Signaturit } from '../../../nodes/Signaturit/Signaturit.node';
import trigger from '../../../nodes/Signaturit/SignaturitTrigger.node.json';
import { SignaturitTrigger } from '../../../nodes/Signaturit/SignaturitTrigger.node';
import manifest from '../../../package.json';
import { codexFaults, credentialFaults, iconFaults, packageFaults } from './faults';

const node = new Signaturit();
const nodes = [node, new SignaturitTrigger()];

describe('a codex', () => {
	const faults = (change: object) =>
		codexFaults({ ...action, ...change }, node, manifest.name).join();

	it.each([
		[action, node],
		[trigger, new SignaturitTrigger()],
	])('of the package is without a fault', (codex, its: INodeType) => {
		expect(codexFaults(codex, its, manifest.name)).toEqual([]);
	});

	it.each([
		[{ subcategories: { HITL: ['Human in the Loop'] } }, 'subcategories'],
		[{ categories: ['Communication', 'HITL'] }, 'categories.1'],
		[{ categories: [] }, 'categories'],
		[{ alias: ['sign', 'DocuSign'] }, "alias.1: is another vendor's name"],
		[{ node: 'n8n-nodes-base.signaturit' }, 'node'],
		[{ nodeVersion: '2.0' }, 'nodeVersion'],
		[{ codexVersion: '2.0' }, 'codexVersion'],
		[{ resources: {} }, 'resources.primaryDocumentation'],
	])('with %j has a fault', (change, said) => {
		expect(faults(change)).toContain(said);
	});
});

describe('a package', () => {
	const code = 'require("n8n-workflow"); import("node:crypto");';

	it('that takes only n8n-workflow and the cryptography of Node is without a fault', () => {
		expect(packageFaults(manifest, code)).toEqual([]);
	});

	it.each([
		['dependencies', { got: '14.0.0' }],
		['optionalDependencies', { got: '14.0.0' }],
		['bundleDependencies', ['got']],
		['bundledDependencies', ['got']],
	])('with %s has a fault', (field, value) => {
		expect(packageFaults({ ...manifest, [field]: value }, code).join()).toContain(field);
	});

	it('whose code takes another package has a fault', () => {
		expect(packageFaults(manifest, `${code} require("luxon")`)).toEqual([
			'The code takes "luxon" from n8n',
		]);
	});
});

describe('an icon', () => {
	const icon = (name: string) => readFileSync(join(__dirname, '../../../icons', name), 'utf8');
	const whole = icon('signaturit.svg');

	it.each(['signaturit.svg', 'signaturit.dark.svg'])('%s is without a fault', (name) => {
		expect(iconFaults(icon(name))).toEqual([]);
	});

	it.each([
		['empty', ''],
		['cut off', whole.slice(0, -10)],
		['cut off inside a tag', whole.slice(0, 200)],
		['closed in the wrong order', whole.replace('<path', '<g><path')],
		['not square', whole.replace('0 0 60 60', '0 0 60 40')],
		['a page that says that there is none', '<!doctype html><p>Not found'],
	])('that is %s has a fault', (_, svg) => {
		expect(iconFaults(svg)).not.toEqual([]);
	});
});

describe('a credential', () => {
	const credential = new SignaturitApi();
	const faults = (change: Partial<ICredentialType>, users: INodeType[] = nodes) =>
		credentialFaults({ ...credential, ...change }, users);

	it('of the package is without a fault', () => {
		expect(faults({})).toEqual([]);
	});

	it('that no node uses has faults', () => {
		expect(faults({}, [])).toEqual(['no node uses it', 'nothing tests it']);
	});

	it('whose test does not exist has a fault', () => {
		const untested = { ...node, methods: {} };
		expect(faults({}, [untested])).toEqual(['nothing tests it']);
	});

	it('without a page about it has a fault', () => {
		expect(faults({ documentationUrl: undefined })).toEqual(['has no documentation']);
	});

	it('that shows its token has a fault', () => {
		const properties = credential.properties.map((field) => ({ ...field, typeOptions: undefined }));
		expect(faults({ properties })).toEqual(['shows the secret accessToken']);
	});
});
