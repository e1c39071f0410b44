import { ADA, BEN } from '../../../people';
import { pdfOf } from '../support/pdf';
import { rigForEach } from '../support/rig';
import {
	answer,
	createSignature,
	documentStatuses,
	firstEvents,
	form,
	getSignature,
	pdfFile,
	PHONE,
	postSignature,
	recipients,
	refusal,
	type WireSignature,
	widgetsOf,
} from '../support/wire';

const rig = rigForEach();

describe('POST /v3/signatures.json', () => {
	test('a new signature request has one document in in_queue per signer and file', async () => {
		const bytes = await pdfOf('One', 'Two');
		const files = [pdfFile(bytes, 0), pdfFile(bytes, 1)];
		const fields = { ...recipients(ADA, BEN), 'data[crm_id]': '2445' };
		const { status, data } = await postSignature(rig, fields, files);
		expect(status).toBe(201);
		const signature = data as WireSignature;
		expect(signature.data).toEqual([{ key: 'crm_id', value: '2445' }]);
		expect(signature.documents.map((item) => [item.email, item.file.name])).toEqual([
			[ADA.email, '0.pdf'],
			[ADA.email, '1.pdf'],
			[BEN.email, '0.pdf'],
			[BEN.email, '1.pdf'],
		]);
		expect(signature.documents[0]).toEqual({
			id: expect.stringMatching(/^[0-9a-f-]{36}$/),
			created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+0000$/),
			email: ADA.email,
			name: ADA.name,
			status: 'in_queue',
			events: [],
			file: { name: '0.pdf', size: bytes.length },
		});
		const later = (await getSignature(rig, signature.id)).documents[0];
		expect(later?.file.pages).toBe(2);
	});

	test('a creation answers 200 when creationsAnswer200 is on, and 201 again when it is off', async () => {
		await rig.control.settings({ creationsAnswer200: true });
		expect((await postSignature(rig, recipients(ADA))).status).toBe(200);
		expect((await rig.http.post('/v3/contacts.json', ADA)).status).toBe(200);
		await rig.control.settings({ creationsAnswer200: false });
		expect((await postSignature(rig, recipients(ADA))).status).toBe(201);
	});

	test('a new signature request accepts urlencoded and JSON bodies and every spelling of booleans', async () => {
		const fields = { 'templates[0]': '#NDA', ...recipients(ADA) };
		const urlencoded = await rig.http.post('/v3/signatures.json', new URLSearchParams(fields));
		expect(urlencoded.status).toBe(201);
		for (const value of [true, 1, '1', 'True', 'true', false, 0, '', 'False']) {
			const json = await rig.http.post('/v3/signatures.json', {
				templates: ['#NDA'],
				recipients: [{ ...ADA, phone: '34600000000', sms_code: value }],
			});
			expect([value, json.status]).toEqual([value, 201]);
		}
	});

	test('a new signature request accepts every documented parameter', async () => {
		const { status } = await postSignature(rig, {
			...recipients(ADA, BEN),
			...PHONE,
			'recipients[0][type]': 'signer',
			'recipients[0][require_sms_validation]': '1',
			'recipients[0][sms_code]': '1',
			'recipients[0][sign_with_digital_certificate_file]': '1',
			'recipients[0][digital_certificate_name]': 'ada.p12',
			'recipients[0][require_photo]': '1',
			'recipients[0][require_photo_id][0]': '1',
			'recipients[0][require_file_attachment][0][type]': 'passport',
			'recipients[0][require_file_attachment][1][type]': 'other',
			'recipients[0][require_file_attachment][1][description]': 'Pay slip',
			...widgetsOf([
				{ type: 'signature', page: '1', left: '10', top: '70.5' },
				{ type: 'dcf', page: '1', left: '50', top: '70' },
			]),
			'recipients[1][type]': 'validator',
			'cc[0][email]': 'cc@example.com',
			'cc[0][name]': 'Copy',
			body: '<p>Please</p>',
			branding_id: 'b1',
			callback_url: 'https://example.com/done',
			'data[key]': 'v'.repeat(64),
			delivery_type: 'email',
			events_url: `${rig.receiver.url}/events`,
			expire_time: '365',
			name: 'Contract',
			'reminders[0]': '3',
			'reminders[1]': '5',
			reply_to: 'office@example.com',
			signing_mode: 'parallel',
			subject: 'Sign',
			type: 'smart',
		});
		expect(status).toBe(201);
	});

	test('a new signature request with delivery_type url sends nothing and answers one url', async () => {
		const { id, url } = await createSignature(rig, { delivery_type: 'url' });
		expect(url).toMatch(new RegExp(`^${rig.service.url}/s/[\\w-]{20,}$`));
		expect(await rig.control.outbox()).toEqual([]);
		expect(await documentStatuses(rig, id)).toEqual(['ready']);
		expect(await firstEvents(rig, id)).toEqual([]);
		expect(await createSignature(rig)).not.toHaveProperty('url');
	});

	test('a new signature request with delivery_type sms sends an SMS of at most 120 characters', async () => {
		const body = `Sign {{url}} ${'x'.repeat(200)}`;
		const { id } = await createSignature(rig, { ...PHONE, delivery_type: 'sms', body });
		const [message] = await rig.control.outbox();
		expect(message).toMatchObject({ channel: 'sms', to: '34600000000' });
		expect(message?.body).toHaveLength(120);
		expect(await firstEvents(rig, id)).toEqual(['sms_processed', 'sms_delivered']);
	});
});

