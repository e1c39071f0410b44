import { rigForEach } from '../support/rig';
import { answer, notFound, refusal } from '../support/wire';

const rig = rigForEach();

interface Branding {
	id: string;
	created_at: string;
	[parameter: string]: unknown;
}

const BUTTON = '<title>Please sign</title><p>{{sign_button}}</p>';
const create = async (fields: Record<string, string>) =>
	await rig.http.post<Branding>('/v3/brandings.json', new URLSearchParams(fields));
const list = async (query = '') =>
	(await rig.http.get<Branding[]>(`/v3/brandings.json${query}`)).data.map(({ id }) => id);

describe('brandings', () => {
	test('a branding is answered with what it was created with, and read and listed so', async () => {
		const { status, data } = await create({
			name: 'Sales',
			layout_color: '#FAAC58',
			signature_color: 'blue',
			logo: 'iVBORw0KGgo=',
			show_csv: '0',
			csv_position: 'left',
			'application_texts[send_button]': 'Sign',
			'templates[signatures_request]': BUTTON,
			'templates[pending_sign_bulk]': 'Sign',
			'sms-templates[sms_verify]': 'Your code is {{ code }}',
		});
		expect({ status, data }).toEqual({
			status: 201,
			data: {
				id: expect.any(String),
				created_at: expect.stringMatching(/\+0000$/),
				name: 'Sales',
				layout_color: '#FAAC58',
				signature_color: 'blue',
				logo: 'iVBORw0KGgo=',
				show_csv: false,
				csv_position: 'left',
				application_texts: { send_button: 'Sign' },
				templates: { signatures_request: BUTTON, pending_sign_bulk: 'Sign' },
				'sms-templates': { sms_verify: 'Your code is {{ code }}' },
			},
		});
		expect((await rig.http.get(`/v3/brandings/${data.id}.json`)).data).toEqual(data);
		expect((await rig.http.get('/v3/brandings.json')).data).toEqual([data]);
	});

	test('a branding without anything has empty lists in the place of texts and templates', async () => {
		expect((await create({})).data).toEqual({
			id: expect.any(String),
			created_at: expect.any(String),
			application_texts: [],
			templates: [],
			'sms-templates': [],
		});
	});

	test('takes the texts of an older page', async () => {
		const form = {
			'application_texts[photo]': 'Photo',
			'application_texts[voice]': 'Voice',
			'application_texts[multi_page]': 'Pages',
			show_survey_page: '1',
		};
		expect((await create(form)).data.application_texts).toEqual({
			photo: 'Photo',
			voice: 'Voice',
			multi_page: 'Pages',
		});
	});

	test('a change leaves as it is what it does not name', async () => {
		const { data } = await create({
			name: 'Sales',
			text_color: '#B43104',
			'application_texts[send_button]': 'Sign',
			'templates[request_expired]': 'Too late',
		});
		const changes = {
			text_color: '#000000',
			'application_texts[open_sign_button]': 'Open',
			'templates[document_canceled]': 'Canceled',
		};
		const path = `/v3/brandings/${data.id}.json`;
		const changed = await rig.http.patch(path, new URLSearchParams(changes));
		expect(answer(changed)).toEqual({
			status: 200,
			data: {
				...data,
				text_color: '#000000',
				application_texts: { send_button: 'Sign', open_sign_button: 'Open' },
				templates: { request_expired: 'Too late', document_canceled: 'Canceled' },
			},
		});
		expect((await rig.http.get(path)).data).toEqual(changed.data);
	});

	test('brandings are listed newest first, at most 10 per page, and by day', async () => {
		const ids = await rig.control.seed({ kind: 'brandings', count: 12, spreadDays: 12 });
		expect(await list()).toEqual(ids.slice(0, 10));
		expect(await list('?limit=3&offset=10')).toEqual(ids.slice(10));
		expect(await list('?limit=10&offset=990')).toEqual([]);
		const { data } = await rig.http.get<Branding>(`/v3/brandings/${ids[4]}.json`);
		const day = data.created_at.slice(0, 10);
		expect(await list(`?since=${day}`)).toEqual(ids.slice(0, 5));
		expect(await list(`?until=${day}`)).toEqual(ids.slice(5));
	});

	test.each([
		['?limit=11', 'Invalid limit'],
		['?limit=10&offset=991', 'Result window is too large'],
		['?since=today', 'Invalid since'],
		['?name=Sales', 'Unknown parameter name'],
	])('GET /v3/brandings.json%s answers 400 "%s"', async (query, message) => {
		const response = await rig.http.get(`/v3/brandings.json${query}`);
		expect(answer(response)).toMatchObject(refusal(message));
	});

	test.each([
		['name', 'x'.repeat(25), 'must be at most 24 characters'],
		['signature_color', 'red', 'must be one of black, blue'],
		['csv_position', 'top', 'must be one of right, left'],
		['show_csv', 'perhaps', 'must be 1 or 0'],
		['templates[signatures_request]', '<p>Sign</p>', 'must contain {{sign_button}}'],
		['templates[pending_sign]', '{{email_button}}', 'must contain {{sign_button}}'],
		['templates[emails_request]', '', 'must contain {{email_button}}'],
		['templates[validation_request]', '{{sign_button}}', 'must contain {{validate_button}}'],
		['sms-templates[sms_verify]', 'Your code', 'must contain {{code}}'],
		['sms-templates[sms_validate]', '{code}', 'must contain {{code}}'],
	])('a branding whose %s is "%s" answers 400 and is not created', async (name, value, reason) => {
		const { status, data } = refusal(`Invalid ${name}`);
		expect(answer(await create({ [name]: value }))).toEqual({
			status,
			data: { ...data, error_details: [`${name}: ${reason}`] },
		});
		expect(await list()).toEqual([]);
	});

	test('a word in a template that it is not for is taken', async () => {
		const template = { 'templates[request_expired]': '{{reason}} {{sign_button}} {{nothing}}' };
		expect((await create(template)).status).toBe(201);
	});

	test.each(['templates[other]', 'application_texts[decline_button]', 'background'])(
		'the unknown parameter %s answers 400, also in a change',
		async (name) => {
			const { id } = (await create({})).data;
			const change = new URLSearchParams({ [name]: 'x' });
			for (const response of [
				await create({ [name]: 'x' }),
				await rig.http.patch(`/v3/brandings/${id}.json`, change),
			]) {
				expect(answer(response)).toMatchObject(refusal(`Unknown parameter ${name}`));
			}
		},
	);

	test('an unknown branding answers 404, and a multipart change 415', async () => {
		const path = '/v3/brandings/none.json';
		expect(answer(await rig.http.get(path))).toEqual(notFound('Branding'));
		expect(answer(await rig.http.patch(path))).toEqual(notFound('Branding'));
		const { id } = (await create({})).data;
		const form = new FormData();
		form.append('name', 'Sales');
		expect((await rig.http.patch(`/v3/brandings/${id}.json`, form)).status).toBe(415);
	});
});
