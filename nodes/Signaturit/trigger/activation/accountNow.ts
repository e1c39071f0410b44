import type { IHookFunctions, IPollFunctions } from 'n8n-workflow';
import { CREDENTIAL } from '../../transport/exchange';
import { accountOf, readCredential } from '../../transport/serviceUrl';

/** The account of the credential as it is now; `undefined` if the credential cannot be read. */
export async function accountNow(
	this: IHookFunctions | IPollFunctions,
): Promise<string | undefined> {
	try {
		return accountOf(readCredential(await this.getCredentials(CREDENTIAL)));
	} catch {
		return undefined;
	}
}
