import { runNode } from '../engine/engine';
import { byId, documentParameters } from '../engine/fixtures';
import { answer, scriptedServer } from '../engine/scriptedServer';
import { operationNamed } from './operationNamed';

const server = scriptedServer();
const NOT_FOUND = answer(404, '{"message":"Not found"}');

const json = (body: object) => answer(200, JSON.stringify(body));

/** Refuses a download, and then answers what it is about. */
const refuse = (refusal: (typeof server.answers)[number], body: object) => {
	server.answers = [refusal, json(body)];
};

const download = async (parameters = documentParameters('downloadSigned', 's1', 'd1')) =>
	await runNode({ parameters, credential: server.credential });

const request = (id: string, ...documents: object[]) => ({ id, documents });
const ready = { id: 'd1', status: 'ready', events: [] };

describe('a download that is refused', () => {
	it('reads the request once, and says the status of its document', async () => {
		refuse(NOT_FOUND, request('s1', { ...ready, id: 'd0', status: 'completed' }, ready));
		const { error, items } = await download();
		expect(error).toMatchObject({
			message:
				'The signed PDF is not available: the document is "Ready", so nobody has signed it yet',
			httpCode: '404',
			context: { itemIndex: 0 },
		});
		expect(error?.description).toContain('Signaturit answered: Not found');
		expect(items).toEqual([]);
		expect(server.received.map(({ url }) => url)).toEqual([
			'/v3/signatures/s1/documents/d1/download/signed',
			'/v3/signatures/s1.json',
		]);
	});

	it('says the status of the document when the answer is empty', async () => {
		refuse(answer(204), request('s1', ready));
		const { error } = await download();
		expect(error?.message).toContain('the document is "Ready"');
		expect(error?.description).toContain('Signaturit answered without a PDF file');
	});

	it('says that a declined document has no audit trail until one is generated', async () => {
		refuse(NOT_FOUND, request('s1', { ...ready, status: 'declined' }));
		const { error } = await download(documentParameters('downloadAuditTrail', 's1', 'd1'));
		expect(error?.message).toContain('the document is "Declined"');
		expect(error?.description).toMatch(/^The operation Generate Audit Trail makes one\. /);
	});

	it.each([
		['certifiedEmail', 'emailId', '/v3/emails/'],
		['certifiedSms', 'smsId', '/v3/sms/'],
	])('says the status of the certificate (%s)', async (resource, locator, path) => {
		refuse(NOT_FOUND, { id: 'm1', certificates: [{ id: 'c1', status: 'in_queue', events: [] }] });
		const { error } = await download({
			resource,
			operation: operationNamed(resource, 'Download Audit Trail'),
			[locator]: byId('m1'),
			certificateId: byId('c1'),
		});
		expect(error?.message).toContain('the certificate is "In Queue"');
		expect(error?.description).toContain('certification_completed (Certification Completed)');
		expect(server.received.map(({ url }) => url)).toEqual([
			`${path}m1/certificates/c1/download/audit_trail`,
			`${path}m1.json`,
		]);
	});

	it.each([
		['has no such document', request('s1', { ...ready, id: 'd2' })],
		['is another one', request('s2', ready)],
		['has documents in another form', { id: 's1', documents: [{ id: 5 }] }],
		['has a document that should have the file', request('s1', { ...ready, status: 'completed' })],
		['is refused', { status_code: 403, message: 'No' }],
	])('keeps the words of the service when the request %s', async (_, body) => {
		refuse(NOT_FOUND, body);
		const { error } = await download();
		expect(error).toMatchObject({ message: 'Not found', httpCode: '404' });
	});

	it.each([401, 402, 410, 500])('does not read the request after status %d', async (status) => {
		server.answers = [answer(status, '{"message":"Words"}')];
		expect((await download()).error?.message).toBe('Words');
		expect(server.received).toHaveLength(1);
	});
});
