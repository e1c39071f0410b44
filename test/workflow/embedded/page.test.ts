import type { IDataObject, INodeParameters } from 'n8n-workflow';
import {
	isValidToken,
	keepSecret,
	workflowSecret,
} from '../../../nodes/Signaturit/embedded/reports';
import { register } from '../../../nodes/Signaturit/events/registration';
import { bytesOf, runNode, startEngine, stopEngine, type NodeResult } from '../engine/engine';

const WORKFLOW = 'workflow-1';
const URL_OF_TRIGGER = 'http://n8n.test/webhook/hook-1/embedded';
const ACCESS_TOKEN = 't0ken-of-the-account';

beforeAll(() => startEngine());
afterAll(stopEngine);

function addTrigger(staticData: IDataObject, nodeId: string): void {
	register(staticData, nodeId, {
		workflowId: WORKFLOW,
		nodeName: `Trigger ${nodeId}`,
		url: URL_OF_TRIGGER,
		use: 'embedded',
	});
}

/** Static data as an active trigger for embedded signing writes it. */
function staticDataOfTrigger(): IDataObject {
	const staticData: IDataObject = {};
	keepSecret(staticData, WORKFLOW);
	addTrigger(staticData, 'node-1');
	return staticData;
}

const run = async (
	changes: INodeParameters = {},
	staticData = staticDataOfTrigger(),
	environment = 'custom',
) =>
	await runNode({
		parameters: {
			resource: 'signature',
			operation: 'getEmbeddedSigningPage',
			signatureId: { __rl: true, mode: 'id', value: '={{ $json.id }}' },
			signingUrl: '={{ $json.url }}',
			reports: 'trigger',
			options: {},
			...changes,
		},
		credential: { environment, accessToken: ACCESS_TOKEN, baseUrl: 'http://127.0.0.1:1' },
		items: [{ json: { id: 'sig-1', url: 'http://127.0.0.1:1/sign/abc' } }],
		staticData,
	});

const htmlOf = ({ items }: NodeResult) => String(items[0]?.json.html);

function settingsOf(html: string) {
	const [, json = ''] = /id="settings">(.*?)<\/script>/s.exec(html) ?? [];
	return JSON.parse(json) as { origin: string; report?: { url: string; token: string } };
}

describe('Get Embedded Signing Page', () => {
	it('returns a page whose token is valid for its own request only, for 30 days', async () => {
		const staticData = staticDataOfTrigger();
		const result = await run({}, staticData);
		expect(result.error).toBeUndefined();
		expect(result.items).toEqual([
			{
				json: { signatureId: 'sig-1', html: expect.any(String) },
				pairedItem: { item: 0 },
			},
		]);
		const { origin, report } = settingsOf(htmlOf(result));
		expect(origin).toBe('http://127.0.0.1:1');
		expect(report?.url).toBe(URL_OF_TRIGGER);
		const secret = workflowSecret(staticData, WORKFLOW) ?? '';
		const now = Math.floor(Date.now() / 1000);
		const day = 24 * 3600;
		const isValid = (signatureId: string, days: number) =>
			isValidToken(report?.token ?? '', { secret, signatureId, now: now + days * day });
		expect([isValid('sig-1', 29), isValid('sig-1', 31), isValid('sig-2', 0)]).toEqual([
			true,
			false,
			false,
		]);
		expect(htmlOf(result)).not.toContain(secret);
		expect(htmlOf(result)).not.toContain(ACCESS_TOKEN);
	});

	it.each([
		['sandbox', 'https://sign-app.sandbox.signaturit.com'],
		['production', 'https://sign-app.signaturit.com'],
	])(
		'accepts messages from the signing page of the environment %s',
		async (environment, origin) => {
			const result = await run({}, staticDataOfTrigger(), environment);
			expect(settingsOf(htmlOf(result)).origin).toBe(origin);
		},
	);

	it('also returns the page as a file when a binary field is named', async () => {
		const result = await run({ options: { binaryPropertyName: 'page' } });
		const file = result.items[0]?.binary?.page;
		expect(file).toMatchObject({ fileName: 'signing-page.html', mimeType: 'text/html' });
		expect((await bytesOf(file)).toString()).toBe(htmlOf(result));
	});

	it('uses the title, the language, the callback URL and the texts that are entered', async () => {
		const html = htmlOf(
			await run({
				options: {
					title: 'Contrato',
					language: 'es',
					callbackUrl: 'https://example.com/gracias',
					texts: { text: [{ when: 'loading', text: 'Cargando' }] },
				},
			}),
		);
		expect(html).toContain('<html lang="es">');
		expect(html).toContain('<h1>Contrato</h1>');
		expect(html).toContain('Cargando</p>');
		expect(html).toContain('frame-src http://127.0.0.1:1 https://example.com;');
	});

	it('returns a page that does not report when reports are turned off', async () => {
		const result = await run({ reports: 'none' }, {});
		expect(settingsOf(htmlOf(result)).report).toBeUndefined();
	});

	it('fails when no trigger for embedded signing is active', async () => {
		const forEvents: IDataObject = {};
		register(forEvents, 'node-1', { workflowId: WORKFLOW, nodeName: 'Trigger', url: 'http://x' });
		const withoutSecret: IDataObject = {};
		addTrigger(withoutSecret, 'node-1');
		for (const staticData of [{}, forEvents, withoutSecret]) {
			const { error } = await run({}, staticData);
			expect(error?.message).toBe(
				'This workflow has no published Signaturit Trigger for embedded signing',
			);
			expect(error?.description).toContain('publish the workflow');
			// On workers of n8n 2.41.
			expect(error?.description).toContain('n8n hides it from this run');
		}
	});

	it('fails with their names when two triggers for embedded signing are active', async () => {
		const staticData = staticDataOfTrigger();
		addTrigger(staticData, 'node-2');
		const { error } = await run({}, staticData);
		expect(error?.message).toContain('more than one published Signaturit Trigger');
		expect(error?.description).toContain('"Trigger node-1", "Trigger node-2"');
	});

	it('fails when the signing URL is empty', async () => {
		const { error } = await run({ signingUrl: '={{ $json.nothing }}' });
		expect(error?.message).toContain('Signing URL is empty');
	});
});
