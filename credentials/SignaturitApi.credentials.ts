import type {
	ICredentialDataDecryptedObject,
	ICredentialType,
	Icon,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';

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

	documentationUrl = 'https://docs.signaturit.com/api/latest';

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
			description: 'Which Signaturit to talk to. Each environment has an access token of its own.',
		},
		{
			displayName: 'Access Token',
			name: 'accessToken',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			description: 'The access token from the user panel of the chosen environment',
		},
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. http://127.0.0.1:8025',
			description:
				'Where the service is found. A trailing slash or version (/v3) at the end makes no difference.',
			displayOptions: { show: { environment: ['custom'] } },
		},
	];

	/**
	 * Trims as `readCredential` does, so that a token works in the credential test and in requests alike. A
	 * function, because n8n evaluates the expressions of a generic one anew for each request.
	 */
	async authenticate(
		{ accessToken }: ICredentialDataDecryptedObject,
		request: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> {
		const Authorization = `Bearer ${String(accessToken).trim()}`;
		return { ...request, headers: { ...request.headers, Authorization } };
	}
}
