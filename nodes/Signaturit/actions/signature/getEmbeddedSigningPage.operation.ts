import type { IDataObject } from 'n8n-workflow';
import { signingPage } from '../../embedded/page';
import { pageFields, pageInput, pageOptions, signingOrigins } from '../../embedded/pageFields';
import { reportTarget } from '../../embedded/reports';
import { locatorValue, signatureLocator } from '../../input/locators';
import { credentialOf } from '../../transport/endpoints';
import type { Operation } from '../operation';

/**
 * Makes a page that embeds the service's signing page (docs/service.md#signing-page). Sends no request to
 * the service.
 */
export const getEmbeddedSigningPage: Operation = {
	name: 'Get Embedded Signing Page',
	action: 'Get an embedded signing page',
	description:
		'Get an HTML page of your own in which a request with the delivery type URL is signed',
	reads: true,
	fields: pageFields,
	options: pageOptions,
	async run(item) {
		const signatureId = locatorValue.call(this, signatureLocator, item);
		const { texts, binaryPropertyName, ...options } = this.getNodeParameter(
			'options',
			item,
		) as IDataObject;
		const { signingUrl, callbackUrl, reportDays, ...wording } = pageInput({
			...options,
			texts: (texts as IDataObject | undefined)?.text,
			signingUrl: this.getNodeParameter('signingUrl', item),
		});
		const credential = await credentialOf(this);
		const reports = this.getNodeParameter('reports', item) === 'trigger';
		const html = signingPage({
			...wording,
			signatureId,
			signingUrl,
			origins: signingOrigins(credential, signingUrl, callbackUrl),
			report: reports ? reportTarget.call(this, signatureId, reportDays) : undefined,
			hasCallback: callbackUrl !== undefined,
		});
		const json = { signatureId, html };
		if (!binaryPropertyName) return [{ json }];
		const file = await this.helpers.prepareBinaryData(
			Buffer.from(html),
			'signing-page.html',
			'text/html',
		);
		return [{ json, binary: { [String(binaryPropertyName)]: file } }];
	},
};
