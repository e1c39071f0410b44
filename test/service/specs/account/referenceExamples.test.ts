import { curlForm, curlMultipart, type CurlForm } from '../support/curl';
import { rigForEach } from '../support/rig';
import { answer } from '../support/wire';

const rig = rigForEach();

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

async function curl(method: Method, url: string, content?: ReturnType<typeof curlForm>) {
	const headers = content && { 'content-type': content.type };
	return answer(await rig.http.request({ method, url, data: content?.body, headers }));
}

const send = async (method: Method, path: string, form?: CurlForm) =>
	await curl(method, `/v3/${path}.json`, form && curlForm(form));

/** Creates something as the reference shows it; answers its path. */
async function created(list: string, form: CurlForm): Promise<string> {
	const { data } = await send('POST', list, form);
	return `${list}/${(data as { id: string }).id}`;
}

const JOHN: CurlForm = [
	['email', 'john.doe@signaturit.com'],
	['name', 'John Doe'],
];
const BOB: CurlForm = [
	['email', 'bob.soap@signaturit.com'],
	['role', 'admin'],
];

describe('the examples of the reference about the account, as curl sends them', () => {
	test.each<[string, CurlForm, object]>([
		[
			'colors, a text and a switch',
			[
				['layout_color', '#FAAC58'],
				['text_color', '#B43104'],
				['application_texts[send_button]', 'Sign'],
				['show_welcome_page', '1'],
			],
			{ layout_color: '#FAAC58', application_texts: { send_button: 'Sign' } },
		],
		[
			'a template',
			[
				[
					'templates[signatures_request]',
					'<html><body><div>Sign the document</div><div>{{sign_button}}</div></body></html>',
				],
			],
			{ templates: { signatures_request: expect.stringContaining('{{sign_button}}') } },
		],
	])('a branding with %s is created', async (_, form, data) => {
		expect(await send('POST', 'brandings', form)).toMatchObject({ status: 201, data });
	});

	test('a branding gets another text', async () => {
		const branding = await created('brandings', [['layout_color', '#FAAC58']]);
		const text = 'application_texts[send_button]';
		expect(await send('PATCH', branding, [[text, 'Sign again!']])).toMatchObject({
			status: 200,
			data: { layout_color: '#FAAC58', application_texts: { send_button: 'Sign again!' } },
		});
	});

	test('an identity document is validated by both photos', async () => {
		const photo = Buffer.from('a photo');
		const form = curlMultipart([
			['front', photo],
			['back', photo],
			['document_type', 'PA'],
			['document_country', 'FRA'],
		]);
		expect(await curl('POST', '/v3/photoid/validate.json', form)).toMatchObject({ status: 200 });
	});

	test.each<[string, CurlForm, string[]]>([
		['all events', [['events[0]', '*']], ['*']],
		[
			'events of emails',
			[
				['events[0]', 'email_processed'],
				['events[1]', 'email_delivered'],
			],
			['email_processed', 'email_delivered'],
		],
	])('a subscription to %s is created and deleted', async (_, form, events) => {
		const whole: CurlForm = [['url', 'https://httpbin.org/post'], ...form];
		const { status, data } = await send('POST', 'subscriptions', whole);
		expect({ status, data }).toMatchObject({ status: 201, data: { events } });
		const { id } = data as { id: string };
		expect((await send('DELETE', `subscriptions/${id}`)).status).toBeLessThan(300);
	});

	test('a contact is created, changed and deleted', async () => {
		const contact = await created('contacts', JOHN);
		expect(await send('PATCH', contact, [['email', 'john.smith@signaturit.com']])).toMatchObject({
			status: 200,
			data: { name: 'John Doe', email: 'john.smith@signaturit.com' },
		});
		expect((await send('DELETE', contact)).status).toBeLessThan(300);
	});

	test('a user is invited, gets another role and is removed, and so is the seat', async () => {
		const user = await created('team/users', BOB);
		const member = await send('PATCH', user, [['role', 'member']]);
		expect(member).toMatchObject({ status: 200, data: { role: 'member' } });
		expect((await send('DELETE', user)).status).toBeLessThan(300);
		expect((await send('DELETE', user.replace('users', 'seats'))).status).toBeLessThan(300);
	});

	test('a group is created, renamed, filled, emptied and deleted', async () => {
		const group = await created('team/groups', [['name', 'Founders']]);
		const user = await created('team/users', BOB);
		const renamed = await send('PATCH', group, [['name', 'Members']]);
		expect(renamed).toMatchObject({ status: 200, data: { name: 'Members' } });
		for (const list of ['managers', 'members']) {
			const place = user.replace('team/users', `${group}/${list}`);
			const added = await send('POST', place);
			expect(added).toMatchObject({ data: { [list]: [{ email: 'bob.soap@signaturit.com' }] } });
			expect((await send('DELETE', place)).status).toBeLessThan(300);
		}
		expect((await send('DELETE', group)).status).toBeLessThan(300);
	});

	test('lists and entries are read by the addresses of the examples', async () => {
		const paths = [
			'account/credits',
			...['brandings', 'subscriptions', 'contacts', 'team/users', 'team/seats', 'team/groups'],
			await created('brandings', []),
			await created('subscriptions', [
				['url', 'https://httpbin.org/post'],
				['events[0]', '*'],
			]),
			await created('contacts', JOHN),
			await created('team/users', BOB),
			await created('team/groups', [['name', 'Founders']]),
		];
		const answers = await Promise.all(paths.map(async (path) => await send('GET', path)));
		expect(answers.map(({ status }) => status)).toEqual(paths.map(() => 200));
	});
});
