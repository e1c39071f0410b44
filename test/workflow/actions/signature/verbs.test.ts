import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { ADA, CHARLES } from '../../../people';
import { runNode } from '../../engine/engine';
import {
	createSignature,
	documentParameters,
	documentsIn,
	recipients,
	signatureParameters,
} from '../../engine/fixtures';
import { localService } from '../../engine/localService';
import { answer, scriptedServer } from '../../engine/scriptedServer';

const UNKNOWN = '7a0c4c1e-0000-4000-8000-000000000000';

const local = localService();
const server = scriptedServer();
let signatureId: string;
let documentIds: string[];

beforeEach(async () => {
	const { id, documents } = await createSignature(local, recipients(ADA, CHARLES));
	signatureId = id;
	documentIds = documents.map((document) => document.id);
	await local.control.settled();
	await local.control.clearRequests();
});

const run = async (operation: string, parameters: INodeParameters = {}, id = signatureId) =>
	await runNode({
		parameters: signatureParameters(operation, id, parameters),
		credential: local.credential,
	});

const sent = async () =>
	(await local.control.requests()).map(({ method, path, body }) => ({ method, path, body }));

const documentsOf = (json: IDataObject | undefined) => json?.documents as IDataObject[];

describe('Send Reminder', () => {
	it("sends one reminder and returns the service's answer", async () => {
		const { items, error } = await run('sendReminder', { options: { simplify: false } });
		expect(error).toBeUndefined();
		expect(await sent()).toEqual([
			{ method: 'POST', path: `/v3/signatures/${signatureId}/reminder.json`, body: undefined },
		]);
		expect(items).toHaveLength(1);
		expect(items[0]?.json.id).toBe(signatureId);
		const [document] = documentsOf(items[0]?.json);
		expect((document?.events as IDataObject[]).map(({ type }) => type)).toContain(
			'reminder_email_processed',
		);
	});

	it('is not repeated when the connection breaks', async () => {
		await local.control.faults.add({ kind: 'reset_after', path: '/reminder.json' });
		const { error } = await run('sendReminder');
		expect(error?.message).toMatch(/^It is unknown whether the reminder was sent\./);
		expect(await sent()).toHaveLength(1);
	});
});

describe('Cancel', () => {
	it.each([
		['The terms have changed: año & "more"', { reason: 'The terms have changed: año & "more"' }],
		['', {}],
		['  ', {}],
	])('cancels the request with the reason "%s"', async (reason, body) => {
		const { items, error } = await run('cancel', { reason });
		expect(error).toBeUndefined();
		expect(await sent()).toEqual([
			{ method: 'PATCH', path: `/v3/signatures/${signatureId}/cancel.json`, body },
		]);
		expect(documentsIn(items[0]?.json).map(({ status }) => status)).toEqual([
			'canceled',
			'canceled',
		]);
	});
});

it.each([
	['sendReminder', 'Documents already signed'],
	['cancel', 'You cannot cancel a non-ready request'],
])("%s fails with the service's message for a request that is not ready", async (name, message) => {
	await run('cancel');
	const { error } = await run(name);
	expect(error).toMatchObject({ httpCode: '403' });
	expect(error?.description).toMatch(`Signaturit answered: ${message}`);
});

describe('Delete', () => {
	it('deletes a canceled request and returns its id', async () => {
		await run('cancel');
		const { items, error } = await run('delete');
		expect(error).toBeUndefined();
		expect(items).toEqual([{ json: { signatureId, deleted: true }, pairedItem: { item: 0 } }]);
		expect((await sent()).at(-1)).toMatchObject({
			method: 'DELETE',
			path: `/v3/signatures/${signatureId}`,
		});
		expect((await run('get')).error).toMatchObject({ httpCode: '404' });
	});

	it('does not delete a request in progress', async () => {
		const { error, items } = await run('delete');
		expect(error?.httpCode).toMatch(/^4\d\d$/);
		expect(items).toEqual([]);
		expect((await run('get')).error).toBeUndefined();
	});
});

