// The example requests of the vendor's API reference, in its order.

import { referenceWidgets } from './referenceWidgets';

/** Names and values; `@` and a name for a file. */
export type ExampleForm = Readonly<Record<string, string>>;

/** An example request of the vendor's reference. */
export interface ReferenceExample {
	/** What the reference calls it: the heading above it, and what tells it from others there. */
	title: string;
	/** Method and address. The names in braces stand for ids of what `referenceScene` creates. */
	request: string;
	/** What the reference sends by `-d`, or by `-F` if there is a file. */
	form?: ExampleForm;
	/** What has to be so before, if not as it is created. */
	scene?: 'completed' | 'bounced' | 'texted' | 'ended';
	/** Whether the reference shows it for the error that is answered. */
	isRefused?: true;
	/** What the reference calls needed, but leaves out in the example: without it, it is refused. */
	leftOut?: ExampleForm;
	/** A part of the answer. */
	answer?: object;
}

type More = Omit<ReferenceExample, 'title' | 'request'>;

const example = (title: string, request: string, more: More = {}): ReferenceExample => ({
	title,
	request,
	...more,
});

/** Values by their names in a form, e.g. `a[b][0]`. */
function formOf(name: string, value: unknown): ExampleForm {
	if (typeof value !== 'object' || value === null) return { [name]: String(value) };
	const parts = Object.entries(value).map(([key, entry]) => formOf(`${name}[${key}]`, entry));
	return Object.assign({}, ...parts) as ExampleForm;
}

const JOHN = { 'recipients[0][name]': 'John', 'recipients[0][email]': 'john.doe@gmail.com' };
const PDF = { 'files[0]': '@document.pdf' };
const NDA = { ...JOHN, 'templates[0]': '#NDA' };

const signatureExamples: ReferenceExample[] = [
	example('GET count of signatures', 'GET /v3/signatures/count.json'),
	example('GET signatures', 'GET /v3/signatures.json'),
	example('GET signatures by a custom key', 'GET /v3/signatures.json?crm_id=2445'),
	example('GET signature', 'GET /v3/signatures/{signatureId}.json'),
	example('POST signature', 'POST /v3/signatures.json', { form: { ...JOHN, ...PDF } }),
	example('POST signature with a template', 'POST /v3/signatures.json', { form: NDA }),
	example('POST signature with a template whose fields are filled', 'POST /v3/signatures.json', {
		form: { ...NDA, 'data[widget_id]': 'DEFAULT_VALUE' },
	}),
	example('POST signature with custom data', 'POST /v3/signatures.json', {
		form: { ...NDA, 'data[crm_id]': '2445' },
		answer: { data: [{ key: 'crm_id', value: '2445' }] },
	}),
	// The reference forgets the @ before the name of the file.
	example('POST signature with all widget options', 'POST /v3/signatures.json', {
		form: { ...JOHN, ...formOf('recipients[0][widgets]', referenceWidgets), ...PDF },
	}),
	example('POST signature with a wrong email address', 'POST /v3/signatures.json', {
		form: { ...JOHN, 'recipients[0][email]': 'nonvalidemail', ...PDF },
		isRefused: true,
	}),
	example('POST signature with a wrong file', 'POST /v3/signatures.json', {
		form: { ...JOHN, 'files[0]': '@non_valid_file.zip' },
		isRefused: true,
	}),
	example('POST reminder', 'POST /v3/signatures/{signatureId}/reminder.json'),
	example('PATCH cancel', 'PATCH /v3/signatures/{signatureId}/cancel.json'),
	example('DELETE signature', 'DELETE /v3/signatures/{signatureId}', { scene: 'ended' }),
];

const AT_DOCUMENT = '/v3/signatures/{signatureId}/documents/{documentId}';
const completed = { scene: 'completed' } as const;

