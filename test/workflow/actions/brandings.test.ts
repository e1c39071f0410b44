import type { INodeParameters } from 'n8n-workflow';
import { listSearch } from '../../../nodes/Signaturit/methods/listSearch';
import { loadOptionsContext, runNode, storedFile } from '../engine/engine';
import { byId } from '../engine/fixtures';
import { listsOnService } from './listsOnService';

const { local, run, idsOf, queries } = listsOnService('branding');

const PNG = Buffer.from('89504e470d0a1a0a', 'hex');

/** Runs Create for an item with an image, or Update if there is an id. */
const send = async (parameters: INodeParameters, id?: string) =>
	await runNode({
		parameters: {
			resource: 'branding',
			operation: id === undefined ? 'createBranding' : 'updateBranding',
			...(id !== undefined && { brandingId: byId(id) }),
			...parameters,
		},
		credential: local.credential,
		items: [{ json: {}, binary: { data: await storedFile(PNG, 'logo.png', 'image/png') } }],
	});

/** The bodies that the service has received, as it reads them. */
const bodies = async () => (await local.control.requests()).map(({ body }) => body);

describe('Branding: Get Many', () => {
	let ids: string[];

	beforeAll(async () => {
		ids = await local.control.seed({ kind: 'brandings', count: 24, spreadDays: 24 });
	});

	it('lists all brandings ten at a time, or as many as the limit', async () => {
		expect(await idsOf({ returnAll: true })).toEqual(ids);
		for (const { limit } of await queries()) expect(Number(limit)).toBeLessThanOrEqual(10);
		expect(await idsOf({ limit: 13 })).toEqual(ids.slice(0, 13));
	});

	it('filters by the time of creation', async () => {
		const filters = { since: '2001-02-03T00:00:00Z', until: '2999-01-01T00:00:00Z' };
		expect(await idsOf({ returnAll: true, filters })).toEqual(ids);
		expect((await queries())[0]).toMatchObject({ since: '2001-02-03', until: '2999-01-01' });
		const ancient = { until: '2001-02-03T00:00:00Z' };
		expect(await idsOf({ returnAll: true, filters: ancient })).toEqual([]);
	});

	it('is the list to choose a branding from, by name and time', async () => {
		const context = loadOptionsContext({}, local.credential);
		const first = await listSearch.searchBrandings.call(context);
		expect(first.results).toHaveLength(10);
		expect(first.results[0]).toEqual({
			name: expect.stringMatching(/^Seeded 24 – \d+ [A-Z][a-z]+ \d{4}, \d\d:\d\d$/),
			value: ids[0],
		});
		expect(first.paginationToken).toBe('10');
		const last = await listSearch.searchBrandings.call(context, undefined, '20');
		expect(last.results.map(({ value }) => value)).toEqual(ids.slice(20));
		expect(last.paginationToken).toBeUndefined();
		const { results } = await listSearch.searchBrandings.call(context, 'seeded 2 ');
		expect(results.map(({ value }) => value)).toEqual([ids[22]]);
	});
});

