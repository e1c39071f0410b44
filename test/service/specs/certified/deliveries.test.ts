import { ADA, BEN } from '../../../people';
import { pdfOf, wordsIn } from '../support/pdf';
import { rigForEach } from '../support/rig';
import {
	answer,
	download,
	form,
	notFound,
	recipients,
	refusal,
	type FilePart,
} from '../support/wire';

const rig = rigForEach();

type Fields = Record<string, string>;

interface Delivery {
	id: string;
	created_at: string;
	certificates: {
		id: string;
		email?: string;
		status: string;
		events: { type: string }[];
		attachments: object[];
	}[];
}

const PERSON = { 'recipients[0][name]': ADA.name, 'recipients[0][phone]': '34600000000' };
const OPENED = ['documents_opened', 'document_opened'];

const pdf = async (name: string): Promise<FilePart> => ({
	field: `attachments[${name}]`,
	name,
	bytes: await pdfOf('Hello'),
});
const post = async (kind: 'emails' | 'sms', fields: Fields, files: FilePart[] = []) =>
	await rig.http.post<Delivery>(`/v3/${kind}.json`, form(fields, files));
const create = async (...sent: Parameters<typeof post>) => {
	const { status, data } = await post(...sent);
	expect(status).toBe(201);
	await rig.control.settled();
	return data;
};
/** The first certificate of an email or SMS, with the types of its events. */
async function certificateOf(kind: 'emails' | 'sms', id: string) {
	const { certificates } = (await rig.http.get<Delivery>(`/v3/${kind}/${id}.json`)).data;
	const [first] = certificates;
	return { status: first?.status, happened: first?.events.map(({ type }) => type) };
}
const ids = async (kind: 'emails' | 'sms', query: string) =>
	(await rig.http.get<Delivery[]>(`/v3/${kind}.json${query}`)).data.map(({ id }) => id);

