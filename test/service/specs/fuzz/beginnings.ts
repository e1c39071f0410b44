import { ADA, BEN } from '../../../people';
import { FILES } from './bodies';

const PERSON = { ...ADA, phone: '34600000000' };

interface Beginning {
	operationId: string;
	path: string;
	mediaType: string;
	body: object;
}

const JSON_TYPE = 'application/json';

/** What each sequence creates first. Nobody hears at the addresses for events. */
export const BEGINNINGS: Beginning[] = [
	{
		operationId: 'createSignature',
		path: '/v3/signatures.json',
		mediaType: JSON_TYPE,
		body: {
			recipients: [PERSON, { ...PERSON, email: BEN.email, require_photo: 1 }],
			templates: ['#Consent'],
			delivery_type: 'sms',
			signing_mode: 'parallel',
			events_url: 'http://127.0.0.1:9/hook',
		},
	},
	{
		operationId: 'createEmail',
		path: '/v3/emails.json',
		mediaType: JSON_TYPE,
		body: { recipients: [{ email: PERSON.email, name: PERSON.name }] },
	},
	{
		operationId: 'createSms',
		path: '/v3/sms.json',
		mediaType: JSON_TYPE,
		body: { recipients: [{ name: PERSON.name, phone: PERSON.phone }], body: 'Hello' },
	},
	{
		operationId: 'createContact',
		path: '/v3/contacts.json',
		mediaType: JSON_TYPE,
		body: { email: PERSON.email, name: PERSON.name },
	},
	{
		operationId: 'createSubscription',
		path: '/v3/subscriptions.json',
		mediaType: JSON_TYPE,
		body: { url: 'http://127.0.0.1:9/all', events: ['*'] },
	},
	{
		operationId: 'inviteTeamUser',
		path: '/v3/team/users.json',
		mediaType: JSON_TYPE,
		body: { email: PERSON.email, role: 'member' },
	},
	{
		operationId: 'createTeamGroup',
		path: '/v3/team/groups.json',
		mediaType: JSON_TYPE,
		body: { name: 'Sales' },
	},
	{
		operationId: 'certifyFile',
		path: '/v3/files.json',
		mediaType: 'multipart/form-data',
		body: { file: FILES[0] },
	},
];