describe('Branding: Create and Update', () => {
	it("sends every field under the service's name", async () => {
		const appearance = {
			layout_color: '#FAAC58',
			text_color: '#B43104',
			header_color: '#111111',
			footer_color: '#222222',
			signature_color: 'blue',
			logo: 'iVBORw0KGgo=',
			show_csv: false,
			show_biometric_hash: true,
			show_welcome_page: false,
			csv_position: 'left',
		};
		const texts = {
			send_button: 'Sign',
			open_sign_button: 'Read it',
			open_email_button: 'Open it',
			terms_and_conditions: '<b>Ours</b>',
		};
		const emailTemplates = {
			signatures_request: '<title>Señor "Ö" & co</title>{{sign_button}}',
			signatures_receipt: 'Receipt',
			request_expired: 'Too late',
			pending_sign: '{{sign_button}}',
			document_canceled: 'Canceled',
			emails_request: '{{email_button}}',
			validation_request: '{{validate_button}}',
			signed_document: 'Signed',
			document_declined: 'Declined',
			request_expired_requester: 'Nobody signed',
		};
		const smsTemplates = { sms_verify: 'Open: {{code}}', sms_validate: 'Sign: {{code}}' };
		const { items, error } = await send({
			...{ name: 'Sales', appearance, texts, emailTemplates, smsTemplates },
		});
		expect(error).toBeUndefined();
		const given = {
			name: 'Sales',
			...appearance,
			application_texts: texts,
			templates: emailTemplates,
			'sms-templates': smsTemplates,
		};
		expect(items.map(({ json }) => json)).toEqual([
			{ id: expect.any(String), created_at: expect.any(String), ...given },
		]);
		const flags = { show_csv: '0', show_biometric_hash: '1', show_welcome_page: '0' };
		expect(await bodies()).toEqual([{ ...given, ...flags }]);
	});

	it('does not send what is left empty, and Update keeps it', async () => {
		const texts = { send_button: 'Sign' };
		const { items } = await send({ name: 'Sales', texts });
		const created = items[0]?.json ?? {};
		await local.control.clearRequests();
		const changes = { name: '', texts: { send_button: '', open_sign_button: 'Open' } };
		const updated = await send({ ...changes, appearance: { text_color: '' } }, String(created.id));
		expect(await bodies()).toEqual([{ application_texts: { open_sign_button: 'Open' } }]);
		expect(updated.items.map(({ json }) => json)).toEqual([
			{ ...created, application_texts: { ...texts, open_sign_button: 'Open' } },
		]);
	});

	it('sends a file of the item as the logo', async () => {
		await send({ appearance: { logoFile: 'data' } });
		expect(await bodies()).toEqual([{ logo: PNG.toString('base64') }]);
	});

	it('sends words in square brackets in double braces, and leaves all other text as it is', async () => {
		const html =
			'[email_body] [signer_name] [signer_email] [sender_email] [filename] [logo] [sign_button] a[0] [other]';
		await send({
			emailTemplates: {
				signatures_request: html,
				pending_sign: '[remaining_time] {{ sign_button }}',
				document_declined: '[reason] [dashboard_button]',
				signed_document: '[signers]',
				emails_request: '[email_button]',
				validation_request: '[validate_button]',
			},
			smsTemplates: { sms_verify: '[code]' },
			texts: { terms_and_conditions: '[logo]' },
		});
		expect(await bodies()).toEqual([
			{
				templates: {
					signatures_request: html
						.replace(/\[([a-z_]+)\]/g, '{{$1}}')
						.replace('{{other}}', '[other]'),
					pending_sign: '{{remaining_time}} {{ sign_button }}',
					document_declined: '{{reason}} {{dashboard_button}}',
					signed_document: '{{signers}}',
					emails_request: '{{email_button}}',
					validation_request: '{{validate_button}}',
				},
				'sms-templates': { sms_verify: '{{code}}' },
				application_texts: { terms_and_conditions: '[logo]' },
			},
		]);
	});

	it('takes the needed word with blanks within its braces', async () => {
		const smsTemplates = { sms_validate: 'Code: {{ code }}' };
		expect((await send({ smsTemplates })).error).toBeUndefined();
	});

	it.each([
		['emailTemplates', 'signatures_request', 'Signature Request', 'sign_button'],
		['emailTemplates', 'pending_sign', 'Reminder', 'sign_button'],
		['emailTemplates', 'emails_request', 'Certified Email', 'email_button'],
		['emailTemplates', 'validation_request', 'Validation Request', 'validate_button'],
		['smsTemplates', 'sms_verify', 'Code to Open', 'code'],
		['smsTemplates', 'sms_validate', 'Code to Sign', 'code'],
	])(
		'refuses the template %s %s without its word, before anything is sent',
		async (collection, name, displayName, word) => {
			const { error } = await send({ [collection]: { [name]: `<p>${word} [other]</p>` } });
			expect(error?.message).toBe(`Template "${displayName}" must contain [${word}]`);
			expect(await bodies()).toEqual([]);
		},
	);

	it('refuses a name of more than 24 characters, before anything is sent', async () => {
		const { error } = await send({ name: 'x'.repeat(25) });
		expect(error?.message).toBe('Name is 25 characters long: a branding takes at most 24');
		expect(await bodies()).toEqual([]);
		expect((await send({ name: '€'.repeat(23) + '😀' })).error).toBeUndefined();
	});

	it('names all faults at once', async () => {
		const { error } = await send({
			name: 'x'.repeat(25),
			appearance: { logo: 'iVBORw0KGgo=', logoFile: 'data', show_csv: 'perhaps' },
			emailTemplates: { pending_sign: 'Sign', emails_request: 'Open' },
		});
		expect(error?.description?.split('\n')).toEqual([
			'Nothing was sent.',
			'• Name is 25 characters long: a branding takes at most 24',
			'• Show CSV Stamp "perhaps" must be true or false',
			'• Template "Certified Email" must contain [email_button]',
			'• Template "Reminder" must contain [sign_button]',
			'• Logo: give a file or its Base64 text, not both',
		]);
	});

	it('says which files the item has when it has not that of the logo', async () => {
		const { error } = await send({ appearance: { logoFile: 'image' } });
		expect(error?.message).toBe('Logo File: the item has no file "image". This item has: data');
		expect(await bodies()).toEqual([]);
	});

	it.each(['updateBranding', 'getBranding'])('%s names an id that does not exist', async (name) => {
		const { error } = await run(name, { brandingId: byId('b-1') });
		expect(error).toMatchObject({ httpCode: '404', message: 'Branding not found' });
		expect(error?.description).toContain('The ID was "b-1".');
	});
});
