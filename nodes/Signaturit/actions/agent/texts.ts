import type { INodeProperties } from 'n8n-workflow';
import { textField } from '../../input/fields';
import type { Operation } from '../operation';
import { inTools } from './rules';

/** What a model has to know of fields, by their names: above all, where their IDs come from. */
const ofFields: Readonly<Record<string, string>> = {
	templates:
		'What people sign in Production is legally binding. Templates are named by ID or hashtag, from listing the templates.',
	signatureId: 'The signatureId comes from sending or listing signature requests.',
	documentId: 'The ID of a document is one of the documentIds of that request.',
	emailId: 'The certifiedEmailId comes from sending or listing certified emails.',
	smsId: 'The certifiedSmsId comes from sending or listing certified SMS.',
	certificateId: 'The ID of a certificate is one of its certificateIds.',
	deviceId: 'The ID comes from the user: devices cannot be listed.',
	fileId: 'The ID comes from uploading the file.',
	eventHookId: 'The ID comes from listing the event hooks.',
	brandingId: 'The ID comes from listing the brandings.',
	subscriptionId: 'The ID comes from listing the subscriptions.',
	contactId: 'The ID comes from listing the contacts.',
	userId: 'The ID of a user comes from listing the users of the team.',
	seatId: 'The ID comes from listing the seats of the team.',
	groupId: 'The ID of a group comes from listing the groups of the team.',
};

/** The fields of what is downloaded: a file, or several. */
const downloads = new Set(['binaryPropertyName', 'include']);

/** What a model is told of an operation, in at most 300 characters. n8n would tell it the action only. */
function textForModels({ description, reads, creates, sends, fields }: Operation): string {
	const isDownload = reads && fields.some(({ name }) => downloads.has(name));
	return [
		`${description}.`,
		(creates ?? sends) && 'The recipients get it at once.',
		creates && 'Called again with the same reference, it sends nothing.',
		isDownload && 'You get the name and size of a file, not its content.',
		...new Set(fields.map(({ name }) => ofFields[name])),
	]
		.filter(Boolean)
		.join(' ');
}

/** The field with the text for models, in place of the one that n8n adds. */
export const descriptionField = (operation: Operation): INodeProperties =>
	textField('Tool Description', 'toolDescription', {
		typeOptions: { rows: 4 },
		default: textForModels(operation),
		description: 'What the model is told of this tool',
		...inTools,
	});
