// The credential of a Signaturit account: environment, access token, and how n8n sends the token.

import type {
	ICredentialDataDecryptedObject,
	ICredentialType,
	Icon,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';
import { tokenOf } from '../nodes/Signaturit/transport/credential';

const HELP = 'https://help.signaturit.com/hc/en-us/articles/360000259318-API-Access-get-your-token';

/** Where the token is found, for each environment (docs/service.md#access-tokens). */
const tokenNotices = [
	{
		environment: 'sandbox',
		text: `The sandbox is free: register at <a href="https://app.sandbox.signaturit.com" target="_blank">app.sandbox.signaturit.com</a> and copy the access token from your user panel. <a href="${HELP}" target="_blank">Signaturit's help</a> shows the place.`,
	},
	{
		environment: 'production',
		text: `Copy the access token from your user panel at <a href="https://app.signaturit.com" target="_blank">app.signaturit.com</a>. <a href="${HELP}" target="_blank">Signaturit's help</a> shows the place.`,
	},
	{
		environment: 'custom',
		text: 'Behind a proxy, use the token of the Signaturit that it leads to. A local Signaturit prints its token when it starts.',
	},
].map(({ environment, text }): INodeProperties => ({
	displayName: text,
	name: `${environment}Notice`,
	type: 'notice',
	default: '',
	displayOptions: { show: { environment: [environment] } },
}));

/**
 * An access token of one Signaturit environment. Sandbox and production have tokens of their own
 * (docs/service.md#access-tokens). It is tested by the action node (`methods/credentialTest.ts`),
 * because a declarative test would show the bare HTTP status text instead of the service's words.
 */
export class SignaturitApi implements ICredentialType {
	name = 'signaturitApi';

	displayName = 'Signaturit API';

	icon: Icon = {
		light: 'file:../icons/signaturit.svg',
		dark: 'file:../icons/signaturit.dark.svg',
	};

	documentationUrl = 'https://github.com/n8n-nodes-signaturit/n8n-nodes-signaturit#credential';

	properties: INodeProperties[] = [
		{
			displayName: 'Environment',
			name: 'environment',
			type: 'options',
			options: [
				{
					name: 'Sandbox',
					value: 'sandbox',
					description: 'Free, for trying things out: nothing sent here is legally binding',
				},
				{
					name: 'Production',
					value: 'production',
					description: 'Requests sent here are legally binding and count against the account',
				},
				{
					name: 'Custom',
					value: 'custom',
					description: 'A proxy in front of Signaturit, or a local service for testing',
				},
			],
			default: 'sandbox',
			description: 'Which Signaturit to use. Each environment has an access token of its own.',
		},
		...tokenNotices,
		{
			displayName: 'Access Token',
			name: 'accessToken',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			description: 'Paste the token alone, without the word Bearer',
		},
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. http://127.0.0.1:8025',
			description:
				'Web address of the service. A slash or a version (/v3) at the end makes no difference.',
			displayOptions: { show: { environment: ['custom'] } },
		},
	];

	/**
	 * A function, because n8n evaluates the expressions of a generic one anew for each request. A property of its own,
	 * not a method: n8n copies the credential without its methods, and would offer it neither in the HTTP Request node
	 * nor for Custom API Call.
	 */
	authenticate = async (
		credential: ICredentialDataDecryptedObject,
		request: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> => {
		const Authorization = `Bearer ${tokenOf(credential)}`;
		return { ...request, headers: { ...request.headers, Authorization } };
	};
}
