import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { resources } from '../../../nodes/Signaturit/actions';
import { ADA } from '../../people';
import { Description } from '../../service/description/description';
import { runNode } from '../engine/engine';
import { createParameters, documentIdsIn, itemWithPdf, pdfOf } from '../engine/fixtures';
import { localService } from '../engine/localService';
import { accountRows } from './resources/endpointRows';
import { declared, idParameters, pathWith, type Ids } from './declared';
import { people, sendingRows } from './endpointRows';
/** Every endpoint that the action node calls. */
const rows = [...sendingRows, ...accountRows];

/** Operations that call several endpoints, or none. */
const composed = [
	'signature:sendAndWait',
	'signature:getEvidencePack',
	'signature:getEmbeddedSigningPage',
	'signature:getSigningLinks',
];

/** What docs/openapi.yaml describes beyond that: what is asked for after a 405, and what only official SDKs have. */
const withoutOperation = [
	'GET /v3/contacts/count.json',
	'GET /v3/event-hooks/{}/retry',
	'GET /v3/signatures/{}/generate/audit_trail',
];

const withoutNames = (endpoint: string) => endpoint.replace(/\{\w+\}/g, '{}');

describe('the action node', () => {
	const local = localService();
	let ids: Record<string, Ids>;

	beforeAll(async () => {
		ids = await createEverything();
	});

	const run = async (operation: string, parameters: INodeParameters): Promise<IDataObject> => {
		const [resource = '', name = ''] = operation.split(':');
		const { items, error } = await runNode({
			parameters: {
				binaryPropertyNames: operation === 'signature:create' ? 'data' : '',
				binaryPropertyName: 'data',
				...parameters,
				resource,
				operation: name,
			},
			credential: local.credential,
			items: [await itemWithPdf('contract.pdf', await pdfOf('A contract'))],
		});
		if (error) throw error;
		return items[0]?.json ?? {};
	};

	/** Creates one of everything that the endpoints need; the ids of each by the names of their fields. */
	async function createEverything(): Promise<Record<string, Ids>> {
		const create = async (changes: INodeParameters = {}) => {
			const created = await run(
				'signature:create',
				createParameters({ recipients: people, ...changes }),
			);
			const [documentId = ''] = documentIdsIn(created);
			return { signatureId: String(created.signatureId), documentId };
		};
		const certified = async (operation: string, field: string, parameters: INodeParameters) => {
			const created = await run(operation, { recipients: people, body: 'B', ...parameters });
			const [certificate] = created.certificates as IDataObject[];
			const id = String(created.certifiedEmailId ?? created.certifiedSmsId);
			return { [field]: id, certificateId: String(certificate?.certificateId) };
		};
		const open = await create();
		const completed = await create({
			options: { json: { recipientsJson: [{ ...ADA, require_file_attachment: 1 }] } },
		});
		const texted = await create({ options: { smsBody: 'Sign: [url]', deliveryType: 'sms' } });
		const bounced = await create();
		await local.control.settled();
		await local.control.sign({ signatureId: completed.signatureId, email: ADA.email });
		await local.control.bounce({ documentId: bounced.documentId });
		const email = await certified('certifiedEmail:createEmail', 'emailId', {
			subject: 'S',
		});
		const sms = await certified('certifiedSms:createSms', 'smsId', { type: 'delivery' });
		const file = { fileId: String((await run('certifiedFile:upload', {})).certifiedFileId) };
		const [eventHookId = ''] = await local.control.seed({ kind: 'event_hooks', count: 1 });
		const [brandingId = ''] = await local.control.seed({ kind: 'brandings', count: 1 });
		const [contactId = ''] = await local.control.seed({ kind: 'contacts', count: 1 });
		const [subscriptionId = ''] = await local.control.seed({ kind: 'subscriptions', count: 1 });
		const member = { email: ADA.email, role: 'member' };
		const seat = { userId: String((await run('team:inviteUser', member)).id) };
		const group = String((await run('team:createGroup', { name: 'Founders' })).id);
		await local.control.settled();
		const only = {
			...email,
			...sms,
			...file,
			...{ eventHookId, brandingId, contactId, subscriptionId },
			...seat,
			deviceId: 'd1',
			seatId: seat.userId,
			groupId: group,
		};
		return { open: { ...only, ...open }, completed, texted, bounced, email, sms };
	}

	it('has one operation for each endpoint in the table, the composed ones and no others', () => {
		const names = [...rows.map(({ operation }) => operation), ...composed];
		const offered = resources.flatMap(({ value, operations }) =>
			Object.keys(operations).map((key) => `${value}:${key}`),
		);
		expect(names.sort()).toEqual(offered.sort());
		expect(new Set(rows.map(({ endpoint }) => endpoint)).size).toBe(rows.length);
	});

	it('has an operation for every endpoint that docs/openapi.yaml describes', () => {
		const described = new Description().operations.map(({ method, path }) =>
			withoutNames(`${method.toUpperCase()} ${path}`),
		);
		const called = rows.map(({ endpoint }) => withoutNames(endpoint));
		expect([...called, ...withoutOperation].sort()).toEqual(described.sort());
		expect(described.length).toBeGreaterThanOrEqual(69);
	});

	it('declares for plain operations the endpoints in the table', () => {
		const inTable = new Map(rows.map(({ operation, endpoint }) => [operation, endpoint]));
		expect(declared.map(({ name, endpoint }) => [name, endpoint])).toEqual(
			declared.map(({ name }) => [name, inTable.get(name)]),
		);
	});

	it.each(rows)(
		'$operation calls $endpoint as documented',
		async ({ endpoint, besides = '', operation, about = 'open', ...row }) => {
			const known = ids[about] ?? {};
			await local.control.clearRequests();
			await run(operation, { ...idParameters(endpoint + besides, known), ...row.parameters });
			const [method, path] = [endpoint.split(' ')[0], pathWith(endpoint, known)];
			// Some look before they change something.
			const request = (await local.control.requests()).find((each) => each.method === method);
			expect(request).toMatchObject({ method, path });
			expect(request?.query).toEqual(row.query ?? {});
			if (row.body) expect(request?.body).toMatchObject(row.body);
			else expect(request?.body ?? {}).toEqual({});
		},
	);
});
