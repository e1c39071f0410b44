// A stand-in for the credential store of n8n's server, which knows one credential.

import {
	ICredentialsHelper,
	type ICredentialDataDecryptedObject,
	type ICredentials,
	type IHttpRequestOptions,
	type INodeParameters,
	type INodeProperties,
	type IRequestOptionsSimplified,
} from 'n8n-workflow';
import { SignaturitApi } from '../../../credentials/SignaturitApi.credentials';

/** Stands in for the credential helper of n8n's server: knows one credential, which may have expressions. */
export class SingleCredentialHelper extends ICredentialsHelper {
	private readonly type = new SignaturitApi();

	constructor(private readonly data: ICredentialDataDecryptedObject) {
		super();
	}

	getParentTypes(): string[] {
		return [];
	}

	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		_type: string,
		request: IHttpRequestOptions | IRequestOptionsSimplified,
	): Promise<IHttpRequestOptions> {
		return await this.type.authenticate(credentials, request as IHttpRequestOptions);
	}

	async preAuthentication(): Promise<undefined> {
		return undefined;
	}

	async getCredentials(): Promise<ICredentials> {
		throw new Error('The engine must ask for decrypted credentials only');
	}

	/** As n8n's helper, it evaluates expressions for the item that it is given. */
	async getDecrypted(
		...[, , , mode, executeData, , values]: Parameters<ICredentialsHelper['getDecrypted']>
	): Promise<ICredentialDataDecryptedObject> {
		const data = { ...this.data };
		if (!values) return data;
		const { workflow, runExecutionData, runIndex, itemIndex, node, connectionInputData } = values;
		return workflow.expression.getParameterValue(
			data as INodeParameters,
			runExecutionData,
			runIndex,
			itemIndex,
			node.name,
			connectionInputData,
			mode,
			{},
			executeData,
		) as ICredentialDataDecryptedObject;
	}

	async updateCredentials(): Promise<void> {
		throw new Error('No test changes a credential');
	}

	async updateCredentialsOauthTokenData(): Promise<void> {
		throw new Error('No test changes a credential');
	}

	getCredentialsProperties(): INodeProperties[] {
		return this.type.properties;
	}
}