describe('Rename', () => {
	it('sends the new name and returns the id', async () => {
		const name = 'Señor O\'Brien & "Söhne" / 2';
		const { items, error } = await run('rename', { name });
		expect(error).toBeUndefined();
		expect(await sent()).toEqual([
			{ method: 'POST', path: `/v3/signatures/${signatureId}/name`, body: { name } },
		]);
		expect(items[0]?.json).toEqual({ signatureId, name });
	});

	it('rejects a blank name before anything is sent', async () => {
		const { error } = await run('rename', { name: '  ' });
		expect(error?.message).toBe('New Name is empty');
		expect(await sent()).toEqual([]);
	});

	it.each([
		[{ id: 's1', name: 'Contract 7 (2)' }, 'Contract 7 (2)'],
		[{ id: 's1' }, 'Contract 7'],
	])(
		'gives out the name that the answer has, or else the one that was sent: %j',
		async (body, name) => {
			server.answers = [answer(200, JSON.stringify(body))];
			const { items } = await runNode({
				parameters: signatureParameters('rename', 's1', { name: 'Contract 7' }),
				credential: server.credential,
			});
			expect(items[0]?.json).toEqual({ signatureId: 's1', name });
		},
	);
});

describe('Generate Audit Trail', () => {
	const whole = () => `/v3/signatures/${signatureId}/generate/audit_trail`;
	const ofOne = (documentId = '') =>
		`/v3/signatures/${signatureId}/documents/${documentId}/generate/audit_trail`;

	it('requests the audit trail by POST', async () => {
		await local.control.sign({ signatureId, email: ADA.email });
		await local.control.sign({ signatureId, email: CHARLES.email });
		const { items, error } = await run('generateAuditTrail');
		expect(error).toBeUndefined();
		expect(items[0]?.json).toEqual({ requested: true, signatureId });
		expect(await sent()).toEqual([{ method: 'POST', path: whole(), body: undefined }]);
	});

	it('requests the audit trail by GET when the service answers 405 to POST', async () => {
		await local.control.faults.add({ kind: 'status', status: 405, method: 'POST' });
		const { items, error } = await run('generateAuditTrail');
		expect(error).toBeUndefined();
		expect(items[0]?.json).toEqual({ requested: true, signatureId });
		expect((await sent()).map(({ method }) => method)).toEqual(['POST', 'GET']);
	});

	it('makes no second request after 500', async () => {
		await local.control.faults.add({ kind: 'status', status: 500, method: 'POST' });
		expect((await run('generateAuditTrail')).error?.httpCode).toBe('500');
		expect(await sent()).toHaveLength(1);
	});

	const runFor = async (resource: string, documentId = documentIds[0] ?? '') =>
		resource === 'document'
			? await runNode({
					parameters: documentParameters('generateDocumentTrail', signatureId, documentId),
					credential: local.credential,
				})
			: await run('generateAuditTrail');
	const generations = async () =>
		(await sent())
			.filter(({ path }) => path.includes('generate'))
			.map(({ method, path }) => `${method} ${path}`);

	it.each([
		['signature', () => [whole(), ...documentIds.map(ofOne)]],
		['document', () => [ofOne(documentIds[0]), whole()]],
	])('asks the other address after a 404: %s', async (resource, paths) => {
		const [first = '', ...others] = paths();
		await local.control.faults.add({ kind: 'status', status: 404, path: first });
		const { items, error } = await runFor(resource);
		expect(error).toBeUndefined();
		expect(items[0]?.json).toMatchObject({ signatureId, requested: true });
		expect(await generations()).toEqual([first, ...others].map((path) => `POST ${path}`));
	});

	it('asks for nothing else when the request has no such document', async () => {
		const { error } = await runFor('document', UNKNOWN);
		expect(error?.httpCode).toBe('404');
		expect(await generations()).toEqual([`POST ${ofOne(UNKNOWN)}`]);
	});

	it('shows the first error when nobody knows the request', async () => {
		await local.control.faults.add({ kind: 'status', status: 404, times: 9 });
		const { error } = await runFor('document');
		expect(error?.httpCode).toBe('404');
	});
});

describe('an operation on a request', () => {
	it.each(['get', 'sendReminder', 'cancel', 'delete', 'generateAuditTrail', 'rename'])(
		"fails with the service's message for an unknown id: %s",
		async (operation) => {
			const { error } = await run(operation, operation === 'rename' ? { name: 'x' } : {}, UNKNOWN);
			expect(error).toMatchObject({ httpCode: '404' });
			expect(`${error?.message}\n${error?.description}`).toMatch(/not found/i);
		},
	);

	const NO_ID = /^The field "Signature Request" does not hold an ID: /;

	it.each([
		['  ', /^The field "Signature Request" is empty$/],
		['..', NO_ID],
		['../subscriptions', NO_ID],
		['={{ $json }}', NO_ID],
		['={{ [$json] }}', NO_ID],
		['={{ String($json) }}', NO_ID],
	])('is not asked for when the id is %j', async (id, message) => {
		for (const operation of ['get', 'delete']) {
			const { error } = await run(operation, {}, id);
			expect(error?.message).toMatch(message);
		}
		expect(await sent()).toEqual([]);
	});
});
