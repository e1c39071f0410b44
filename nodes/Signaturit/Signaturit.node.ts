// The Signaturit node: its description for n8n, its methods and its entries.

import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeType,
	type INodeTypeDescription,
	type IWebhookFunctions,
} from 'n8n-workflow';
import { resources, propertiesOf, subtitleOf, firstHints } from './actions';
import { reviewed } from './actions/agent/approval';
import { route } from './actions/router';
import { waitingTooltip } from './actions/signature/sendAndWait.operation';
import { waitingWebhooks, wake } from './actions/waiting/wake';
import { testSignaturitApi } from './methods/credentialTest';
import { listSearch } from './methods/listSearch';
import { getTemplateFields } from './methods/templateFields';
import { forBuilder, hiddenFields } from './n8n/description';
import { enter } from './transport/entry';

export class Signaturit implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Signaturit',
		name: 'signaturit',
		icon: {
			light: 'file:../../icons/signaturit.svg',
			dark: 'file:../../icons/signaturit.dark.svg',
		},
		group: ['output'],
		version: 1,
		subtitle: subtitleOf(resources),
		description: 'Send documents for electronic signature, and go on when they are signed',
		defaults: { name: 'Signaturit' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		usableAsTool: true,
		credentials: [{ name: 'signaturitApi', required: true, testedBy: 'testSignaturitApi' }],
		webhooks: waitingWebhooks,
		waitingNodeTooltip: waitingTooltip,
		hints: firstHints,
		properties: propertiesOf(resources),
		...forBuilder(
			'What is sent is legally binding and goes to people: send it once, and never in a loop. To go on when everyone has signed, use Send and Wait, or Create together with a Signaturit Trigger in the same workflow.',
			{
				signaturitTrigger: 'Starts the workflow when what this node has sent is signed or declined',
			},
		),
		// Whoever has the address of a signing page can sign.
		...hiddenFields('url'),
	};

	methods = {
		credentialTest: { testSignaturitApi },
		listSearch,
		resourceMapping: { getTemplateFields },
	};

	async execute(this: IExecuteFunctions) {
		return await enter(this, async (call) => [
			await reviewed(call, async () => await route(call, resources)),
		]);
	}

	async webhook(this: IWebhookFunctions) {
		return await enter(this, wake);
	}
}
