import { UserError, type IExecuteFunctions, type INodeProperties } from 'n8n-workflow';

/** Which signature request an operation is about: picked from the newest ones, or by id. */
export const signatureLocator: INodeProperties = {
	displayName: 'Signature Request',
	name: 'signatureId',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description: 'The signature request to work with',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Select a signature request…',
			typeOptions: { searchListMethod: 'searchSignatures', searchable: true },
		},
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. 29109781-7f42-11e6-8a49-0680f0041fef',
		},
	],
};

/** Which of the request's documents; there is one for each signer and file. */
export const documentLocator: INodeProperties = {
	displayName: 'Document',
	name: 'documentId',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description: 'The document to work with. A request has one for each signer and file.',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Select a document…',
			typeOptions: { searchListMethod: 'searchDocuments', searchable: true },
		},
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. 2910a0e8-7f42-11e6-8a49-0680f0041fef',
		},
	],
};

/**
 * The id that a locator holds.
 *
 * @throws UserError when it is empty, so that no other address than the one meant is called
 */
export function locatorValue(
	this: IExecuteFunctions,
	{ name, displayName }: INodeProperties,
	item: number,
): string {
	const value = this.getNodeParameter(name, item, '', { extractValue: true });
	const id = String(value ?? '').trim();
	if (id) return id;
	throw new UserError(`The field "${displayName}" is empty`, {
		description:
			'Select one from the list or enter its ID. If it holds an expression, it has no value for this item.',
	});
}