describe('certified emails', () => {
	test('a certified email has one certificate per recipient, which starts in_queue and is certified on delivery', async () => {
		const created = await create(
			'emails',
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
		const later = (await rig.http.get<Delivery>(`/v3/emails/${created.id}.json`)).data;
		expect(later.certificates.map((item) => item.status)).toEqual(['sent', 'sent']);
		const { happened } = await certificateOf('emails', created.id);
		expect(happened).toEqual(['email_processed', 'email_delivered', 'certification_completed']);
		const ofAda = rig.receiver.posts.filter(
			({ body }) => (body.certificate as { email: string }).email === ADA.email,
		);
		expect(ofAda.map(({ body }) => body.type)).toEqual(happened);
		expect(ofAda[0]?.body.certificate).toMatchObject({ id: created.certificates[0]?.id });
	});

	test.each(['recipients[0]', 'recipients[to][0]', 'to[0]'])(
		'a certified email accepts recipients and copies as %s',
		async (at) => {
			await create('emails', {
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
		const { certificates } = await create('emails', recipients(ADA), [file]);
		expect(certificates[0]?.attachments).toHaveLength(1);
	});

	test('a certified email of type open_document is certified once one of its PDFs is opened', async () => {
		const files = [await pdf('a.pdf'), await pdf('b.pdf')];
		const { id, certificates } = await create(
			'emails',
			{ ...recipients(ADA), type: 'open_document' },
			files,
		);
		const target = { certificateId: certificates[0]?.id ?? '' };
		const trail = `/v3/emails/${id}/certificates/${target.certificateId}/download/audit_trail`;
		expect((await rig.http.get(trail)).status).toBe(404);
		await rig.control.open(target);
		await rig.control.open(target, { attachment: 1, download: true });
		await rig.control.open(target, { attachment: 0 });
		await rig.control.settled();
		expect((await certificateOf('emails', id)).happened).toEqual([
			'email_processed',
			'email_delivered',
			...OPENED,
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
		const { id, certificates } = await create('emails', fields, files);
		const target = { certificateId: certificates[0]?.id ?? '' };
		await rig.control.open(target, { attachment: 0 });
		await rig.control.settled();
		const { happened } = await certificateOf('emails', id);
		expect(happened).not.toContain('certification_completed');
		await rig.control.open(target, { attachment: 1 });
		await rig.control.settled();
		expect((await certificateOf('emails', id)).happened?.slice(-3)).toEqual([
			'document_opened',
			'document_opened',
			'certification_completed',
		]);
	});

	test('a bounced certified email gets the status error and posts the reason', async () => {
		const { id, certificates } = await create('emails', {
			...recipients(ADA),
			events_url: `${rig.receiver.url}/hook`,
		});
		await rig.control.bounce({ certificateId: certificates[0]?.id ?? '' }, 'full');
		await rig.control.settled();
		expect((await certificateOf('emails', id)).status).toBe('error');
		expect(rig.receiver.posts.at(-1)?.body).toMatchObject({
			type: 'email_bounced',
			reason: 'full',
		});
	});

	const WRONG_ADDRESS = 'Invalid recipient email address';
	const TO_ADA = recipients(ADA);

	test.each<[string, Fields, string]>([
		['no recipient', { subject: 'Notice' }, 'Invalid recipient list'],
		['an invalid address', recipients({ ...ADA, email: 'ada' }), WRONG_ADDRESS],
		['an invalid address in cc', { ...TO_ADA, 'cc[0][email]': 'x' }, WRONG_ADDRESS],
		[
			'an invalid address in recipients[cc]',
			{
				'recipients[to][0][email]': ADA.email,
				'recipients[to][0][name]': 'A',
				'recipients[cc][0][email]': 'x',
			},
			WRONG_ADDRESS,
		],
		['an unknown type', { ...TO_ADA, type: 'open' }, 'Invalid type'],
		['an unknown parameter', { ...TO_ADA, subjekt: 'x' }, 'Unknown parameter subjekt'],
		['an invalid events_url', { ...TO_ADA, events_url: 'x' }, 'Invalid events_url'],
	])('creating a certified email with %s answers 400', async (_what, fields, message) => {
		expect(answer(await post('emails', fields))).toMatchObject(refusal(message));
	});

	test('creating a certified email of type open_document with a file that is not a PDF answers 400', async () => {
		const text = { ...(await pdf('a.txt')), bytes: Buffer.from('text') };
		const fields = { ...recipients(ADA), type: 'open_document' };
		expect(answer(await post('emails', fields, [text]))).toMatchObject({
			status: 400,
			data: { message: 'Invalid pdf', error_details: ['a.txt: only PDF files are accepted'] },
		});
	});
});

describe('lists of certified emails', () => {
	test('certified emails are paged, counted and filtered by status, date and custom data', async () => {
		const seeded = await rig.control.seed({ kind: 'emails', count: 120, spreadDays: 12 });
		await rig.control.seed({ kind: 'sms', count: 3 });
		expect(await ids('emails', '')).toEqual(seeded.slice(0, 100));
		expect(await ids('emails', '?limit=10&offset=115')).toEqual(seeded.slice(115));
		expect(await ids('emails', '?seed=120')).toEqual([seeded[0]]);
		expect(await ids('emails', '?status=error')).toEqual([]);
		const count = async (query: string) =>
			(await rig.http.get<{ count: number }>(`/v3/emails/count.json${query}`)).data;
		expect(await count('?status=sent')).toEqual({ count: 120 });
		const newest = (await rig.http.get<Delivery>(`/v3/emails/${seeded[0]}.json`)).data;
		const since = await count(`?since=${newest.created_at.slice(0, 10)}`);
		expect(since.count).toBeGreaterThan(0);
		expect(since.count).toBeLessThan(12);
	});

	test.each([
		['/v3/emails.json?limit=101', 'Invalid limit'],
		['/v3/emails.json?status=completed', 'Invalid status'],
		['/v3/emails/count.json?since=x', 'Invalid since'],
		['/v3/emails/count.json?until=2024-01-01', 'Unknown parameter until'],
		['/v3/sms.json?limit=101', 'Invalid limit'],
	])('GET %s answers 400 "%s"', async (path, message) => {
		expect(answer(await rig.http.get(path))).toMatchObject(refusal(message));
	});

	test('a certified email answers 404 for the id of an SMS, and its audit trail for an unknown id', async () => {
		const [id] = await rig.control.seed({ kind: 'sms', count: 1 });
		expect((await rig.http.get(`/v3/emails/${id}.json`)).status).toBe(404);
		const path = '/v3/emails/none/certificates/none/download/audit_trail';
		expect((await rig.http.get(path)).status).toBe(404);
	});
});

describe('certified SMS', () => {
	test('a certified SMS is sent and certified, and its event posts have the phone', async () => {
		const { status, data } = await post('sms', {
			...PERSON,
			body: 'Your contract ends',
			events_url: `${rig.receiver.url}/hook`,
			'data[case]': '9',
		});
		expect(status).toBe(201);
		expect(data).toEqual({
			id: expect.any(String),
			created_at: expect.stringMatching(/\+0000$/),
			data: [{ key: 'case', value: '9' }],
			certificates: [
				{
					id: expect.any(String),
					created_at: expect.stringMatching(/\+0000$/),
					phone: '34600000000',
					name: ADA.name,
					status: 'in_queue',
					events: [],
				},
			],
		});
		await rig.control.settled();
		expect(await certificateOf('sms', data.id)).toEqual({
			status: 'sent',
			happened: ['sms_processed', 'sms_delivered', 'certification_completed'],
		});
		expect(rig.receiver.posts[0]?.body).toMatchObject({
			type: 'sms_processed',
			certificate: { phone: '34600000000' },
		});
		const certificate = `/v3/sms/${data.id}/certificates/${data.certificates[0]?.id}`;
		const trail = await download(rig, `${certificate}/download/audit_trail`);
		expect(trail.type).toBe('application/pdf');
	});

	test('a certified SMS of type open_document is certified once its PDF is opened', async () => {
		const fields = { ...PERSON, body: 'Read it', type: 'open_document' };
		const { id, certificates } = await create('sms', fields, [await pdf('a.pdf')]);
		await rig.control.open({ certificateId: certificates[0]?.id ?? '' }, { attachment: 0 });
		await rig.control.settled();
		expect((await certificateOf('sms', id)).happened).toEqual([
			'sms_processed',
			'sms_delivered',
			...OPENED,
			'certification_completed',
		]);
	});

	test('sms_status answers the status and the phone number, and 404 while nothing was sent', async () => {
		await rig.control.settings({ hold: ['processing'] });
		const { data } = await post('sms', { ...PERSON, body: 'Your contract ends' });
		const path = `/v3/sms/${data.id}/certificates/${data.certificates[0]?.id}/sms_status.json`;
		expect(answer(await rig.http.get(path))).toEqual(notFound('SMS status'));
		await rig.control.settings({ hold: [] });
		await rig.control.settled();
		expect(answer(await rig.http.get(path))).toEqual({
			status: 200,
			data: { sms_status: 'delivered', phone_number: '34600000000' },
		});
		const others = [
			path.replace(/certificates\/[^/]+/, 'certificates/none'),
			path.replace(data.id, 'x'),
		];
		for (const other of others) expect((await rig.http.get(other)).status).toBe(404);
	});

	test.each<[string, Fields, string]>([
		['no recipient', { body: 'Hi' }, 'Invalid recipient list'],
		['a body of 121 characters', { ...PERSON, body: 'x'.repeat(121) }, 'Invalid body'],
		[
			'a phone with a plus sign',
			{ ...PERSON, 'recipients[0][phone]': '+34600000000', body: 'Hi' },
			'Invalid recipients[0][phone]',
		],
		['an unknown parameter', { ...PERSON, subject: 'x' }, 'Unknown parameter subject'],
	])('creating a certified SMS with %s answers 400', async (_what, fields, message) => {
		expect(answer(await post('sms', fields))).toMatchObject(refusal(message));
	});

	test('a certified SMS may have attachments with the type delivery, none with another, and no name', async () => {
		await create('sms', { ...PERSON, body: 'Hi' }, [await pdf('a.pdf')]);
		await create('sms', { ...PERSON, type: 'open_document' });
		await create('sms', { 'recipients[0][phone]': '600000000' });
	});

	test('certified SMS are listed, counted and read', async () => {
		const seeded = await rig.control.seed({ kind: 'sms', count: 105 });
		expect(await ids('sms', '?offset=100')).toEqual(seeded.slice(100));
		const count = async (status: string) =>
			(await rig.http.get(`/v3/sms/count.json?status=${status}`)).data as unknown;
		expect(await count('sent')).toEqual({ count: 105 });
		expect(await count('error')).toEqual({ count: 0 });
		expect(answer(await rig.http.get('/v3/sms/none.json'))).toEqual(notFound('SMS'));
	});

	test('certified SMS are listed by custom data, unless they are to have none in answers', async () => {
		await rig.control.seed({ kind: 'sms', count: 3 });
		await create('sms', { ...PERSON, body: 'Hi', 'data[crm]': '1' });
		const found = async () => (await rig.http.get<Delivery[]>('/v3/sms.json?crm=1')).data;
		expect(await found()).toMatchObject([{ data: [{ key: 'crm', value: '1' }] }]);
		await rig.control.settings({ smsWithoutData: true });
		expect((await found()).map((sms) => Object.keys(sms))).toEqual(
			Array(4).fill(['id', 'created_at', 'certificates']),
		);
	});
});
