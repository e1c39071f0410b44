import { ADA, BEN } from '../../../people';
import { pdfOf } from '../support/pdf';
import { rigForEach } from '../support/rig';
import {
	createSignature,
	eventTypes,
	getSignature,
	postSignature,
	recipients,
	type WireSignature,
} from '../support/wire';

const rig = rigForEach();

describe('POST /v3/signatures.json', () => {
	test('a new signature request has one document in in_queue per signer and file', async () => {
		const bytes = await pdfOf('One', 'Two');
		const { status, data } = await postSignature(
			rig,
			{ ...recipients(ADA, BEN), 'data[crm_id]': '2445' },
			[
				{ field: 'files[0]', name: 'first.pdf', bytes },
				{ field: 'files[1]', name: 'second.pdf', bytes },
			],
		);
		expect(status).toBe(201);
		const signature = data as WireSignature;
		expect(signature.data).toEqual([{ key: 'crm_id', value: '2445' }]);
		expect(signature.documents.map((item) => [item.email, item.file.name])).toEqual([
			[ADA.email, 'first.pdf'],
			[ADA.email, 'second.pdf'],
			[BEN.email, 'first.pdf'],
			[BEN.email, 'second.pdf'],
		]);
		expect(signature.documents[0]).toEqual({
			id: expect.stringMatching(/^[0-9a-f-]{36}$/),
			created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+0000$/),
			email: ADA.email,
			name: ADA.name,
			status: 'in_queue',
			events: [],
			file: { name: 'first.pdf', size: bytes.length },
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

	test.each(['files[0]', 'files[]', 'files[contract.pdf]'])(
		'a new signature request accepts a file as %s',
		async (field) => {
			const bytes = await pdfOf('Hello');
			const { status } = await postSignature(rig, recipients(ADA), [
				{ field, name: 'contract.pdf', bytes },
			]);
			expect(status).toBe(201);
		},
	);

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
			'recipients[0][phone]': '34600000000',
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
			'recipients[0][widgets][0][type]': 'signature',
			'recipients[0][widgets][0][page]': '1',
			'recipients[0][widgets][0][left]': '10',
			'recipients[0][widgets][0][top]': '70.5',
			'recipients[0][widgets][1][type]': 'dcf',
			'recipients[0][widgets][1][page]': '1',
			'recipients[0][widgets][1][left]': '50',
			'recipients[0][widgets][1][top]': '70',
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
		const { data } = await postSignature(rig, { ...recipients(ADA), delivery_type: 'url' });
		expect((data as WireSignature).url).toMatch(new RegExp(`^${rig.service.url}/s/[\\w-]{20,}$`));
		await rig.control.settled();
		expect(await rig.control.outbox()).toEqual([]);
		const { documents } = await getSignature(rig, (data as WireSignature).id);
		expect([documents[0]?.status, eventTypes(documents[0])]).toEqual(['ready', []]);
		const plain = await postSignature(rig, recipients(ADA));
		expect(plain.data).not.toHaveProperty('url');
	});

	test('a new signature request with delivery_type sms sends an SMS of at most 120 characters', async () => {
		const { id } = await createSignature(rig, {
			...recipients(ADA),
			'recipients[0][phone]': '34600000000',
			delivery_type: 'sms',
			body: `Sign {{url}} ${'x'.repeat(200)}`,
		});
		const [message] = await rig.control.outbox();
		expect([message?.channel, message?.to, message?.body.length]).toEqual([
			'sms',
			'34600000000',
			120,
		]);
		expect(eventTypes((await getSignature(rig, id)).documents[0])).toEqual([
			'sms_processed',
			'sms_delivered',
		]);
	});
});

describe('a recipient with a method of its own', () => {
	const SMS = {
		'recipients[0][name]': ADA.name,
		'recipients[0][phone]': '34600000000',
		'recipients[0][method]': 'sms',
	};

	test('gets an SMS with its own text, and needs no email address', async () => {
		const request = await createSignature(rig, { ...SMS, 'recipients[0][body]': 'Sign: {{url}}' });
		expect(await rig.control.outbox()).toMatchObject([
			{ channel: 'sms', to: '34600000000', body: expect.stringMatching(/^Sign: /) as string },
		]);
		const { documents } = await getSignature(rig, request.id);
		expect(documents[0]).not.toHaveProperty('email');
		expect(eventTypes(documents[0])).toEqual(['sms_processed', 'sms_delivered']);
		await rig.http.patch(`/v3/signatures/${request.id}/cancel.json`);
		expect((await rig.control.outbox())[0]).toMatchObject({ channel: 'sms' });
	});

	test('gets an email with its own subject while the others get an SMS', async () => {
		await createSignature(rig, {
			...recipients(ADA),
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
		[
			'an SMS and no phone',
			{ 'recipients[0][name]': ADA.name, 'recipients[0][method]': 'sms' },
			'Invalid recipients[0][phone]',
		],
		[
			'an email and no address',
			{ ...SMS, 'recipients[0][method]': 'email' },
			'Invalid recipient email address',
		],
	])('is refused with %s', async (_, fields, message) => {
		expect(await postSignature(rig, fields)).toMatchObject({ status: 400, data: { message } });
	});
});
