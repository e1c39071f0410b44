import type { INodeProperties } from 'n8n-workflow';
import { eventResources } from '../../events/catalogue';

const REACHABLE =
	"For posts, Signaturit must be able to reach this trigger's production URL from the internet: n8n's environment variable <b>WEBHOOK_URL</b> sets how it begins.";

const POLLED_ANYWAY = `${REACHABLE} Without that, events arrive by polling only.`;

const OWN =
	'While this workflow is published, it starts with what happens to the requests of its own Signaturit nodes, if their field <b>Events</b> is <b>Automatic</b>.';

const NO_TEST =
	'<b>Listen for test event</b> hears nothing: it has an address of its own. For a test, choose <b>Everything in the Account</b> or <b>By Polling Only</b>.';

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
	notice(
		'notice',
		`${OWN} For what is sent from elsewhere, use the production URL above; it is not polled. ${POLLED_ANYWAY} ${NO_TEST}`,
		{ arrival: ['postsAndPolling'], listenTo: ['workflow'], resource: listed },
	),
	notice(
		'smsNotice',
		`${OWN} ${REACHABLE} Without that, no events arrive. ${SMS_UNSEEN} ${NO_TEST}`,
		{
			arrival: ['postsAndPolling'],
			listenTo: ['workflow'],
			resource: ['certifiedSms'],
		},
	),
	notice('pollingNotice', `${OWN} The trigger looks for events at the Poll Times.`, {
		arrival: ['polling'],
		listenTo: ['workflow'],
		resource: listed,
	}),
	notice('smsPollingNotice', `<b>With these settings nothing arrives.</b> ${SMS_UNSEEN}`, {
		arrival: ['polling'],
		listenTo: ['workflow'],
		resource: ['certifiedSms'],
	}),
	notice(
		'accountNotice',
		`While this workflow is published, it is subscribed to the events of the whole account, also of what is sent from elsewhere. ${POLLED_ANYWAY}`,
		{ arrival: ['postsAndPolling'], listenTo: ['account'], resource: [...eventResources] },
	),
	notice(
		'accountPollingNotice',
		'While this workflow is published, the trigger looks at the Poll Times for events of the whole account, also of what is sent from elsewhere.',
		{ arrival: ['polling'], listenTo: ['account'], resource: [...eventResources] },
	),
];
