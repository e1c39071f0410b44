import { ADA } from '../../../people';
import { pdfOf } from '../support/pdf';
import { rigForEach } from '../support/rig';
import { answer, form, postSignature, recipients } from '../support/wire';

const rig = rigForEach();

describe('refusals of POST /v3/signatures.json', () => {
	const refusals: [string, Record<string, string>, string][] = [
		['no recipient', {}, 'Invalid recipient list'],
		['recipients that are not a list', { recipients: 'ada' }, 'Invalid recipient list'],
		[
			'recipients with names in the place of indices',
			{ 'recipients[a][email]': ADA.email, 'recipients[a][name]': ADA.name },
			'Invalid recipient list',
		],
		[
			'a recipient without a name',
			{ 'recipients[0][email]': ADA.email },
			'Invalid recipients[0][name]',
		],
		['an unknown parameter', { ...recipients(ADA), subjet: 'x' }, 'Unknown parameter subjet'],
		[
			'an unknown recipient field',
			{ ...recipients(ADA), 'recipients[0][fone]': '1' },
			'Unknown parameter recipients[0][fone]',
		],
		[
			'the name of a recipient as an early SDK called it',
			{ 'recipients[0][email]': ADA.email, 'recipients[0][fullname]': ADA.name },
			'Unknown parameter recipients[0][fullname]',
		],
		...['expire_time', 'delivery_type', 'events_url', 'reply_to', 'recipients[0][phone]'].map(
			(name): [string, Record<string, string>, string] => [
				`an empty text for ${name}`,
				{ ...recipients(ADA), [name]: '' },
				`Invalid ${name}`,
			],
		),
		[
			'delivery_type sms and no phone',
			{ ...recipients(ADA), delivery_type: 'sms' },
			'Invalid recipients[0][phone]',
		],
		[
			'a phone with a plus sign',
			{ ...recipients(ADA), 'recipients[0][phone]': '+34600000000' },
			'Invalid recipients[0][phone]',
		],
		[
			'SMS validation and no phone',
			{ ...recipients(ADA), 'recipients[0][require_sms_validation]': '1' },
			'Invalid recipients[0][phone]',
		],
		[
			'an SMS code and no phone',
			{ ...recipients(ADA), 'recipients[0][sms_code]': 'true' },
			'Invalid recipients[0][phone]',
		],
		[
			'an SMS body without {{url}}',
			{
				...recipients(ADA),
				'recipients[0][phone]': '34600000000',
				delivery_type: 'sms',
				body: 'Please sign',
			},
			'Invalid body',
		],
		...['subject', 'body', 'recipients[0][body]'].map(
			(name): [string, Record<string, string>, string] => [
				`a web address in ${name}`,
				{ ...recipients(ADA), [name]: 'See www.example.com' },
				'URLs are not allowed in the body',
			],
		),
		[
			'an object in the place of a boolean',
			{ ...recipients(ADA), 'recipients[0][sms_code][constructor]': 'x' },
			'Invalid recipients[0][sms_code]',
		],
		['expire_time 0', { ...recipients(ADA), expire_time: '0' }, 'Invalid expire_time'],
		['expire_time 366', { ...recipients(ADA), expire_time: '366' }, 'Invalid expire_time'],
		['a negative reminder', { ...recipients(ADA), 'reminders[0]': '-1' }, 'Invalid reminders[0]'],
		[
			'an unknown signing_mode',
			{ ...recipients(ADA), signing_mode: 'both' },
			'Invalid signing_mode',
		],
		[
			'an unknown delivery_type',
			{ ...recipients(ADA), delivery_type: 'fax' },
			'Invalid delivery_type',
		],
		['an unknown type', { ...recipients(ADA), type: 'qualified' }, 'Invalid type'],
		['an invalid events_url', { ...recipients(ADA), events_url: 'here' }, 'Invalid events_url'],
		['an invalid reply_to', { ...recipients(ADA), reply_to: 'x' }, 'Invalid reply_to'],
		[
			'a data value of 65 characters',
			{ ...recipients(ADA), 'data[k]': 'v'.repeat(65) },
			'Invalid data[k]',
		],
		[
			'an unknown recipient type',
			{ ...recipients(ADA), 'recipients[0][type]': 'reader' },
			'Invalid recipients[0][type]',
		],
		[
			'an attachment of type other and no description',
			{ ...recipients(ADA), 'recipients[0][require_file_attachment][0][type]': 'other' },
			'Invalid recipients[0][require_file_attachment][0][description]',
		],
		[
			'an unknown attachment type',
			{ ...recipients(ADA), 'recipients[0][require_file_attachment][0][type]': 'selfie' },
			'Invalid recipients[0][require_file_attachment][0][type]',
		],
		[
			'a negative number of photos',
			{ ...recipients(ADA), 'recipients[0][require_photo]': '-1' },
			'Invalid recipients[0][require_photo]',
		],
		[
			'a certificate that is neither PFX nor P12',
			{ ...recipients(ADA), 'recipients[0][digital_certificate_name]': 'ada.pem' },
			'Invalid recipients[0][digital_certificate_name]',
		],
		[
			'a digital certificate and no widget for it',
			{ ...recipients(ADA), 'recipients[0][sign_with_digital_certificate_file]': '1' },
			'Invalid recipients[0][widgets]',
		],
	];
	test.each(refusals)(
		'a signature request with %s answers 400 and is not created',
		async (_what, fields, message) => {
			const { status, data } = await postSignature(rig, fields);
			expect({ status, data }).toMatchObject({ status: 400, data: { status_code: 400, message } });
			expect(await rig.http.get('/v3/signatures/count.json')).toMatchObject({ data: { count: 0 } });
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
		const text = [{ field: 'files[0]', name: 'contract.pdf', bytes: Buffer.from('Just text') }];
		expect(await postSignature(rig, recipients(ADA), text)).toEqual({
			status: 400,
			data: {
				status_code: 400,
				message: 'Invalid pdf',
				error_details: ['contract.pdf: only PDF, DOC and DOCX files are accepted'],
			},
		});
		const broken = [{ field: 'files[0]', name: 'b.pdf', bytes: Buffer.from('%PDF-1.7 nothing') }];
		expect((await postSignature(rig, recipients(ADA), broken)).data).toMatchObject({
			message: 'Invalid pdf',
		});
		expect((await postSignature(rig, recipients(ADA), [])).data).toMatchObject({
			message: 'Invalid files',
		});
	});

	test('a file of exactly 15 MB is accepted and a larger one answers 400', async () => {
		const limit = 15 * 1024 * 1024;
		const sized = async (size: number) => {
			const pdf = await pdfOf('Hello');
			const bytes = Buffer.concat([pdf, Buffer.alloc(size - pdf.length, '\n')]);
			return await postSignature(rig, recipients(ADA), [
				{ field: 'files[0]', name: 'big.pdf', bytes },
			]);
		};
		expect((await sized(limit + 1)).data).toMatchObject({
			status_code: 400,
			message: 'Invalid file size',
		});
		expect((await sized(limit)).status).toBe(201);
	});

	test('a form that ends within a file answers 400', async () => {
		const body = form(recipients(ADA), [
			{ field: 'files[0]', name: 'contract.pdf', bytes: await pdfOf('Hello') },
		]);
		const response = await rig.http.post(
			'/v3/signatures.json',
			body.getBuffer().subarray(0, -200),
			{ headers: body.getHeaders() },
		);
		expect(answer(response)).toMatchObject({
			status: 400,
			data: { message: 'Invalid multipart body' },
		});
	});

	test('unknown parameters are accepted when allowUnknownParameters is on', async () => {
		await rig.control.settings({ allowUnknownParameters: true });
		const fields = { ...recipients(ADA), subjet: 'x', 'recipients[0][fone]': '1' };
		expect((await postSignature(rig, fields)).status).toBe(201);
	});
});