describe('a recipient with a method of its own', () => {
	const SMS = { 'recipients[0][name]': ADA.name, 'recipients[0][method]': 'sms' };

	test('gets an SMS with its own text, and needs no email address', async () => {
		const fields = { ...SMS, ...PHONE, 'recipients[0][body]': 'Sign: {{url}}' };
		const { id } = (await postSignature(rig, fields)).data as WireSignature;
		await rig.control.settled();
		expect(await rig.control.outbox()).toMatchObject([
			{ channel: 'sms', to: '34600000000', body: expect.stringMatching(/^Sign: /) as string },
		]);
		expect((await getSignature(rig, id)).documents[0]).not.toHaveProperty('email');
		expect(await firstEvents(rig, id)).toEqual(['sms_processed', 'sms_delivered']);
		await rig.http.patch(`/v3/signatures/${id}/cancel.json`);
		expect((await rig.control.outbox())[0]).toMatchObject({ channel: 'sms' });
	});

	test('gets an email with its own subject while the others get an SMS', async () => {
		await createSignature(rig, {
			'recipients[0][method]': 'email',
			'recipients[0][subject]': 'For Ada only',
			'recipients[1][name]': BEN.name,
			'recipients[1][phone]': '34611111111',
			delivery_type: 'sms',
			signing_mode: 'parallel',
		});
		const sent = await rig.control.outbox();
		expect(sent.map(({ channel, to }) => [channel, to]).sort()).toEqual([
			['email', ADA.email],
			['sms', '34611111111'],
		]);
		expect(sent.find(({ channel }) => channel === 'email')?.subject).toBe('For Ada only');
	});

	test.each([
		['an SMS and no phone', SMS, 'Invalid recipients[0][phone]'],
		[
			'an email and no address',
			{ ...SMS, ...PHONE, 'recipients[0][method]': 'email' },
			'Invalid recipient email address',
		],
	])('is refused with %s', async (_, fields, message) => {
		expect(await postSignature(rig, fields)).toMatchObject({ status: 400, data: { message } });
	});
});

