import { ADA } from '../../../people';
import { pdfOf } from '../support/pdf';
import { rigForEach } from '../support/rig';
import { answer, download, type FilePart, form } from '../support/wire';

const rig = rigForEach();

interface Sms {
	id: string;
	certificates: { id: string; phone: string; status: string; events: { type: string }[] }[];
}

const PERSON = { 'recipients[0][name]': ADA.name, 'recipients[0][phone]': '34600000000' };
const post = async (fields: Record<string, string>, files: FilePart[] = []) =>
	await rig.http.post<Sms>('/v3/sms.json', form(fields, files));
const get = async (id: string) => (await rig.http.get<Sms>(`/v3/sms/${id}.json`)).data;

describe('certified SMS', () => {
	test('a certified SMS is sent and certified, and its event posts have the phone', async () => {
		const { status, data } = await post({
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
		const [certificate] = (await get(data.id)).certificates;
		expect(certificate?.status).toBe('sent');
		expect(certificate?.events.map(({ type }) => type)).toEqual([
			'sms_processed',
			'sms_delivered',
			'certification_completed',
		]);
		expect(rig.receiver.posts[0]?.body).toMatchObject({
			type: 'sms_processed',
			certificate: { phone: '34600000000' },
		});
		const trail = `/v3/sms/${data.id}/certificates/${certificate?.id}/download/audit_trail`;
		expect((await download(rig, trail)).type).toBe('application/pdf');
	});

	test('a certified SMS of type open_document is certified once its PDF is opened', async () => {
		const file = { field: 'attachments[0]', name: 'a.pdf', bytes: await pdfOf('Hello') };
		const { data } = await post({ ...PERSON, body: 'Read it', type: 'open_document' }, [file]);
		await rig.control.settled();
		const certificateId = data.certificates[0]?.id ?? '';
		await rig.control.open({ certificateId }, { attachment: 0 });
		await rig.control.settled();
		expect((await get(data.id)).certificates[0]?.events.map(({ type }) => type)).toEqual([
			'sms_processed',
			'sms_delivered',
			'documents_opened',
			'document_opened',
			'certification_completed',
		]);
	});

	test('sms_status answers the status and the phone number, and 404 while nothing was sent', async () => {
		await rig.control.settings({ hold: ['processing'] });
		const { data } = await post({ ...PERSON, body: 'Your contract ends' });
		const path = `/v3/sms/${data.id}/certificates/${data.certificates[0]?.id}/sms_status.json`;
		expect(answer(await rig.http.get(path))).toEqual({
			status: 404,
			data: { status_code: 404, message: 'SMS status not found' },
		});
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

	test.each([
		['no recipient', { body: 'Hi' }, 'Invalid recipient list'],
		['a body of 121 characters', { ...PERSON, body: 'x'.repeat(121) }, 'Invalid body'],
		[
			'a phone with a plus sign',
			{ ...PERSON, 'recipients[0][phone]': '+34600000000', body: 'Hi' },
			'Invalid recipients[0][phone]',
		],
		['an unknown parameter', { ...PERSON, body: 'Hi', subject: 'x' }, 'Unknown parameter subject'],
	])('creating a certified SMS with %s answers 400', async (_what, fields, message) => {
		const response = await post(fields as unknown as Record<string, string>);
		expect(answer(response)).toMatchObject({ status: 400, data: { status_code: 400, message } });
	});

	test('a certified SMS may have attachments with the type delivery, none with another, and no name', async () => {
		const file = { field: 'attachments[0]', name: 'a.pdf', bytes: await pdfOf('Hello') };
		expect((await post({ ...PERSON, body: 'Hi' }, [file])).status).toBe(201);
		expect((await post({ ...PERSON, type: 'open_document' })).status).toBe(201);
		expect((await post({ 'recipients[0][phone]': '600000000' })).status).toBe(201);
	});

	test('certified SMS are listed, counted and read, and invalid queries answer 400', async () => {
		const seeded = await rig.control.seed({ kind: 'sms', count: 105 });
		const list = (await rig.http.get<Sms[]>('/v3/sms.json?offset=100')).data;
		expect(list.map(({ id }) => id)).toEqual(seeded.slice(100));
		expect((await rig.http.get('/v3/sms/count.json?status=sent')).data).toEqual({ count: 105 });
		expect((await rig.http.get('/v3/sms/count.json?status=error')).data).toEqual({ count: 0 });
		expect((await rig.http.get('/v3/sms.json?limit=101')).status).toBe(400);
		expect((await rig.http.get('/v3/sms/none.json')).data).toEqual({
			status_code: 404,
			message: 'SMS not found',
		});
	});

	test('certified SMS are listed by custom data, unless they are to have none in answers', async () => {
		await rig.control.seed({ kind: 'sms', count: 3 });
		await post({ ...PERSON, body: 'Hi', 'data[crm]': '1' });
		const found = async () => (await rig.http.get<Sms[]>('/v3/sms.json?crm=1')).data;
		expect(await found()).toMatchObject([{ data: [{ key: 'crm', value: '1' }] }]);
		await rig.control.settings({ smsWithoutData: true });
		expect((await found()).map((sms) => Object.keys(sms))).toEqual(
			Array(4).fill(['id', 'created_at', 'certificates']),
		);
	});
});
