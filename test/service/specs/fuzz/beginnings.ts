// What each fuzz sequence creates first, by operation.

import { ADA, BEN } from '../../../people';
import { FILES } from './bodies';

const PHONE = '34600000000';
const PERSON = { ...ADA, phone: PHONE };

/** What each sequence creates first, by the operation. Nobody hears at the addresses for events. */
export const BEGINNINGS: Record<string, object> = {
	createSignature: {
		recipients: [PERSON, { ...PERSON, email: BEN.email, require_photo: 1 }],
		templates: ['#Consent'],
		delivery_type: 'sms',
		signing_mode: 'parallel',
		events_url: 'http://127.0.0.1:9/hook',
	},
	createEmail: { recipients: [ADA] },
	createSms: { recipients: [{ name: ADA.name, phone: PHONE }], body: 'Hello' },
	createContact: ADA,
	createSubscription: { url: 'http://127.0.0.1:9/all', events: ['*'] },
	inviteTeamUser: { email: ADA.email, role: 'member' },
	createTeamGroup: { name: 'Sales' },
	certifyFile: { file: FILES[0] },
};
