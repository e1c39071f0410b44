import type { IWebhookDescription } from 'n8n-workflow';

/** Where posts wake an execution. `isFullPath` and the node's id make the address that n8n signs. */
export const waitingWebhooks: IWebhookDescription[] = [
	{
		name: 'default',
		httpMethod: 'POST',
		responseMode: 'onReceived',
		responseData: '',
		path: '={{ $nodeId }}',
		restartWebhook: true,
		isFullPath: true,
	},
];