const documentExamples: ReferenceExample[] = [
	example('GET signed document', `GET ${AT_DOCUMENT}/download/signed`, completed),
	example('GET uploaded document', 'GET /v3/documents/{documentId}/download/uploaded'),
	example('GET sent document', `GET ${AT_DOCUMENT}/download/sent`),
	example('POST signer', `POST ${AT_DOCUMENT}/signer`, {
		scene: 'bounced',
		leftOut: { email: 'john.doe@gmail.com' },
	}),
	// Its heading says POST.
	example(
		'POST generation of the audit trail',
		'GET /v3/signatures/{signatureId}/generate/audit_trail',
		completed,
	),
	example('POST name', 'POST /v3/signatures/{signatureId}/name', { leftOut: { name: 'New name' } }),
	example('GET audit trail', `GET ${AT_DOCUMENT}/download/audit_trail`, completed),
	example('GET SMS status of a document', `GET ${AT_DOCUMENT}/sms_status.json`, {
		scene: 'texted',
		answer: { sms_status: 'delivered', phone_number: '34600000000' },
	}),
	example('GET attachments', `GET ${AT_DOCUMENT}/download/attachments`, completed),
];

const AT_EMAIL = '/v3/emails/{emailId}/certificates/{certificateId}';
const AT_SMS = '/v3/sms/{smsId}/certificates/{certificateId}';
const ATTACHED = { 'attachments[0]': '@document.pdf' };

const certifiedExamples: ReferenceExample[] = [
	example('GET count of emails', 'GET /v3/emails/count.json'),
	example('GET emails', 'GET /v3/emails.json'),
	example('GET email', 'GET /v3/emails/{emailId}.json'),
	example('POST email', 'POST /v3/emails.json', { form: { ...JOHN, ...ATTACHED } }),
	example('GET audit trail of an email', `GET ${AT_EMAIL}/download/audit_trail`),
	example('GET count of SMS', 'GET /v3/sms/count.json'),
	example('GET SMS', 'GET /v3/sms.json'),
	example('GET one SMS', 'GET /v3/sms/{smsId}.json'),
	example('GET status of an SMS', `GET ${AT_SMS}/sms_status.json`, {
		answer: { sms_status: 'delivered' },
	}),
	example('POST SMS', 'POST /v3/sms.json', {
		form: {
			'recipients[0][name]': 'John',
			'recipients[0][phone]': '34123445566',
			...ATTACHED,
			type: 'open_document',
		},
	}),
	example('GET audit trail of an SMS', `GET ${AT_SMS}/download/audit_trail`),
];

const TEMPLATE = '<html><body><div>Sign the document</div><div>{{sign_button}}</div></body></html>';

const brandingExamples: ReferenceExample[] = [
	example('GET brandings', 'GET /v3/brandings.json'),
	example('GET branding', 'GET /v3/brandings/{brandingId}.json'),
	example('POST branding', 'POST /v3/brandings.json', {
		form: {
			layout_color: '#FAAC58',
			text_color: '#B43104',
			'application_texts[send_button]': 'Sign',
			show_welcome_page: '1',
		},
		answer: { layout_color: '#FAAC58', application_texts: { send_button: 'Sign' } },
	}),
	example('PATCH branding', 'PATCH /v3/brandings/{brandingId}.json', {
		form: { 'application_texts[send_button]': 'Sign again!' },
		answer: { application_texts: { send_button: 'Sign again!' } },
	}),
	example('POST branding with a template', 'POST /v3/brandings.json', {
		form: { 'templates[signatures_request]': TEMPLATE },
		answer: { templates: { signatures_request: TEMPLATE } },
	}),
];

const url = 'https://httpbin.org/post';

const subscriptionExamples: ReferenceExample[] = [
	example('GET subscriptions', 'GET /v3/subscriptions.json'),
	example('GET subscription', 'GET /v3/subscriptions/{subscriptionId}.json'),
	example('POST subscription to all events', 'POST /v3/subscriptions.json', {
		form: { url, 'events[0]': '*' },
		answer: { url, events: ['*'] },
	}),
	example('POST subscription to events of emails', 'POST /v3/subscriptions.json', {
		form: { url, 'events[0]': 'email_processed', 'events[1]': 'email_delivered' },
		answer: { url, events: ['email_processed', 'email_delivered'] },
	}),
	example('PATCH subscription', 'PATCH /v3/subscriptions/{subscriptionId}.json', {
		form: { url: 'new_url.json' },
		answer: { url: 'new_url.json' },
	}),
	example('DELETE subscription', 'DELETE /v3/subscriptions/{subscriptionId}.json'),
];

