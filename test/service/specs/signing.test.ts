import { PDFDocument } from '@cantoo/pdf-lib';

import { benchForEach, create, get, recipients, types } from './harness';

const b = benchForEach();

const LIFE = [
	'email_processed',
	'email_delivered',
	'document_opened',
	'document_signed',
	'document_completed',
	'audit_trail_completed',
];

const postedTypes = () => b.receiver.posts.map(({ body }) => body.type);

describe('signing', () => {
	test('signing by the only signer posts every event once, in order, as JSON to a .json path', async () => {
		const { id } = await create(b, {
			...recipients('ana@example.com'),
			events_url: `${b.receiver.url}/hook.json?ref=1`,
		});
		await b.control.sign({ signatureId: id, email: 'ana@example.com' });
		await b.control.settled();

		const [document] = (await get(b, id)).documents;
		expect(document?.status).toBe('completed');
		expect(types(document)).toEqual(LIFE);
		expect(postedTypes()).toEqual(LIFE);
		expect(b.receiver.posts[0]?.headers['content-type']).toBe('application/json');
		expect(b.receiver.posts[3]?.body).toEqual({
			created_at: document?.events[3]?.created_at,
			type: 'document_signed',
			document: {
				...document,
				status: 'signing',
				events: document?.events.slice(0, 4),
				signature: { id },
			},
		});
	});

	test('in sequential mode the next signer gets the document after the one before has signed', async () => {
		const { id } = await create(b, recipients('ana@example.com', 'ben@example.com'));
		const before = await get(b, id);
		expect(before.documents.map((item) => [item.email, item.status])).toEqual([
			['ana@example.com', 'ready'],
			['ben@example.com', 'in_queue'],
		]);
		await b.control.sign({ signatureId: id, email: 'ana@example.com' });
		await b.control.sign({ signatureId: id, email: 'ben@example.com' });
		await b.control.settled();
		const after = await get(b, id);
		expect(after.documents.map((item) => item.status)).toEqual(['completed', 'completed']);
	});

	test('in parallel mode every signer gets the request at once', async () => {
		const { id } = await create(b, {
			...recipients('ana@example.com', 'ben@example.com'),
			signing_mode: 'parallel',
		});
		const { documents } = await get(b, id);
		expect(documents.map((item) => item.status)).toEqual(['ready', 'ready']);
	});

	test('the signed PDF can be downloaded once completed, the audit trail once it is made', async () => {
		const { id, documents } = await create(b, recipients('ana@example.com'));
		const base = `/v3/signatures/${id}/documents/${documents[0]?.id}/download`;
		expect((await b.http.get(`${base}/signed`)).data).toEqual({
			status_code: 404,
			message: 'Signed document not found',
		});

		await b.control.settings({ hold: ['audit_trail'] });
		await b.control.sign({ documentId: documents[0]?.id ?? '' });
		await b.control.settled();
		const signed = await b.http.get<Buffer>(`${base}/signed`, { responseType: 'arraybuffer' });
		expect(signed.headers['content-type']).toBe('application/pdf');
		expect((await PDFDocument.load(signed.data)).getPageCount()).toBe(2);
		expect((await b.http.get(`${base}/audit_trail`)).status).toBe(404);

		await b.control.settings({ hold: [] });
		await b.control.settled();
		const trail = await b.http.get<Buffer>(`${base}/audit_trail`, { responseType: 'arraybuffer' });
		expect((await PDFDocument.load(trail.data)).getPageCount()).toBe(1);
	});
});
