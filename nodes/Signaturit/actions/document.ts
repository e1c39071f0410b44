import { z } from 'zod';
import { validated } from '../../input/checks';
import { documentLocator, locatorValue, signatureLocator } from '../../input/locators';
import { emailSchema, text } from '../../input/schemas';
import { write } from '../../transport/request';
import { writes } from '../../transport/writes';
import { type Operation } from '../operation';

const inputSchema = z.object({ email: emailSchema, name: text('Name') });

/**
 * POST /v3/signatures/{id}/documents/{id}/signer; answers the id of the document that replaces the
 * one with the wrong email address.
 */
export const changeSigner: Operation = {
	name: 'Change Signer',
	action: 'Change the signer of an undelivered document',
	description:
		'Send a document to another email address after the email could not be delivered; the document gets a new ID',
	fields: [
		signatureLocator,
		documentLocator,
		{
			displayName: 'Email',
			name: 'email',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. ada@example.com',
			description: 'Address of the signer from now on',
		},
		{
			displayName: 'Name',
			name: 'name',
			type: 'string',
			default: '',
			placeholder: 'e.g. Ada Lovelace',
			description: 'Name of the signer from now on; it stays as it is when left empty',
		},
	],
	async run(item) {
		const signatureId = locatorValue.call(this, signatureLocator, item);
		const documentId = locatorValue.call(this, documentLocator, item);
		const fields = validated(inputSchema, {
			email: this.getNodeParameter('email', item),
			name: this.getNodeParameter('name', item),
		});
		const { id } = await write.call(this, writes.changeSigner(signatureId, documentId), { fields });
		return [{ json: { signatureId, documentId: id } }];
	},
};
