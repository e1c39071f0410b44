// The operations that give an embedded signing page, or the signing links of a request.

import type { IDataObject } from 'n8n-workflow';
import { signingPage } from '../../embedded/page';
import {
	pageFields,
	pageInput,
	pageOptions,
	reportsField,
	signingOrigins,
} from '../../embedded/pageFields';
import { reportTarget } from '../../embedded/reports';
import { documentWithSigner } from '../../events/items';
import { textField } from '../../input/fields';
import { rowsOf } from '../../input/rows';
import { chosenIn } from '../../input/values';
import { locatorValue, signatureLocator } from '../../input/locators';
import { webUrl } from '../../input/doors';
import { optional, validated } from '../../input/schemas';
import { parameter } from '../../transport/call';
import { type SignaturitCredential } from '../../transport/credential';
import { appOrigins } from '../../transport/hosts';
import { endpoints } from '../../transport/endpoints';
import { readAs } from '../../transport/request';
import { deliveryWithId } from '../../transport/shapes';
import { bareOf } from '../../transport/text';
import type { Operation } from '../operation';
import { askedInAnyState } from '../refused';
import { Refusal } from '../../transport/errors/refusal';

/** Makes a page that embeds the service's signing page (docs/service.md#signing-page), without a request. */
export const getEmbeddedSigningPage: Operation = {
	name: 'Get Embedded Signing Page',
	action: 'Get a page to sign on your own website',
	description:
		'Get an HTML page for your own website, in which a request with the delivery type URL is signed',
	reads: true,
	fields: pageFields,
	options: pageOptions,
	async run(call, item) {
		const signatureId = locatorValue(call, signatureLocator, item);
		const entered = parameter(call, 'options', item) as IDataObject;
		const { texts, ...options } = entered;
		const { signingUrl, callbackUrl, reportDays, binaryPropertyName, ...wording } = pageInput({
			...options,
			texts: texts === undefined ? undefined : rowsOf(texts, 'text'),
			signingUrl: parameter(call, 'signingUrl', item),
		});
		const credential = await call.credential();
		const reports = chosenIn(call, reportsField, item) === 'trigger';
		const html = signingPage({
			...wording,
			signatureId,
			signingUrl,
			origins: signingOrigins(credential, signingUrl, callbackUrl),
			report: reports ? reportTarget(call, signatureId, reportDays) : undefined,
			hasCallback: callbackUrl !== undefined,
		});
		const json = { signatureId, html };
		if (!binaryPropertyName) return [{ json }];
		const page = [Buffer.from(html), 'signing-page.html', 'text/html'] as const;
		const file = await call.n8n.helpers.prepareBinaryData(...page);
		return [{ json, binary: { [binaryPropertyName]: file } }];
	},
};

const APP_ADDRESS = 'Signing Page Address';

/** GET /v3/signatures/{id}.json; the links are built from the IDs (docs/service.md#signing-links). */
export const getSigningLinks: Operation = {
	name: 'Get Signing Links',
	action: 'Get the signing link of each signer of a request',
	description:
		'Get a link for each document, e.g. for WhatsApp; Signaturit promises it only for the delivery type URL',
	reads: true,
	fields: [signatureLocator],
	asked: askedInAnyState('No signing links'),
	options: [
		textField(APP_ADDRESS, 'appUrl', {
			placeholder: 'e.g. https://app.signaturit.com',
			description:
				'Where the links lead. It follows from the environment of the credential, except for Custom.',
		}),
	],
	async run(call, item) {
		const signatureId = locatorValue(call, signatureLocator, item);
		const credential = await call.credential();
		const origin = appOrigin(credential, parameter(call, 'options.appUrl', item, ''));
		const { records } = await readAs(call, endpoints.signature.one(signatureId), {
			schema: deliveryWithId(signatureId),
			what: 'the signature request',
		});
		return records.map((record) => {
			const url = `${origin}/document/${signatureId}/${record.id}`;
			return { json: { signatureId, url, ...documentWithSigner(record) } };
		});
	},
};

/**
 * The origin of the links.
 *
 * @throws UserError when the entry is no web address, or is missing in the environment Custom
 */
export function appOrigin(
	{ environment }: Pick<SignaturitCredential, 'environment'>,
	entered: unknown,
): string {
	const address = validated(optional(webUrl(APP_ADDRESS)), entered);
	if (address !== undefined) return bareOf(address, '', '/');
	if (environment !== 'custom') return appOrigins[environment];
	throw new Refusal(
		'Nobody knows where the signing pages of the environment Custom are',
		'builder',
		{
			unsent: true,
			advice: `Add the option ${APP_ADDRESS}, e.g. ${appOrigins.production}.`,
		},
	);
}
