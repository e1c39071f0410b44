import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { resources } from '../../../nodes/Signaturit/actions';
import { runNode, storedFile } from '../engine/engine';
import { createParameters, credentialFor, pdfOf } from '../engine/fixtures';
import { localService, type LocalService } from '../engine/localService';
import { allOutputs } from '../previews/outputs';
import { Account } from '../previews/records';

const local = localService();
let server: Server;

/** Three fields that nobody knows. */
const UNKNOWN = {
	sent_by: { user_id: 'u1', last_seen: '2026-03-01T10:00:00+0000' },
	updated_at: '2026-03-01T10:00:00+0000',
	page_count: '7',
};

const withUnknown = (value: unknown): unknown =>
	Array.isArray(value)
		? value.map(withUnknown)
		: typeof value === 'object' && value !== null && Object.keys(value).length > 0
			? { ...value, ...UNKNOWN }
			: value;

/** Passes requests on, and adds the unknown fields to each object and entry of JSON that is answered. */
beforeAll(async () => {
	server = createServer((incoming, response) => {
		const { method, headers, url = '' } = incoming;
		const passedOn = request(local.service.url + url, { method, headers }, (answer) => {
			const { statusCode = 502, headers: given } = answer;
			const chunks: Buffer[] = [];
			answer.on('data', (chunk: Buffer) => chunks.push(chunk));
			answer.once('end', () => {
				const body = Buffer.concat(chunks);
				const isJson = given['content-type']?.includes('json') === true && body.length > 0;
				const sent = isJson ? JSON.stringify(withUnknown(JSON.parse(String(body)))) : body;
				const { 'content-length': _, ...kept } = given;
				response.writeHead(statusCode, kept).end(sent);
			});
		});
		incoming.pipe(passedOn);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
	server.closeAllConnections();
	await new Promise((resolve) => server.close(resolve));
});

const adding = (): LocalService => {
	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	const { service, control } = local;
	return { service, control, credential: credentialFor({ ...service, url }) };
};

const RFC_3339_UTC = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

/** What in a value is not as the items of these resources are written, by its path. */
function faultsIn(value: unknown, path = ''): string[] {
	if (typeof value === 'string') {
		return /^\d{4}-\d\d-\d\dT/.test(value) && !RFC_3339_UTC.test(value)
			? [`${path}: ${value}`]
			: [];
	}
	if (typeof value !== 'object' || value === null) return [];
	return Object.entries(value).flatMap(([key, part]) => {
		const place = `${path}.${key}`;
		if (path === '' && ['data', 'other'].includes(key)) return [];
		if (key === 'other') return [];
		return [...(key.includes('_') ? [place] : []), ...faultsIn(part, place)];
	});
}

const MOST_FIELDS = 10;

/** The resources that speak this language. The others give the answer of the service. */
const SPEAKING = [
	'signature',
	'document',
	'certifiedEmail',
	'certifiedSms',
	'certifiedFile',
].concat(...['template', 'contact', 'embeddedSigning']);

function expectSimple(name: string, items: IDataObject[]): void {
	expect({ [name]: items.flatMap((item) => faultsIn(item)) }).toEqual({ [name]: [] });
	for (const item of items) expect(Object.keys(item).length).toBeLessThanOrEqual(MOST_FIELDS);
}

const hasSimplify = (name: string) => {
	const [resource = '', operation = ''] = name.split('/');
	const { fields = [], options = [] } =
		resources.find(({ value }) => value === resource)?.operations[operation] ?? {};
	return [...fields, ...options].some((field) => field.name === 'simplify');
};

it('the outputs of all operations are in camelCase, with times in UTC, in ten fields at most, whatever the service adds', async () => {
	const service = adding();
	const outputs = await allOutputs(service, new Account(service));
	const names = Object.keys(outputs);
	expect(names.filter(hasSimplify).length).toBeGreaterThan(20);
	for (const name of names) {
		const isSpeaking = SPEAKING.includes(name.split('/')[0] ?? '');
		expect({ [name]: isSpeaking || !hasSimplify(name) }).toEqual({ [name]: true });
		if (isSpeaking) expectSimple(name, outputs[name] ?? []);
		if (name.split('/').length < 2 || !hasSimplify(name)) continue;
		for (const item of outputs[name] ?? []) {
			expect({ [name]: item.other }).toEqual({ [name]: UNKNOWN });
			expect(Object.keys(item)[0]).toMatch(/Id$/);
		}
	}
});

describe('a request that has everything an item tells of', () => {
	const binary = async () => ({
		contract: await storedFile(await pdfOf('A contract'), 'contract.pdf'),
		annex: await storedFile(await pdfOf('An annex'), 'annex.pdf'),
	});

	const run = async (parameters: INodeParameters) => {
		const { items, error } = await runNode({
			parameters: { resource: 'signature', ...parameters },
			credential: adding().credential,
			items: [{ json: {}, binary: await binary() }],
		});
		if (error) throw error;
		return items[0]?.json ?? {};
	};

	it.each(['email', 'url'])('has ten fields at most (Delivery Type %s)', async (deliveryType) => {
		const create = createParameters({
			binaryPropertyNames: 'contract, annex',
			options: {
				deliveryType,
				reference: `contract ${deliveryType}`,
				countEnded: true,
				data: { pair: [{ key: 'crm_id', value: '7' }] },
			},
		});
		const created = await run(create);
		expect(created).toMatchObject({
			fileNames: ['contract.pdf', 'annex.pdf'],
			data: { crm_id: '7' },
			...(deliveryType === 'url' ? { url: expect.any(String) } : { reused: false }),
		});
		const signatureId = { __rl: true, mode: 'id', value: String(created.signatureId) };
		await local.control.settled();
		const reminded = await run({ operation: 'sendReminder', signatureId });
		expect(reminded).toMatchObject({ signatureId: created.signatureId, reminderSent: true });
		await local.control.expire(String(created.signatureId));
		await local.control.settled();
		const got = await run({ operation: 'get', signatureId });
		expect(got).toMatchObject({ outcome: 'expired', status: 'expired' });
		const again = await run(create);
		expect(again).toMatchObject({ signatureId: created.signatureId, reused: true });
		expectSimple('its outputs', [created, reminded, got, again]);
	});
});

it.each(['2026-03-01T10:00:00Z', '2026-03-01T10:00:00+0000'])(
	'a time of an item may be entered as %s',
	async (until) => {
		const { items, error } = await runNode({
			parameters: {
				...{ resource: 'signature', operation: 'count' },
				filters: { until: '={{ $json.createdAt }}' },
			},
			credential: local.credential,
			items: [{ json: { createdAt: until } }],
		});
		expect(error).toBeUndefined();
		expect(items).toMatchObject([{ json: { count: 0 } }]);
	},
);
