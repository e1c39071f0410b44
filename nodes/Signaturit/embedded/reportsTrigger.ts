import {
	updateDisplayOptions,
	type IDataObject,
	type IHookFunctions,
	type INodeProperties,
	type IWebhookDescription,
} from 'n8n-workflow';
import { ANY_EVENT } from '../events/catalogue';
import { isRegistered, register, withdraw, type Registration } from '../events/registration';
import { choicesField, noticeField } from '../input/fields';
import { embeddedEventChoices } from './events';
import { keepSecret, workflowSecret } from './reports';

/** The trigger's resource for the reports of signing pages. */
const RESOURCE = 'embeddedSigning';

const isEmbedded = `$parameter["resource"] === "${RESOURCE}"`;

/** Where the signing pages post their reports. */
export const webhook: IWebhookDescription = {
	name: 'setup',
	// n8n registers no webhook when the method is empty.
	httpMethod: `={{ ${isEmbedded} ? "POST" : "" }}`,
	path: 'embedded',
	responseMode: 'onReceived',
	// Without it, n8n answers with the literal text "firstEntryJson".
	responseData: '',
	ndvHideUrl: `={{ !(${isEmbedded}) }}`,
};

/** The trigger's fields for this resource. */
export const fields: INodeProperties[] = updateDisplayOptions({ show: { resource: [RESOURCE] } }, [
	noticeField(
		"While this workflow is published, the pages of its operation <b>Get Embedded Signing Page</b> report to its production URL, also the pages of test runs. They run in the signers' browsers: a report is a convenience, for example to go on without a delay, and <b>no proof that somebody has signed</b>. What counts are the events of Signaturit itself, the other resources of this trigger.",
		'embeddedNotice',
	),
	choicesField('Events', 'embeddedEvents', {
		required: true,
		options: [
			{
				name: 'Any Event',
				value: ANY_EVENT,
				description: 'Also events that are not in this list',
			},
			...embeddedEventChoices,
		],
		default: ['completed', 'declined'],
		description: 'Which reports start the workflow',
	}),
]);

/** Registers the address of the trigger for the pages that this workflow makes. */
export const methods = {
	async checkExists(this: IHookFunctions): Promise<boolean> {
		const [staticData, nodeId, entry] = registrationOf(this);
		return (
			isRegistered(staticData, nodeId, entry) &&
			workflowSecret(staticData, entry.workflowId) !== undefined
		);
	},

	async create(this: IHookFunctions): Promise<boolean> {
		// A test listen.
		if (this.getMode() === 'manual') return true;
		const [staticData, nodeId, entry] = registrationOf(this);
		keepSecret(staticData, entry.workflowId);
		register(staticData, nodeId, entry);
		return true;
	},

	async delete(this: IHookFunctions): Promise<boolean> {
		const [staticData, nodeId, entry] = registrationOf(this);
		// The end of a test listen comes here too, with the test URL.
		if (isRegistered(staticData, nodeId, entry)) withdraw(staticData, nodeId);
		return true;
	},
};

function registrationOf(hook: IHookFunctions): [IDataObject, nodeId: string, Registration] {
	const { id: nodeId, name: nodeName } = hook.getNode();
	const url = hook.getNodeWebhookUrl('setup') ?? '';
	const { id: workflowId = '' } = hook.getWorkflow();
	const entry: Registration = { workflowId, nodeName, url, use: 'embedded' };
	return [hook.getWorkflowStaticData('global'), nodeId, entry];
}
