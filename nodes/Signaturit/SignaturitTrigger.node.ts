// The trigger node: its description and panel texts, its two webhooks and its entries.

import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
	type IWebhookFunctions,
} from 'n8n-workflow';
import * as embedded from './embedded/reports';
import { testSignaturitApi } from './methods/credentialTest';
import { forBuilder } from './n8n/description';
import { enter, showHints } from './transport/entry';
import { activation } from './trigger/activation';
import { emit } from './trigger/emit';
import { eventFields, eventsSubtitle, isNotPosted, resourceField } from './trigger/fields';
import { poll } from './trigger/poll';
import { receive, receivePageReport } from './trigger/receive';

/** For which no credential is needed. With `show`, n8n puts it below Poll Times, and leaves it empty at import. */
const unneeded = { resource: ['embeddedSigning'] };

export class SignaturitTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Signaturit Trigger',
		name: 'signaturitTrigger',
		icon: {
			light: 'file:../../icons/signaturit.svg',
			dark: 'file:../../icons/signaturit.dark.svg',
		},
		group: ['trigger'],
		// A list: n8n adds Custom API Call to the resources of a node whose version is its default one, as a number. It
		// leads nowhere in a trigger.
		version: [1],
		defaultVersion: 1,
		subtitle: eventsSubtitle(),
		description: 'Send documents for electronic signature, and go on when they are signed',
		eventTriggerDescription: 'Waiting for an event, e.g. for a request to be signed',
		activationMessage:
			"Requests that this workflow sends from now on report to it. Others can use this trigger's production URL.",
		defaults: { name: 'Signaturit Trigger' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [
			{
				name: 'signaturitApi',
				required: true,
				testedBy: 'testSignaturitApi',
				displayOptions: { hide: unneeded },
			},
		],
		polling: true,
		// The editor's texts about the trigger before it has run, in place of n8n's general words.
		triggerPanel: {
			header: 'Try it with a real event',
			executionsHelp: {
				inactive:
					'<b>To build and test</b>, click the button: it gets the newest event that Signaturit has. If there is none yet, sign a request meanwhile: it comes within seconds.<br /><br /><b>To start by itself</b>, the workflow must be published.',
				active:
					'<b>The workflow is published</b>: each new event starts it, which you see in the <a data-key="executions">executions list</a>.<br /><br /><b>To build and test</b>, click the button: it gets the newest event that Signaturit has, or the next one.',
			},
			activationHint: {
				active:
					'The workflow is published and starts by itself. See the <a data-key="executions">executions list</a>.',
				inactive: 'Publish the workflow to start it with each new event.',
			},
		},
		webhooks: [
			{
				name: 'default',
				// No expression: newer n8n evaluates them too late to end a publication that has failed.
				httpMethod: 'POST',
				// The service posts JSON only to an address whose path ends in .json.
				path: 'events.json',
				responseMode: 'onReceived',
				// Without it, n8n answers with the literal text "firstEntryJson".
				responseData: '',
				ndvHideUrl: isNotPosted,
			},
			embedded.webhook,
		],
		// n8n's list of nodes offers the options of the first field Events.
		properties: [resourceField, ...eventFields, ...embedded.fields],
		...forBuilder(
			'Put it into the workflow that sends the requests: by default it hears of these only. Each event comes once, so nothing has to be filtered out or remembered. For the whole signed request, choose Everyone Signed.',
			{ signaturit: 'Sends the requests that this trigger hears of, in the same workflow' },
		),
	};

	methods = { credentialTest: { testSignaturitApi } };

	webhookMethods = { default: activation, setup: embedded.methods };

	async webhook(this: IWebhookFunctions) {
		return await enter(this, async (call) =>
			call.n8n.getWebhookName() === 'setup' ? receivePageReport(call) : await receive(call),
		);
	}

	/** Finds what no post has told, and wakes executions that have missed a post. */
	async poll(this: IPollFunctions) {
		return await enter(this, poll);
	}

	/** Runs in the execution that a post or a poll has started, after the post has been answered. */
	async execute(this: IExecuteFunctions) {
		return await enter(this, async (call) => {
			const items = await emit(call);
			showHints(call);
			return items;
		});
	}
}
