import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { ADA, CHARLES } from '../../../people';
import { runNode } from '../../engine/engine';
import { createParameters, itemWithPdf, pdfOf, signatureParameters } from '../../engine/fixtures';
import { localService } from '../../engine/localService';

const UNKNOWN = '7a0c4c1e-0000-4000-8000-000000000000';

const local = localService();
let signatureId: string;

beforeEach(async () => {
	const { items } = await runNode({
		parameters: createParameters(),
		credential: local.credential,
		items: [await itemWithPdf('contract.pdf', await pdfOf('A contract'))],
	});
	signatureId = String(items[0]?.json.signatureId);
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

	it("fails with the service's message for a canceled request", async () => {
		await run('cancel');
		const { error } = await run('sendReminder');
		expect(error).toMatchObject({ httpCode: '403', message: 'Documents already signed' });
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
		expect(documentsOf(items[0]?.json).map(({ status }) => status)).toEqual([
			'canceled',
			'canceled',
		]);
	});

	it("fails with the service's message for a request that is not ready", async () => {
		await run('cancel');
		const { error } = await run('cancel');
		expect(error).toMatchObject({
			httpCode: '403',
			message: 'You cannot cancel a non-ready request',
		});
	});
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
		const { items, error } = await run('rename', { name: 'Señor O\'Brien & "Söhne" / 2' });
		expect(error).toBeUndefined();
		expect(await sent()).toEqual([
			{
				method: 'POST',
				path: `/v3/signatures/${signatureId}/name`,
				body: { name: 'Señor O\'Brien & "Söhne" / 2' },
			},
		]);
		expect(items[0]?.json).toEqual({ signatureId, name: 'Señor O\'Brien & "Söhne" / 2' });
	});

	it('rejects a blank name before anything is sent', async () => {
		const { error } = await run('rename', { name: '  ' });
		expect(error?.message).toBe('New Name is empty');
		expect(await sent()).toEqual([]);
	});
});

describe('Generate Audit Trail', () => {
	const path = () => `/v3/signatures/${signatureId}/generate/audit_trail`;

	it('requests the audit trail by POST', async () => {
		await local.control.sign({ signatureId, email: ADA.email });
		await local.control.sign({ signatureId, email: CHARLES.email });
		const { items, error } = await run('generateAuditTrail');
		expect(error).toBeUndefined();
		expect(items[0]?.json).toEqual({ requested: true, signatureId });
		expect(await sent()).toEqual([{ method: 'POST', path: path(), body: undefined }]);
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
});

it.each(['sendReminder', 'cancel', 'delete', 'generateAuditTrail', 'rename'])(
	"%s of an unknown request fails with the service's message",
	async (operation) => {
		const { error } = await run(operation, operation === 'rename' ? { name: 'x' } : {}, UNKNOWN);
		expect(error).toMatchObject({ httpCode: '404' });
		expect(error?.message).toMatch(/not found/i);
	},
);
