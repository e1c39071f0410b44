import { example, type ReferenceExample } from './referenceExample';

const TEMPLATE = '<html><body><div>Sign the document</div><div>{{sign_button}}</div></body></html>';

export const brandingExamples: ReferenceExample[] = [
	example('GET brandings', 'GET /v3/brandings.json'),
	example('GET branding', 'GET /v3/brandings/{brandingId}.json'),
	example('POST branding', 'POST /v3/brandings.json', {
		form: [
			['layout_color', '#FAAC58'],
			['text_color', '#B43104'],
			['application_texts[send_button]', 'Sign'],
			['show_welcome_page', '1'],
		],
		answer: { layout_color: '#FAAC58', application_texts: { send_button: 'Sign' } },
	}),
	example('PATCH branding', 'PATCH /v3/brandings/{brandingId}.json', {
		form: [['application_texts[send_button]', 'Sign again!']],
		answer: { application_texts: { send_button: 'Sign again!' } },
	}),
	example('POST branding with a template', 'POST /v3/brandings.json', {
		form: [['templates[signatures_request]', TEMPLATE]],
		answer: { templates: { signatures_request: TEMPLATE } },
	}),
];

const TO_HTTPBIN = ['url', 'https://httpbin.org/post'] as const;

export const subscriptionExamples: ReferenceExample[] = [
	example('GET subscriptions', 'GET /v3/subscriptions.json'),
	example('GET subscription', 'GET /v3/subscriptions/{subscriptionId}.json'),
	example('POST subscription to all events', 'POST /v3/subscriptions.json', {
		form: [TO_HTTPBIN, ['events[0]', '*']],
		answer: { url: TO_HTTPBIN[1], events: ['*'] },
	}),
	example('POST subscription to events of emails', 'POST /v3/subscriptions.json', {
		form: [TO_HTTPBIN, ['events[0]', 'email_processed'], ['events[1]', 'email_delivered']],
		answer: { url: TO_HTTPBIN[1], events: ['email_processed', 'email_delivered'] },
	}),
	example('PATCH subscription', 'PATCH /v3/subscriptions/{subscriptionId}.json', {
		form: [['url', 'new_url.json']],
		answer: { url: 'new_url.json' },
	}),
	example('DELETE subscription', 'DELETE /v3/subscriptions/{subscriptionId}.json'),
];

const managerAt = '/v3/team/groups/{groupId}/managers/{userId}.json';
const memberAt = '/v3/team/groups/{groupId}/members/{userId}.json';

export const teamExamples: ReferenceExample[] = [
	example('GET team users', 'GET /v3/team/users.json'),
	example('GET team seats', 'GET /v3/team/seats.json'),
	example('GET team user', 'GET /v3/team/users/{userId}.json'),
	example('POST team user', 'POST /v3/team/users.json', {
		form: [
			['email', 'bob.soap@signaturit.com'],
			['role', 'admin'],
		],
		answer: { email: 'bob.soap@signaturit.com', role: 'admin' },
	}),
	example('PATCH team user', 'PATCH /v3/team/users/{userId}.json', {
		form: [['role', 'member']],
		answer: { role: 'member' },
	}),
	example('DELETE team user', 'DELETE /v3/team/users/{userId}.json'),
	// Its heading says /v3/team/seats.
	example('DELETE team seat', 'DELETE /v3/team/users/{userId}.json'),
	example('GET team groups', 'GET /v3/team/groups.json'),
	example('GET team group', 'GET /v3/team/groups/{groupId}.json'),
	example('POST team group', 'POST /v3/team/groups.json', {
		form: [['name', 'Founders']],
		answer: { name: 'Founders' },
	}),
	example('PATCH team group', 'PATCH /v3/team/groups/{groupId}.json', {
		form: [['name', 'Members']],
		answer: { name: 'Members' },
	}),
	example('DELETE team group', 'DELETE /v3/team/groups/{groupId}.json'),
	example('POST manager', `POST ${managerAt}`, { answer: { managers: [{ role: 'member' }] } }),
	example('DELETE manager', `DELETE ${managerAt}`),
	example('POST member', `POST ${memberAt}`, { answer: { members: [{ role: 'member' }] } }),
	example('DELETE member', `DELETE ${memberAt}`),
];

export const contactExamples: ReferenceExample[] = [
	example('GET contacts', 'GET /v3/contacts.json'),
	example('GET contact', 'GET /v3/contacts/{contactId}.json'),
	example('POST contact', 'POST /v3/contacts.json', {
		form: [
			['email', 'john.doe@signaturit.com'],
			['name', 'John Doe'],
		],
		answer: { email: 'john.doe@signaturit.com', name: 'John Doe' },
	}),
	example('PATCH contact', 'PATCH /v3/contacts/{contactId}.json', {
		form: [['email', 'john.smith@signaturit.com']],
		answer: { email: 'john.smith@signaturit.com' },
	}),
	example('DELETE contact', 'DELETE /v3/contacts/{contactId}.json'),
];
