// The requests that the vendor's SDKs can make, in an order in which each works.

import type { ReferenceExample } from '../support/referenceExamples';
import type { Sent, Upload } from './libraries';
import type { Sdk } from './sdks';

/** A call of an SDK: method and path as an example of the reference has them, what is sent, and what is so before. */
export type Call = [
	request: ReferenceExample['request'],
	sent?: Sent,
	scene?: ReferenceExample['scene'],
];

const BOB = { name: 'Bob', email: 'bobsoap@example.com' };
const BY_PHONE = { name: 'Bob', phone: '34123456' };
const DOCUMENT = '/v3/signatures/{signatureId}/documents/{documentId}';

const signatures = ({ page, count, noPost, noPatch, create }: Sdk, pdf: Upload): Call[] => [
	[`GET /v3/signatures.json${page}`],
	[`GET /v3/signatures.json${page || '?'}&crm_id=45673`],
	[`GET /v3/signatures.json${page || '?'}&status=ready&since=2014-07-20`],
	[`GET /v3/signatures.json${page || '?'}&ids={signatureId},{signatureId}`],
	[`GET /v3/signatures/count.json${count}`],
	['GET /v3/signatures/count.json?&crm_id=45673'],
	['GET /v3/signatures/{signatureId}.json'],
	[`GET ${DOCUMENT}/download/audit_trail`, undefined, 'completed'],
	[`GET ${DOCUMENT}/download/signed`, undefined, 'completed'],
	['POST /v3/signatures/{signatureId}/reminder.json', noPost],
	['PATCH /v3/signatures/{signatureId}/cancel.json', noPatch],
	[
		'POST /v3/signatures.json',
		create(
			{
				recipients: [{ ...BOB, phone: 34600000000, sms_code: true }],
				subject: 'Receipt number 250',
				body: 'Please, can you sign this document?',
				data: { crm_id: '45673' },
			},
			[pdf],
			'signatures',
		),
	],
	[
		'POST /v3/signatures.json',
		create({ recipients: [BOB], templates: ['#NDA'] }, [], 'signatures'),
	],
];

const certified = ({ page, count, create }: Sdk, pdf: Upload): Call[] => [
	[`GET /v3/emails.json${page}`],
	[`GET /v3/emails/count.json${count}`],
	['GET /v3/emails/{emailId}.json'],
	['GET /v3/emails/{emailId}/certificates/{certificateId}/download/audit_trail'],
	[
		'POST /v3/emails.json',
		create(
			{ recipients: [BOB], subject: 'A subject', body: 'A body' },
			[pdf, { ...pdf, name: 'receipt.pdf' }],
			'emails',
		),
	],
	[`GET /v3/sms.json${page}`],
	[`GET /v3/sms/count.json${count}`],
	['GET /v3/sms/{smsId}.json'],
	['GET /v3/sms/{smsId}/certificates/{certificateId}/download/audit_trail'],
	['POST /v3/sms.json', create({ recipients: [BY_PHONE], body: 'A' }, [], 'sms')],
	[
		'POST /v3/sms.json',
		create({ recipients: [BY_PHONE], body: 'A body', type: 'open_document' }, [pdf], 'sms'),
	],
];

/** A list is what the PHP SDK cannot send. */
const subscription = ({ name }: Sdk) => ({
	url: 'http://127.0.0.1:9/hook',
	events: name.startsWith('php') ? 'email_processed' : ['email_processed'],
});
const BRANDING = { layout_color: '#FFBF00', application_texts: { sign_button: 'Sign!' } };
const BUTTON = { application_texts: { send_button: 'Send!' } };
const EVENTS = { events: ['email_delivered', 'document_opened'] };

const account = (sdk: Sdk): Call[] => [
	['GET /v3/brandings.json'],
	['GET /v3/brandings/{brandingId}.json'],
	['POST /v3/brandings.json', sdk.post(BRANDING, 'brandings')],
	['PATCH /v3/brandings/{brandingId}.json', sdk.patch(BUTTON, 'brandings')],
	[`GET /v3/templates.json${sdk.page}`],
	[`GET /v3/contacts.json${sdk.page}`],
	['GET /v3/contacts/{contactId}.json'],
	['POST /v3/contacts.json', sdk.post(BOB, 'contacts')],
	['PATCH /v3/contacts/{contactId}.json', sdk.patch(BOB, 'contacts')],
	['DELETE /v3/contacts/{contactId}.json'],
	[`GET /v3/subscriptions.json${sdk.page}`],
	[`GET /v3/subscriptions/count.json${sdk.count}`],
	['GET /v3/subscriptions/{subscriptionId}.json'],
	['POST /v3/subscriptions.json', sdk.post(subscription(sdk), 'subscriptions')],
	['PATCH /v3/subscriptions/{subscriptionId}.json', sdk.patch(EVENTS, 'subscriptions')],
	['DELETE /v3/subscriptions/{subscriptionId}.json'],
];

const team = ({ page, noPost, post, patch }: Sdk): Call[] => [
	[`GET /v3/team/users.json${page}`],
	[`GET /v3/team/seats.json${page}`],
	['GET /v3/team/users/{userId}.json'],
	['POST /v3/team/users.json', post({ email: BOB.email, role: 'member' }, 'users')],
	['PATCH /v3/team/users/{userId}.json', patch({ role: 'admin' }, 'users')],
	[`GET /v3/team/groups.json${page}`],
	['GET /v3/team/groups/{groupId}.json'],
	['POST /v3/team/groups.json', post({ name: 'Sales' }, 'groups')],
	['PATCH /v3/team/groups/{groupId}.json', patch({ name: 'Sales' }, 'groups')],
	['POST /v3/team/groups/{groupId}/managers/{userId}.json', noPost],
	['POST /v3/team/groups/{groupId}/members/{userId}.json', noPost],
	['DELETE /v3/team/groups/{groupId}/managers/{userId}.json'],
	['DELETE /v3/team/groups/{groupId}/members/{userId}.json'],
	['DELETE /v3/team/groups/{groupId}.json'],
	['DELETE /v3/team/users/{userId}.json'],
	['DELETE /v3/team/seats/{seatId}.json'],
];

/** The calls that an SDK offers, in an order in which each finds what it needs. */
export const callsOf = (sdk: Sdk, pdf: Upload): Call[] => [
	...signatures(sdk, pdf),
	...certified(sdk, pdf),
	...account(sdk),
	...team(sdk),
];
