import type { INodeProperties } from 'n8n-workflow';
import { locatorValue } from '../../input/locators';
import { endpoints } from '../../transport/endpoints';
import { withThisId } from '../../transport/expected';
import { read } from '../../transport/request';
import { type Operation } from '../operation';
import { jsonItems } from '../outputItem';

/** The service has no list of certified files to choose from. */
const fileIdField: INodeProperties = {
	displayName: 'Certified File ID',
	name: 'fileId',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. 2e9b3c4d-7f42-11e6-8a49-0680f0041fef',
	description: 'The ID in the output of Upload',
};

/** GET /v3/files/{id}.json; answers the certified file with its MD5. */
export const get: Operation = {
	name: 'Get',
	action: 'Get a certified file',
	description: 'Get what is certified of an uploaded file: its name, size, MD5 and date',
	reads: true,
	fields: [fileIdField],
	async run(item) {
		const id = locatorValue.call(this, fileIdField, item);
		const expected = withThisId('the certified file', id);
		return jsonItems(await read.call(this, endpoints.certifiedFile.one(id), {}, { expected }));
	},
};
