import type { Sent, Upload } from './libraries';
import type { Sdk } from './sdks';

/** A call of an SDK. Paths have the names of ids in braces. */
export interface Call {
	method: string;
	path: string;
	sent?: Sent;
}

const BOB = { name: 'Bob', email: 'bobsoap@example.com' };

const signatures = (sdk: Sdk, pdf: Upload): Call[] => [
	{ method: 'GET', path: `/v3/signatures.json${sdk.page}` },
	{ method: 'GET', path: `/v3/signatures.json${sdk.page || '?'}&crm_id=45673` },
	{ method: 'GET', path: `/v3/signatures.json${sdk.page || '?'}&status=ready&since=2014-07-20` },
	{ method: 'GET', path: `/v3/signatures.json${sdk.page || '?'}&ids={signature},{canceled}` },
	{ method: 'GET', path: `/v3/signatures/count.json${sdk.count}` },
	{ method: 'GET', path: '/v3/signatures/count.json?&crm_id=45673' },
	{ method: 'GET', path: '/v3/signatures/{signature}.json' },
	{ method: 'GET', path: '/v3/signatures/{signature}/documents/{document}/download/audit_trail' },
	{ method: 'GET', path: '/v3/signatures/{signature}/documents/{document}/download/signed' },
	{ method: 'POST', path: '/v3/signatures/{canceled}/reminder.json', sent: sdk.noPost },
	{ method: 'PATCH', path: '/v3/signatures/{canceled}/cancel.json', sent: sdk.noPatch },
	{
		method: 'POST',
		path: '/v3/signatures.json',
		sent: sdk.create(
			{
				recipients: [{ ...BOB, phone: 34600000000, sms_code: true }],
				subject: 'Receipt number 250',
				body: 'Please, can you sign this document?',
				data: { crm_id: '45673' },
			},
			[pdf],
			'signatures',
		),
	},
	{
		method: 'POST',
		path: '/v3/signatures.json',
		sent: sdk.create({ recipients: [BOB], templates: ['#NDA'] }, [], 'signatures'),
	},
];

const certified = (sdk: Sdk, pdf: Upload): Call[] => [
	{ method: 'GET', path: `/v3/emails.json${sdk.page}` },
	{ method: 'GET', path: `/v3/emails/count.json${sdk.count}` },
	{ method: 'GET', path: '/v3/emails/{email}.json' },
	{
		method: 'GET',
		path: '/v3/emails/{email}/certificates/{emailCertificate}/download/audit_trail',
	},
	{
		method: 'POST',
		path: '/v3/emails.json',
		sent: sdk.create(
			{ recipients: [BOB], subject: 'A subject', body: 'A body' },
			[pdf, { ...pdf, name: 'receipt.pdf' }],
			'emails',
		),
	},
	{ method: 'GET', path: `/v3/sms.json${sdk.page}` },
	{ method: 'GET', path: `/v3/sms/count.json${sdk.count}` },
	{ method: 'GET', path: '/v3/sms/{sms}.json' },
	{ method: 'GET', path: '/v3/sms/{sms}/certificates/{smsCertificate}/download/audit_trail' },
	{
		method: 'POST',
		path: '/v3/sms.json',
		sent: sdk.create({ recipients: [{ phone: '34123456', name: 'Bob' }], body: 'A' }, [], 'sms'),
	},
	{
		method: 'POST',
		path: '/v3/sms.json',
		sent: sdk.create(
			{
				recipients: [{ phone: '34123456', name: 'Bob' }],
				body: 'A body',
				type: 'open_document',
			},
			[pdf],
			'sms',
		),
	},
];

const account = (sdk: Sdk): Call[] => [
	{ method: 'GET', path: '/v3/brandings.json' },
	{ method: 'GET', path: '/v3/brandings/{branding}.json' },
	{
		method: 'POST',
		path: '/v3/brandings.json',
		sent: sdk.post(
			{ layout_color: '#FFBF00', application_texts: { sign_button: 'Sign!' } },
			'brandings',
		),
	},
	{
		method: 'PATCH',
		path: '/v3/brandings/{branding}.json',
		sent: sdk.patch({ application_texts: { send_button: 'Send!' } }, 'brandings'),
	},
	{ method: 'GET', path: `/v3/templates.json${sdk.page}` },
	{ method: 'GET', path: `/v3/contacts.json${sdk.page}` },
	{ method: 'GET', path: '/v3/contacts/{contact}.json' },
	{ method: 'POST', path: '/v3/contacts.json', sent: sdk.post(BOB, 'contacts') },
	{ method: 'PATCH', path: '/v3/contacts/{contact}.json', sent: sdk.patch(BOB, 'contacts') },
	{ method: 'DELETE', path: '/v3/contacts/{contact}.json' },
	{ method: 'GET', path: `/v3/subscriptions.json${sdk.page}` },
	{ method: 'GET', path: `/v3/subscriptions/count.json${sdk.count}` },
	{ method: 'GET', path: '/v3/subscriptions/{subscription}.json' },
	{
		method: 'POST',
		path: '/v3/subscriptions.json',
		// A list is what the PHP SDK cannot send.
		sent: sdk.post(
			{
				url: 'http://127.0.0.1:9/hook',
				events: sdk.name === 'php-sdk' ? 'email_processed' : ['email_processed'],
			},
			'subscriptions',
		),
	},
	{
		method: 'PATCH',
		path: '/v3/subscriptions/{subscription}.json',
		sent: sdk.patch({ events: ['email_delivered', 'document_opened'] }, 'subscriptions'),
	},
	{ method: 'DELETE', path: '/v3/subscriptions/{subscription}.json' },
];

const team = (sdk: Sdk): Call[] => [
	{ method: 'GET', path: `/v3/team/users.json${sdk.page}` },
	{ method: 'GET', path: `/v3/team/seats.json${sdk.page}` },
	{ method: 'GET', path: '/v3/team/users/{seat}.json' },
	{
		method: 'POST',
		path: '/v3/team/users.json',
		sent: sdk.post({ email: BOB.email, role: 'member' }, 'users'),
	},
	{
		method: 'PATCH',
		path: '/v3/team/users/{seat}.json',
		sent: sdk.patch({ role: 'admin' }, 'users'),
	},
	{ method: 'GET', path: `/v3/team/groups.json${sdk.page}` },
	{ method: 'GET', path: '/v3/team/groups/{group}.json' },
	{ method: 'POST', path: '/v3/team/groups.json', sent: sdk.post({ name: 'Sales' }, 'groups') },
	{
		method: 'PATCH',
		path: '/v3/team/groups/{group}.json',
		sent: sdk.patch({ name: 'Sales' }, 'groups'),
	},
	{ method: 'POST', path: '/v3/team/groups/{group}/managers/{seat}.json', sent: sdk.noPost },
	{ method: 'POST', path: '/v3/team/groups/{group}/members/{seat}.json', sent: sdk.noPost },
	{ method: 'DELETE', path: '/v3/team/groups/{group}/managers/{seat}.json' },
	{ method: 'DELETE', path: '/v3/team/groups/{group}/members/{seat}.json' },
	{ method: 'DELETE', path: '/v3/team/groups/{group}.json' },
	{ method: 'DELETE', path: '/v3/team/users/{seat}.json' },
	{ method: 'DELETE', path: '/v3/team/seats/{seat}.json' },
];

/** The calls that an SDK offers, in an order in which each finds what it needs. */
export const callsOf = (sdk: Sdk, pdf: Upload): Call[] => [
	...signatures(sdk, pdf),
	...certified(sdk, pdf),
	...account(sdk),
	...team(sdk),
];
