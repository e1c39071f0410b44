import type { INodeProperties } from 'n8n-workflow';
import { eventResources } from '../../events/catalogue';

const IF_REACHABLE =
	'if Signaturit can reach n8n from the internet (environment variable <b>WEBHOOK_URL</b>)';

const AT_ONCE = `It starts at once ${IF_REACHABLE}, otherwise at the Poll Times.`;

const OWN =
	'Once published, this workflow starts with what happens to the requests that its own Signaturit nodes send.';

const WHOLE_ACCOUNT =
	'Once published, this workflow starts with what happens in the whole account, also to what is sent from elsewhere.';

const TEST = '<b>Fetch Test Event</b> takes the newest event of these requests.';

const SMS_UNSEEN =
	'Signaturit cannot list the SMS of one workflow, so polls do not find them. <b>Everything in the Account</b> is polled.';

/** The notice that is shown for these settings. */
const notice = (
	name: string,
	displayName: string,
	show: Record<'arrival' | 'listenTo' | 'resource', string[]>,
): INodeProperties => ({
	displayName,
	name,
	type: 'notice',
	default: '',
	displayOptions: { show },
});

const listed = ['certifiedEmail', 'signature'];

/** What the trigger hears, and what it needs, by its settings. */
export const notices: INodeProperties[] = [
	notice('notice', `${OWN} ${AT_ONCE} ${TEST}`, {
		arrival: ['postsAndPolling'],
		listenTo: ['workflow'],
		resource: listed,
	}),
	notice(
		'smsNotice',
		`${OWN} It starts only ${IF_REACHABLE}. ${SMS_UNSEEN} For a test, choose it.`,
		{
			arrival: ['postsAndPolling'],
			listenTo: ['workflow'],
			resource: ['certifiedSms'],
		},
	),
	notice('pollingNotice', `${OWN} It looks at the Poll Times.`, {
		arrival: ['polling'],
		listenTo: ['workflow'],
		resource: listed,
	}),
	notice('smsPollingNotice', `<b>With these settings nothing arrives.</b> ${SMS_UNSEEN}`, {
		arrival: ['polling'],
		listenTo: ['workflow'],
		resource: ['certifiedSms'],
	}),
	notice('accountNotice', `${WHOLE_ACCOUNT} ${AT_ONCE}`, {
		arrival: ['postsAndPolling'],
		listenTo: ['account'],
		resource: [...eventResources],
	}),
	notice('accountPollingNotice', `${WHOLE_ACCOUNT} It looks at the Poll Times.`, {
		arrival: ['polling'],
		listenTo: ['account'],
		resource: [...eventResources],
	}),
];
