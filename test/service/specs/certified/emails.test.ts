import { ADA, BEN } from '../../../people';
import { pdfOf, wordsIn } from '../support/pdf';
import { rigForEach } from '../support/rig';
import { answer, download, type FilePart, form, recipients } from '../support/wire';

const rig = rigForEach();

interface Certificate {
	id: string;
	email: string;
	status: string;
	events: { type: string }[];
	attachments: { name: string; size: number }[];
}
interface Email {
	id: string;
	created_at: string;
	data: unknown[];
	certificates: Certificate[];
}

const pdf = async (name: string): Promise<FilePart> => ({
	field: `attachments[${name}]`,
	name,
	bytes: await pdfOf('Hello'),
});
const post = async (fields: Record<string, string>, files: FilePart[] = []) =>
	await rig.http.post<Email>('/v3/emails.json', form(fields, files));
const create = async (fields: Record<string, string>, files: FilePart[] = []) => {
	const { status, data } = await post(fields, files);
	expect(status).toBe(201);
	await rig.control.settled();
	return data;
};
const get = async (id: string) => (await rig.http.get<Email>(`/v3/emails/${id}.json`)).data;
const happened = async (id: string) =>
	(await get(id)).certificates[0]?.events.map((event) => event.type);

describe('certified emails', () => {
	test('a certified email has one certificate per recipient, which starts in_queue and is certified on delivery', async () => {
		const created = await create(
			{
				...recipients(ADA, BEN),
				subject: 'Notice',
				body: '<b>Hi</b>',
				'data[case]': '9',
				events_url: `${rig.receiver.url}/hook.json`,
			},
			[await pdf('a.pdf'), { ...(await pdf('b.txt')), bytes: Buffer.from('text') }],
		);
		expect(created).toEqual({
			id: expect.any(String),
			created_at: expect.stringMatching(/\+0000$/),
			data: [{ key: 'case', value: '9' }],
			certificates: [ADA, BEN].map((person) => ({
				...person,
				id: expect.any(String),
				created_at: expect.stringMatching(/\+0000$/),
				status: 'in_queue',
				events: [],
				file: { name: 'a.pdf', pages: 1, size: expect.any(Number) },
				attachments: [
					{ name: 'a.pdf', size: expect.any(Number) },
					{ name: 'b.txt', size: 4 },
				],
			})),
		});
		expect((await get(created.id)).certificates.map((item) => item.status)).toEqual([
			'sent',
			'sent',
		]);
		expect(await happened(created.id)).toEqual([
			'email_processed',
			'email_delivered',
			'certification_completed',
		]);
		const ofAda = rig.receiver.posts.filter(
			({ body }) => (body.certificate as Certificate).email === ADA.email,
		);
		expect(ofAda.map(({ body }) => body.type)).toEqual(await happened(created.id));
		expect(ofAda[0]?.body.certificate).toMatchObject({ id: created.certificates[0]?.id });
	});

	test.each(['recipients[0]', 'recipients[to][0]', 'to[0]'])(
		'a certified email accepts recipients and copies as %s',
		async (at) => {
			await create({
				[`${at}[email]`]: ADA.email,
				[`${at}[name]`]: ADA.name,
				...(at === 'recipients[to][0]'
					? { 'recipients[cc][0][email]': 'c@x.test', 'recipients[bcc][0][email]': 'd@x.test' }
					: { 'cc[0][email]': 'c@x.test', 'bcc[0][email]': 'd@x.test' }),
			});
			expect((await rig.control.outbox())[0]).toMatchObject({
				to: ADA.email,
				copies: { cc: ['c@x.test'], bcc: ['d@x.test'] },
			});
		},
	);

	test('a certified email accepts attachments in the parameter files', async () => {
		const file = { ...(await pdf('a.pdf')), field: 'files[0]' };
		const { certificates } = await create(recipients(ADA), [file]);
		expect(certificates[0]?.attachments).toHaveLength(1);
	});

	test('a certified email of type open_document is certified once one of its PDFs is opened', async () => {
		const files = [await pdf('a.pdf'), await pdf('b.pdf')];
		const { id, certificates } = await create({ ...recipients(ADA), type: 'open_document' }, files);
		const target = { certificateId: certificates[0]?.id ?? '' };
		const trail = `/v3/emails/${id}/certificates/${target.certificateId}/download/audit_trail`;
		expect((await rig.http.get(trail)).status).toBe(404);
		await rig.control.open(target);
		await rig.control.open(target, { attachment: 1, download: true });
		await rig.control.open(target, { attachment: 0 });
		await rig.control.settled();
		expect(await happened(id)).toEqual([
			'email_processed',
			'email_delivered',
			'documents_opened',
			'document_opened',
			'document_downloaded',
			'certification_completed',
		]);
		const { bytes, type } = await download(rig, trail);
		expect(type).toBe('application/pdf');
		expect((await wordsIn(bytes)).join(' ')).toContain('document downloaded');
	});

	test('a certified email of type open_every_document is certified only when all its PDFs are opened', async () => {
		const files = [await pdf('a.pdf'), await pdf('b.pdf')];
		const fields = { ...recipients(ADA), type: 'open_every_document' };
		const { id, certificates } = await create(fields, files);
		const target = { certificateId: certificates[0]?.id ?? '' };
		await rig.control.open(target, { attachment: 0 });
		await rig.control.settled();
		expect(await happened(id)).not.toContain('certification_completed');
		await rig.control.open(target, { attachment: 1 });
		await rig.control.settled();
		expect((await happened(id))?.slice(-3)).toEqual([
			'document_opened',
			'document_opened',
			'certification_completed',
		]);
	});

	test('a bounced certified email gets the status error and posts the reason', async () => {
		const { id, certificates } = await create({
			...recipients(ADA),
			events_url: `${rig.receiver.url}/hook`,
		});
		await rig.control.bounce({ certificateId: certificates[0]?.id ?? '' }, 'full');
		await rig.control.settled();
		expect((await get(id)).certificates[0]?.status).toBe('error');
		expect(rig.receiver.posts.at(-1)?.body).toMatchObject({
			type: 'email_bounced',
			reason: 'full',
		});
	});

	test.each([
		['no recipient', { subject: 'Notice' }, 'Invalid recipient list'],
		['an invalid address', recipients({ ...ADA, email: 'ada' }), 'Invalid recipient email address'],
		[
			'an invalid address in cc',
			{ ...recipients(ADA), 'cc[0][email]': 'x' },
			'Invalid recipient email address',
		],
		[
			'an invalid address in recipients[cc]',
			{
				'recipients[to][0][email]': ADA.email,
				'recipients[to][0][name]': 'A',
				'recipients[cc][0][email]': 'x',
			},
			'Invalid recipient email address',
		],
		['an unknown type', { ...recipients(ADA), type: 'open' }, 'Invalid type'],
		['an unknown parameter', { ...recipients(ADA), subjekt: 'x' }, 'Unknown parameter subjekt'],
		['an invalid events_url', { ...recipients(ADA), events_url: 'x' }, 'Invalid events_url'],
	])('creating a certified email with %s answers 400', async (_what, fields, message) => {
		const response = await post(fields as unknown as Record<string, string>);
		expect(answer(response)).toMatchObject({ status: 400, data: { status_code: 400, message } });
	});

	test('creating a certified email of type open_document with a file that is not a PDF answers 400', async () => {
		const text = { ...(await pdf('a.txt')), bytes: Buffer.from('text') };
		const fields = { ...recipients(ADA), type: 'open_document' };
		expect(answer(await post(fields, [text]))).toMatchObject({
			status: 400,
			data: { message: 'Invalid pdf', error_details: ['a.txt: only PDF files are accepted'] },
		});
	});
});