const AT_MANAGER = '/v3/team/groups/{groupId}/managers/{userId}.json';
const AT_MEMBER = '/v3/team/groups/{groupId}/members/{userId}.json';

/** An example whose answer has what is sent. */
const echoed = (title: string, request: string, form: ExampleForm) =>
	example(title, request, { form, answer: form });

const teamExamples: ReferenceExample[] = [
	example('GET team users', 'GET /v3/team/users.json'),
	example('GET team seats', 'GET /v3/team/seats.json'),
	example('GET team user', 'GET /v3/team/users/{userId}.json'),
	echoed('POST team user', 'POST /v3/team/users.json', {
		email: 'bob.soap@signaturit.com',
		role: 'admin',
	}),
	echoed('PATCH team user', 'PATCH /v3/team/users/{userId}.json', { role: 'member' }),
	example('DELETE team user', 'DELETE /v3/team/users/{userId}.json'),
	// Its heading says /v3/team/seats.
	example('DELETE team seat', 'DELETE /v3/team/users/{userId}.json'),
	example('GET team groups', 'GET /v3/team/groups.json'),
	example('GET team group', 'GET /v3/team/groups/{groupId}.json'),
	echoed('POST team group', 'POST /v3/team/groups.json', { name: 'Founders' }),
	echoed('PATCH team group', 'PATCH /v3/team/groups/{groupId}.json', { name: 'Members' }),
	example('DELETE team group', 'DELETE /v3/team/groups/{groupId}.json'),
	example('POST manager', `POST ${AT_MANAGER}`, { answer: { managers: [{ role: 'member' }] } }),
	example('DELETE manager', `DELETE ${AT_MANAGER}`),
	example('POST member', `POST ${AT_MEMBER}`, { answer: { members: [{ role: 'member' }] } }),
	example('DELETE member', `DELETE ${AT_MEMBER}`),
];

const contactExamples: ReferenceExample[] = [
	example('GET contacts', 'GET /v3/contacts.json'),
	example('GET contact', 'GET /v3/contacts/{contactId}.json'),
	echoed('POST contact', 'POST /v3/contacts.json', {
		email: 'john.doe@signaturit.com',
		name: 'John Doe',
	}),
	echoed('PATCH contact', 'PATCH /v3/contacts/{contactId}.json', {
		email: 'john.smith@signaturit.com',
	}),
	example('DELETE contact', 'DELETE /v3/contacts/{contactId}.json'),
];

/** The example requests of the reference from its first line to its last, one row for each. */
export const referenceExamples: ReferenceExample[] = [
	example('API Calls', 'GET /v3/signatures.json'),
	example('Error Handling', 'POST /v3/signatures.json', { isRefused: true }),
	example('Moving to Production: sandbox', 'GET /v3/signatures/count.json'),
	example('Moving to Production: production', 'GET /v3/signatures/count.json'),
	...signatureExamples,
	...documentExamples,
	example('GET file', 'GET /v3/files/{fileId}.json'),
	example('POST file', 'POST /v3/files.json', {
		form: { file: '@document.pdf' },
		answer: { name: 'document.pdf' },
	}),
	example(
		'GET event hooks',
		'GET /v3/event-hooks?method[]=POST&limit=2&page=4&search=email_&status[]=200',
	),
	example('GET event hook retry', 'POST /v3/event-hooks/{eventHookId}/retry'),
	example('GET templates', 'GET /v3/templates.json'),
	example('GET templates, v4', 'GET /v4/templates'),
	...certifiedExamples,
	...brandingExamples,
	example('POST photo ID', 'POST /v3/photoid/validate.json', {
		form: {
			front: '@front.jpg',
			back: '@back.jpg',
			document_type: 'PA',
			document_country: 'FRA',
		},
	}),
	example('GET credits', 'GET /v3/account/credits.json'),
	...subscriptionExamples,
	...teamExamples,
	...contactExamples,
];