describe('refusals of POST /v3/signatures.json', () => {
	type Fields = Record<string, string>;

	async function expectRefusal(fields: Fields, message: string): Promise<void> {
		expect(await postSignature(rig, fields)).toMatchObject(refusal(message));
		expect(await rig.http.get('/v3/signatures/count.json')).toMatchObject({ data: { count: 0 } });
	}

	test.each([
		['expire_time', ''],
		['expire_time', '0'],
		['expire_time', '366'],
		['delivery_type', ''],
		['delivery_type', 'fax'],
		['events_url', ''],
		['events_url', 'here'],
		['reply_to', ''],
		['reply_to', 'x'],
		['signing_mode', 'both'],
		['type', 'qualified'],
		['reminders[0]', '-1'],
		['data[k]', 'v'.repeat(65)],
		['recipients[0][type]', 'reader'],
		['recipients[0][phone]', ''],
		['recipients[0][phone]', '+34600000000'],
		['recipients[0][require_photo]', '-1'],
		['recipients[0][require_file_attachment][0][type]', 'selfie'],
		['recipients[0][digital_certificate_name]', 'ada.pem'],
	])('a request whose %s is "%s" answers 400 and is not created', async (name, value) => {
		await expectRefusal({ ...recipients(ADA), [name]: value }, `Invalid ${name}`);
	});

	test.each<[string, Fields, string]>([
		['no recipient', {}, 'recipient list'],
		['recipients that are not a list', { recipients: 'ada' }, 'recipient list'],
		[
			'recipients with names in the place of indices',
			{ 'recipients[a][email]': ADA.email, 'recipients[a][name]': ADA.name },
			'recipient list',
		],
		['no name of a recipient', { 'recipients[0][email]': ADA.email }, 'recipients[0][name]'],
	])('a request with %s answers 400 and is not created', async (_what, fields, wrong) => {
		await expectRefusal(fields, `Invalid ${wrong}`);
	});

	test.each([
		['delivery_type', 'sms', 'recipients[0][phone]'],
		['recipients[0][require_sms_validation]', '1', 'recipients[0][phone]'],
		['recipients[0][sms_code]', 'true', 'recipients[0][phone]'],
		[
			'recipients[0][require_file_attachment][0][type]',
			'other',
			'recipients[0][require_file_attachment][0][description]',
		],
		['recipients[0][sign_with_digital_certificate_file]', '1', 'recipients[0][widgets]'],
	])('a request whose %s is "%s" answers 400 without %s', async (name, value, missing) => {
		await expectRefusal({ ...recipients(ADA), [name]: value }, `Invalid ${missing}`);
	});

	test.each([
		['is sent by SMS without {{url}}', { ...PHONE, delivery_type: 'sms', body: 'Sign' }, 'body'],
		[
			'has an object in the place of a boolean',
			{ 'recipients[0][sms_code][constructor]': 'x' },
			'recipients[0][sms_code]',
		],
	])('a request that %s answers 400 and is not created', async (_, fields, name) => {
		await expectRefusal({ ...recipients(ADA), ...fields }, `Invalid ${name}`);
	});

	test.each(['subject', 'body', 'recipients[0][body]'])(
		'a request with a web address in %s answers 400 and is not created',
		async (name) => {
			const fields = { ...recipients(ADA), [name]: 'See www.example.com' };
			await expectRefusal(fields, 'URLs are not allowed in the body');
		},
	);

	// An early SDK called the name of a recipient `fullname`.
	test('a request with a recipient who has a fullname and no name answers 400 to the fullname', async () => {
		const recipient = {
			'recipients[0][email]': ADA.email,
			'recipients[0][fullname]': ADA.name,
		};
		await expectRefusal(recipient, 'Unknown parameter recipients[0][fullname]');
	});

	test.each(['subjet', 'recipients[0][fone]'])(
		'a request with the unknown parameter %s answers 400, unless allowUnknownParameters is on',
		async (name) => {
			const fields = { ...recipients(ADA), [name]: 'x' };
			await expectRefusal(fields, `Unknown parameter ${name}`);
			await rig.control.settings({ allowUnknownParameters: true });
			expect((await postSignature(rig, fields)).status).toBe(201);
		},
	);

	test('an invalid recipient address answers the documented 400', async () => {
		expect(await postSignature(rig, recipients({ ...ADA, email: 'ada@' }))).toEqual({
			status: 400,
			data: {
				status_code: 400,
				message: 'Invalid recipient email address',
				error_details: { 'invalid email': 'ada@' },
			},
		});
	});

	test('a file that is not PDF, DOC or DOCX by its content answers the documented 400', async () => {
		const post = async (...texts: string[]) =>
			await postSignature(
				rig,
				recipients(ADA),
				texts.map((text, index) => pdfFile(Buffer.from(text), index)),
			);
		expect(await post('Just text')).toEqual({
			status: 400,
			data: {
				status_code: 400,
				message: 'Invalid pdf',
				error_details: ['0.pdf: only PDF, DOC and DOCX files are accepted'],
			},
		});
		expect(await post('%PDF-1.7 nothing')).toMatchObject({ data: { message: 'Invalid pdf' } });
		expect(await post()).toMatchObject({ data: { message: 'Invalid files' } });
	});

	test('a file of exactly 15 MB is accepted and a larger one answers 400', async () => {
		const limit = 15 * 1024 * 1024;
		const sized = async (size: number) => {
			const pdf = await pdfOf('Hello');
			const bytes = Buffer.concat([pdf, Buffer.alloc(size - pdf.length, '\n')]);
			return await postSignature(rig, recipients(ADA), [pdfFile(bytes, 0)]);
		};
		expect(await sized(limit + 1)).toMatchObject(refusal('Invalid file size'));
		expect((await sized(limit)).status).toBe(201);
	});

	test('a form that ends within a file answers 400', async () => {
		const body = form(recipients(ADA), [pdfFile(await pdfOf('Hello'), 0)]);
		const cut = body.getBuffer().subarray(0, -200);
		const headers = body.getHeaders();
		const response = await rig.http.post('/v3/signatures.json', cut, { headers });
		expect(answer(response)).toMatchObject(refusal('Invalid multipart body'));
	});
});
