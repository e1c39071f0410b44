import type { AxiosResponse } from 'axios';
import { curlForm, curlMultipart, type CurlForm } from '../support/curl';
import { pdfOf } from '../support/pdf';
import { rigForEach } from '../support/rig';
import { ANA, answer, createSignature, recipients, type WireSignature } from '../support/wire';

const rig = rigForEach();

const JOHN: CurlForm = [
	['recipients[0][name]', 'John'],
	['recipients[0][email]', 'john.doe@gmail.com'],
];

const place = (left: string, top: string, height: string, width: string) => ({
	page: '1',
	left,
	top,
	height,
	width,
});
const text = { type: 'text' };
const check = { type: 'check', editable: '0' };
const radio = (group: string, index: string, editable = '1') => ({
	type: 'radio',
	default: '0',
	editable,
	custom_id: group,
	'options][index': index,
});

/** The example "all widget options on a signer": two of its widgets reach over the edge of the page. */
const allWidgets: Record<string, string>[] = [
	{
		...text,
		default: 'This is a non-editable text',
		...place('71.10583280773', '1.5', '5', '30'),
		editable: '0',
	},
	{
		...text,
		default: 'This is an editable text',
		...place('31.10583280773', '1.5', '5', '30'),
		editable: '1',
	},
	{ ...check, default: '0', ...place('31.10583280773', '10', '5', '5') },
	{ ...check, default: '1', ...place('41.10583280773', '10', '5', '5') },
	{
		...check,
		default: '1',
		...place('71.10583280773', '10', '5', '5'),
		editable: '1',
		options: 'show_yes_no_option',
	},
	{ ...radio('radio_01', '0'), ...place('31.10583280773', '20', '5', '5') },
	{ ...radio('radio_01', '1'), ...place('41.10583280773', '20', '5', '5') },
	{ ...radio('radio_01', '2'), ...place('31.10583280773', '25', '5', '5') },
	{ ...radio('radio_02', '0', '0'), ...place('41.10583280773', '25', '5', '5') },
	{ ...radio('radio_02', '1', '0'), ...place('51.10583280773', '25', '5', '5') },
	{
		type: 'select',
		default: '0',
		...place('41.10583280773', '30', '5', '50'),
		editable: '1',
		'options][select][0][value': 'option A',
		'options][select][0][default': '1',
		'options][select][1][value': 'option B',
		'options][select][1][default': '0',
	},
	{ type: 'signature', default: '0', ...place('50', '90', '9.9784615384615', '25') },
	{ type: 'date', default: '2017-07-27', ...place('35', '1.5', '5', '30') },
	{
		...text,
		...place('20', '5', '5', '30'),
		editable: '1',
		'options][validation_rule': 'email',
	},
];

const widgetFields: CurlForm = allWidgets.flatMap((widget, index) =>
	Object.entries(widget).map(
		([key, value]) => [`recipients[0][widgets][${index}][${key}]`, value] as const,
	),
);

async function post(path: string, { body, type }: ReturnType<typeof curlForm>) {
	return answer(await rig.http.post(path, body, { headers: { 'content-type': type } }));
}

const statusOf = ({ status }: AxiosResponse<unknown>) => status;

describe('the examples of the reference, as curl sends them', () => {
	const files = async (name: string): Promise<CurlForm> => [[name, await pdfOf('NDA')]];

	test('a request with a file is created', async () => {
		const form = curlMultipart([...JOHN, ...(await files('files[0]'))]);
		expect(await post('/v3/signatures.json', form)).toMatchObject({ status: 201 });
	});

	test.each<[string, CurlForm]>([
		['a template', []],
		['a template whose fields are filled', [['data[widget_id]', 'DEFAULT_VALUE']]],
		['custom data', [['data[crm_id]', '2445']]],
	])('a request with %s is created', async (_, more) => {
		const form = curlForm([...JOHN, ['templates[0]', '#NDA'], ...more]);
		expect(await post('/v3/signatures.json', form)).toMatchObject({ status: 201 });
	});

	test('a request with all widget options is created, and can be signed', async () => {
		const form = curlMultipart([...JOHN, ...widgetFields, ...(await files('files[0]'))]);
		const { status, data } = await post('/v3/signatures.json', form);
		expect({ status, data }).toMatchObject({ status: 201 });
		await rig.control.settled();
		await rig.control.sign({
			signatureId: (data as WireSignature).id,
			email: 'john.doe@gmail.com',
		});
	});

	test('an email address that is none, and a file that is none, answer 400', async () => {
		const [name = ['', ''] as const] = JOHN;
		const document = await files('files[0]');
		const wrong = curlMultipart([name, ['recipients[0][email]', 'nonvalidemail'], ...document]);
		expect(await post('/v3/signatures.json', wrong)).toMatchObject({ status: 400 });
		const zip = curlMultipart([...JOHN, ['files[0]', Buffer.from('PK\u0005\u0006')]]);
		expect(await post('/v3/signatures.json', zip)).toMatchObject({ status: 400 });
	});

	test.each<[string, string, CurlForm]>([
		['email', '/v3/emails.json', JOHN],
		[
			'SMS',
			'/v3/sms.json',
			[
				['recipients[0][name]', 'John'],
				['recipients[0][phone]', '34123445566'],
				['type', 'open_document'],
			],
		],
	])('a certified %s is created', async (_, path, form) => {
		const whole = curlMultipart([...form, ...(await files('attachments[0]'))]);
		expect(await post(path, whole)).toMatchObject({ status: 201 });
	});

	test('a file is certified', async () => {
		const form = curlMultipart(await files('file'));
		expect(await post('/v3/files.json', form)).toMatchObject({ data: { name: 'document.pdf' } });
	});

	test('a request is reminded of, canceled and deleted', async () => {
		const { id } = await createSignature(rig, recipients(ANA));
		const at = `/v3/signatures/${id}`;
		expect(statusOf(await rig.http.post(`${at}/reminder.json`))).toBe(200);
		expect(statusOf(await rig.http.patch(`${at}/cancel.json`))).toBe(200);
		expect(statusOf(await rig.http.delete(at))).toBe(204);
	});

	test('the audit trail is generated by GET', async () => {
		const { id } = await createSignature(rig, recipients(ANA));
		await rig.control.sign({ signatureId: id, email: ANA });
		expect(statusOf(await rig.http.get(`/v3/signatures/${id}/generate/audit_trail`))).toBe(202);
	});

	test('lists are read by the addresses of the examples', async () => {
		const paths = [
			'/v3/signatures/count.json',
			'/v3/signatures.json',
			'/v3/signatures.json?crm_id=2445',
			'/v3/event-hooks?method[]=POST&limit=2&page=4&search=email_&status[]=200',
			'/v3/templates.json',
			'/v4/templates',
			'/v3/emails/count.json',
			'/v3/emails.json',
			'/v3/sms/count.json',
			'/v3/sms.json',
			'/v3/subscriptions.json',
		];
		const answers = await Promise.all(paths.map(async (path) => await rig.http.get(path)));
		expect(answers.map(statusOf)).toEqual(paths.map(() => 200));
	});
});
