import {
	ICredentialsHelper,
	type ICredentialDataDecryptedObject,
	type ICredentials,
	type IHttpRequestOptions,
	type INodeProperties,
	type IRequestOptionsSimplified,
} from 'n8n-workflow';
import { SignaturitApi } from '../../../credentials/SignaturitApi.credentials';

/** Stands in for the credential helper of n8n's server: knows one credential, which is decrypted. */
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

	async getDecrypted(): Promise<ICredentialDataDecryptedObject> {
		return { ...this.data };
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
