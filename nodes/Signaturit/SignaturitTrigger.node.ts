import {
	NodeConnectionTypes,
	type IHookFunctions,
	type INodeType,
	type INodeTypeDescription,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';
import { receiveReport } from './embedded/report';
import * as embedded from './embedded/trigger';
import { ANY_EVENT, documentEvents } from './events/catalogue';
import { receive } from './events/receive';
import { isRegistered, register, withdraw, type Registration } from './events/registration';

export class SignaturitTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Signaturit Trigger',
		name: 'signaturitTrigger',
		icon: {
			light: 'file:../../icons/signaturit.svg',
			dark: 'file:../../icons/signaturit.dark.svg',
		},
		group: ['trigger'],
		version: 1,
		subtitle:
			'={{ ($parameter["resource"] === "embeddedSigning" ? $parameter["embeddedEvents"] : $parameter["events"]).join(", ") }}',
		description: 'Starts the workflow when documents are signed, declined or otherwise change',
		eventTriggerDescription: 'Waiting for an event to be posted to the test URL',
		activationMessage:
			"Requests that this workflow sends from now on report to it, if their Events field says so. Others can use this trigger's production URL.",
		defaults: { name: 'Signaturit Trigger' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		webhooks: [
			{
				name: 'default',
				httpMethod: embedded.notForEmbedded,
				// The service posts JSON only to an address whose path ends in .json.
				path: 'events.json',
				responseMode: 'onReceived',
				// Without it, n8n answers with the literal text "firstEntryJson".
				responseData: '',
				ndvHideUrl: embedded.isEmbedded,
			},
			embedded.webhook,
		],
		properties: [
			{
				displayName: 'Resource',
				name: 'resource',
				type: 'options',
				noDataExpression: true,
				options: [
					{
						name: 'Embedded Signing',
						value: 'embeddedSigning',
						description: 'What the pages of the operation Get Embedded Signing Page report',
					},
					{
						name: 'Signature',
						value: 'signature',
						description: 'What happens to the documents of signature requests',
					},
				],
				default: 'signature',
			},
			...embedded.fields,
			{
				displayName:
					"While this workflow is active, its Signaturit nodes can send events here: set their field <b>Events</b> to <b>Send to This Workflow's Trigger</b>. For requests from elsewhere, use the production URL above.",
				name: 'notice',
				type: 'notice',
				default: '',
				displayOptions: { show: { resource: ['signature'] } },
			},
			{
				displayName: 'Events',
				name: 'events',
				type: 'multiOptions',
				required: true,
				options: [
					{
						name: 'Any Event',
						value: ANY_EVENT,
						description: 'Also types that are not in this list',
					},
					...documentEvents.map(({ type, name, description }) => ({
						name,
						value: type,
						description,
					})),
				],
				default: ['document_completed'],
				description:
					'Which events start the workflow. Each happens once for every signer and file.',
				displayOptions: { show: { resource: ['signature'] } },
			},
		],
	};

	webhookMethods = {
		setup: embedded.methods,
		default: {
			async checkExists(this: IHookFunctions): Promise<boolean> {
				return isTestListen(this) || isRegistered(...registrationOf(this));
			},

			async create(this: IHookFunctions): Promise<boolean> {
				if (!isTestListen(this)) register(...registrationOf(this));
				return true;
			},

			async delete(this: IHookFunctions): Promise<boolean> {
				const [staticData, nodeId, entry] = registrationOf(this);
				// The end of a test listen comes here too, with the test URL.
				if (isRegistered(staticData, nodeId, entry)) withdraw(staticData, nodeId);
				return true;
			},
		},
	};

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return this.getWebhookName() === 'setup' ? receiveReport.call(this) : receive.call(this);
	}
}

function isTestListen(hook: IHookFunctions): boolean {
	return hook.getMode() === 'manual';
}

function registrationOf(
	hook: IHookFunctions,
): [staticData: ReturnType<IHookFunctions['getWorkflowStaticData']>, nodeId: string, Registration] {
	const { id: nodeId, name: nodeName } = hook.getNode();
	const url = hook.getNodeWebhookUrl('default') ?? '';
	const { id: workflowId = '' } = hook.getWorkflow();
	return [hook.getWorkflowStaticData('global'), nodeId, { workflowId, nodeName, url }];
}
