import { ADA, CHARLES } from '../../../people';
import { runNode } from '../../engine/engine';
import { byId, createParameters, itemWithPdf, pdfOf } from '../../engine/fixtures';
import { localService } from '../../engine/localService';

const local = localService();
let ids: { signatureId: string; documentIds: string[] };

beforeEach(async () => {
	const { items } = await runNode({
		parameters: createParameters({
			binaryPropertyNames: 'data',
			recipients: { recipient: [ADA, CHARLES] },
		}),
		credential: local.credential,
		items: [await itemWithPdf('contract.pdf', await pdfOf('A contract'))],
	});
	ids = items[0]?.json as typeof ids;
	await local.control.settled();
});

const requests = async () =>
	(await local.control.requests())
		.filter(({ path }) => path.includes('generate'))
		.map(({ method, path }) => `${method} ${path}`);

const run = async (resource: string, operation: string) => {
	await local.control.clearRequests();
	return await runNode({
		parameters: {
			resource,
			operation,
			signatureId: byId(ids.signatureId),
			documentId: byId(ids.documentIds[0] ?? ''),
		},
		credential: local.credential,
	});
};

const whole = () => `/v3/signatures/${ids.signatureId}/generate/audit_trail`;
const ofOne = (documentId = '') =>
	`/v3/signatures/${ids.signatureId}/documents/${documentId}/generate/audit_trail`;

describe('Generate Audit Trail', () => {
	it.each([
		[
			'of a request',
			'signature',
			'generateAuditTrail',
			() => [whole(), ...ids.documentIds.map(ofOne)],
		],
		[
			'of a document',
			'document',
			'generateDocumentTrail',
			() => [ofOne(ids.documentIds[0]), whole()],
		],
	])('asks the other address after a 404: %s', async (_, resource, operation, paths) => {
		const [first = '', ...others] = paths();
		await local.control.faults.add({ kind: 'status', status: 404, path: first });
		const { items, error } = await run(resource, operation);
		expect(error).toBeUndefined();
		expect(items[0]?.json).toMatchObject({ signatureId: ids.signatureId, requested: true });
		expect(await requests()).toEqual([first, ...others].map((path) => `POST ${path}`));
	});

	it('asks for nothing else when the request has no such document', async () => {
		ids.documentIds = ['29109781-e42d-11e4-b4b2-0680ffff0000'];
		const { error } = await run('document', 'generateDocumentTrail');
		expect(error?.httpCode).toBe('404');
		expect(await requests()).toEqual([`POST ${ofOne(ids.documentIds[0])}`]);
	});

	it('shows the first error when nobody knows the request', async () => {
		await local.control.faults.add({ kind: 'status', status: 404, times: 9 });
		const { error } = await run('document', 'generateDocumentTrail');
		expect(error?.httpCode).toBe('404');
	});
});