describe('lists of certified emails', () => {
	const ids = async (query: string) =>
		(await rig.http.get<Email[]>(`/v3/emails.json${query}`)).data.map(({ id }) => id);

	test('certified emails are paged, counted and filtered by status, date and custom data', async () => {
		const seeded = await rig.control.seed({ kind: 'emails', count: 120, spreadDays: 12 });
		await rig.control.seed({ kind: 'sms', count: 3 });
		expect(await ids('')).toEqual(seeded.slice(0, 100));
		expect(await ids('?limit=10&offset=115')).toEqual(seeded.slice(115));
		expect(await ids('?seed=120')).toEqual([seeded[0]]);
		expect(await ids('?status=error')).toEqual([]);
		expect((await rig.http.get('/v3/emails/count.json?status=sent')).data).toEqual({ count: 120 });
		const lastDay = (await get(seeded[0] ?? '')).created_at.slice(0, 10);
		const since = (await rig.http.get<{ count: number }>(`/v3/emails/count.json?since=${lastDay}`))
			.data;
		expect(since.count).toBeGreaterThan(0);
		expect(since.count).toBeLessThan(12);
	});

	test.each([
		['/v3/emails.json?limit=101', 'Invalid limit'],
		['/v3/emails.json?status=completed', 'Invalid status'],
		['/v3/emails/count.json?since=x', 'Invalid since'],
		['/v3/emails/count.json?until=2024-01-01', 'Unknown parameter until'],
	])('GET %s answers 400 "%s"', async (path, message) => {
		expect(answer(await rig.http.get(path))).toMatchObject({ status: 400, data: { message } });
	});

	test('a certified email answers 404 for the id of an SMS, and its audit trail for an unknown id', async () => {
		const [id] = await rig.control.seed({ kind: 'sms', count: 1 });
		expect((await rig.http.get(`/v3/emails/${id}.json`)).status).toBe(404);
		const path = '/v3/emails/none/certificates/none/download/audit_trail';
		expect((await rig.http.get(path)).status).toBe(404);
	});
});
