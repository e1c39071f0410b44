import {
	brandingExamples,
	contactExamples,
	subscriptionExamples,
	teamExamples,
} from './referenceAccountExamples';
import { example, type ExampleForm, type ReferenceExample } from './referenceExample';
import { referenceWidgets } from './referenceWidgets';

const JOHN: ExampleForm = [
	['recipients[0][name]', 'John'],
	['recipients[0][email]', 'john.doe@gmail.com'],
];
const PDF = '@document.pdf';
const NDA: ExampleForm = [...JOHN, ['templates[0]', '#NDA']];

/** Values by their names in a form, e.g. `a[b][0]`. */
function pairsOf(name: string, value: unknown): [string, string][] {
	if (typeof value !== 'object' || value === null) return [[name, String(value)]];
	return Object.entries(value).flatMap(([key, entry]) => pairsOf(`${name}[${key}]`, entry));
}

const signatureExamples: ReferenceExample[] = [
	example('GET count of signatures', 'GET /v3/signatures/count.json'),
	example('GET signatures', 'GET /v3/signatures.json'),
	example('GET signatures by a custom key', 'GET /v3/signatures.json?crm_id=2445'),
	example('GET signature', 'GET /v3/signatures/{signatureId}.json'),
	example('POST signature', 'POST /v3/signatures.json', { form: [...JOHN, ['files[0]', PDF]] }),
	example('POST signature with a template', 'POST /v3/signatures.json', { form: NDA }),
	example('POST signature with a template whose fields are filled', 'POST /v3/signatures.json', {
		form: [...NDA, ['data[widget_id]', 'DEFAULT_VALUE']],
	}),
	example('POST signature with custom data', 'POST /v3/signatures.json', {
		form: [...NDA, ['data[crm_id]', '2445']],
		answer: { data: [{ key: 'crm_id', value: '2445' }] },
	}),
	// The reference forgets the @ before the name of the file.
	example('POST signature with all widget options', 'POST /v3/signatures.json', {
		form: [...JOHN, ...pairsOf('recipients[0][widgets]', referenceWidgets), ['files[0]', PDF]],
	}),
	example('POST signature with a wrong email address', 'POST /v3/signatures.json', {
		form: [
			['recipients[0][name]', 'John'],
			['recipients[0][email]', 'nonvalidemail'],
			['files[0]', PDF],
		],
		isRefused: true,
	}),
	example('POST signature with a wrong file', 'POST /v3/signatures.json', {
		form: [...JOHN, ['files[0]', '@non_valid_file.zip']],
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
		leftOut: [['email', 'john.doe@gmail.com']],
	}),
	// Its heading says POST.
	example(
		'POST generation of the audit trail',
		'GET /v3/signatures/{signatureId}/generate/audit_trail',
		completed,
	),
	example('POST name', 'POST /v3/signatures/{signatureId}/name', {
		leftOut: [['name', 'New name']],
	}),
	example('GET audit trail', `GET ${AT_DOCUMENT}/download/audit_trail`, completed),
	example('GET SMS status of a document', `GET ${AT_DOCUMENT}/sms_status.json`, {
		scene: 'texted',
		answer: { sms_status: 'delivered', phone_number: '34600000000' },
	}),
	example('GET attachments', `GET ${AT_DOCUMENT}/download/attachments`, completed),
];

const certifiedExamples: ReferenceExample[] = [
	example('GET count of emails', 'GET /v3/emails/count.json'),
	example('GET emails', 'GET /v3/emails.json'),
	example('GET email', 'GET /v3/emails/{emailId}.json'),
	example('POST email', 'POST /v3/emails.json', { form: [...JOHN, ['attachments[0]', PDF]] }),
	example(
		'GET audit trail of an email',
		'GET /v3/emails/{emailId}/certificates/{certificateId}/download/audit_trail',
	),
	example('GET count of SMS', 'GET /v3/sms/count.json'),
	example('GET SMS', 'GET /v3/sms.json'),
	example('GET one SMS', 'GET /v3/sms/{smsId}.json'),
	example(
		'GET status of an SMS',
		'GET /v3/sms/{smsId}/certificates/{certificateId}/sms_status.json',
		{ answer: { sms_status: 'delivered' } },
	),
	example('POST SMS', 'POST /v3/sms.json', {
		form: [
			['recipients[0][name]', 'John'],
			['recipients[0][phone]', '34123445566'],
			['attachments[0]', PDF],
			['type', 'open_document'],
		],
	}),
	example(
		'GET audit trail of an SMS',
		'GET /v3/sms/{smsId}/certificates/{certificateId}/download/audit_trail',
	),
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
		form: [['file', PDF]],
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
		form: [
			['front', '@front.jpg'],
			['back', '@back.jpg'],
			['document_type', 'PA'],
			['document_country', 'FRA'],
		],
	}),
	example('GET credits', 'GET /v3/account/credits.json'),
	...subscriptionExamples,
	...teamExamples,
	...contactExamples,
];
