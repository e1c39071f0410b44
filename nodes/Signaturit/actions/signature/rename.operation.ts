import { validated } from '../../input/checks';
import { locatorValue, signatureLocator } from '../../input/locators';
import { filledText } from '../../input/schemas';
import { write } from '../../transport/request';
import { writes } from '../../transport/writes';
import { type Operation } from '../operation';

/** POST /v3/signatures/{id}/name; answers the id of the request. */
export const rename: Operation = {
	name: 'Rename',
	action: 'Rename a signature request',
	description: 'Give a request another name in Signaturit',
	fields: [
		signatureLocator,
		{
			displayName: 'New Name',
			name: 'name',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. Employment contract Ada Lovelace',
			description: 'Name of the request in Signaturit from now on',
		},
	],
	async run(item) {
		const id = locatorValue.call(this, signatureLocator, item);
		const name = validated(filledText('New Name'), this.getNodeParameter('name', item));
		await write.call(this, writes.rename(id), { fields: { name } });
		return [{ json: { signatureId: id, name } }];
	},
};
