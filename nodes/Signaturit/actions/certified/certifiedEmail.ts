import type { IDataObject, INodeProperties } from 'n8n-workflow';
import {
	brandingIdField,
	copiesFields,
	customDataFields,
	referenceField,
} from '../../input/commonFields';
import { givenReference } from '../../input/customData';
import { readRows, readTwofold } from '../../input/lists';
import { emailCertificateLocator, emailLocator } from '../../input/locators';
import { readFiles } from '../../input/readFiles';
import { serviceFiles } from '../../transport/files/deliveryFiles';
import { simplifiedCertified, simplifiedItems, simplifyOption } from '../outputItem';
import { eventsOptions, eventsUrl } from '../eventsUrl';
import { fileDownload } from '../fileDownload';
import type { Operation, Resource } from '../operation';
import { createOnce } from '../sending/createOnce';
import { certifiedEmails } from '../sending/creation';
import { trackedFor } from '../tracking';
import { emailForm } from './emailForm';
import { attachmentsField, recipientsOf, typeField } from './input';
import { countOf, emails, getManyOf, getOf } from './reading';

const recipientFields: INodeProperties[] = [
	{
		displayName: 'Email',
		name: 'email',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. ada@example.com',
	},
	{
		displayName: 'Name',
		name: 'name',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. Ada Lovelace',
	},
];

const recipients = recipientsOf('email', recipientFields);

const emailOptions: INodeProperties[] = [
	...copiesFields('BCC', 'bcc', 'Who gets a copy that the others do not know of'),
	brandingIdField,
	...copiesFields('CC', 'cc', 'Who gets a copy'),
	...customDataFields('Pairs stored with the email, by which it can be found again'),
	recipients.jsonOption,
	referenceField('email'),
];

/** POST /v3/emails.json; answers the certified email, or the one that exists (`createOnce`). */
export const create: Operation = {
	name: 'Create',
	action: 'Create a certified email and send it',
	description:
		'Send an email and get proof of its content, its delivery and, if wanted, its opening',
	isSlow: true,
	creates: true,
	fields: [
		recipients.field,
		{
			displayName: 'Email Subject',
			name: 'subject',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. Notice of termination',
			description: 'Subject of the email',
		},
		{
			displayName: 'Email Body',
			name: 'body',
			type: 'string',
			typeOptions: { rows: 4 },
			required: true,
			default: '',
			description: 'Text of the email, HTML allowed',
		},
		typeField,
		attachmentsField,
	],
	options: [...emailOptions, ...eventsOptions, simplifyOption],
	async run(item, note) {
		const names = this.getNodeParameter('binaryPropertyNames', item);
		const options = this.getNodeParameter('options', item) as IDataObject;
		const described = emailForm({
			reference: givenReference(options),
			recipients: readRows.call(this, 'recipients', 'recipient', item),
			cc: readTwofold(options, 'cc', 'copy'),
			bcc: readTwofold(options, 'bcc', 'copy'),
			subject: this.getNodeParameter('subject', item),
			body: this.getNodeParameter('body', item),
			type: this.getNodeParameter('type', item),
			attachments: await readFiles.call(this, names, item),
			brandingId: options.brandingId,
			data: readTwofold(options, 'data', 'pair'),
			eventsUrl: eventsUrl.call(this, item, 'certifiedEmail'),
		});
		const creation = { ...described, track: trackedFor.call(this, item, 'certifiedEmail') };
		const created = await createOnce.call(this, item, note, certifiedEmails, creation);
		return simplifiedItems.call(this, created, simplifiedCertified('certifiedEmail'), item);
	},
};

/** GET /v3/emails/{id}.json. */
const get = getOf(emails);

/** GET /v3/emails.json. */
const getMany = getManyOf(emails);

/** GET /v3/emails/count.json. */
const count = countOf(emails);

/** GET /v3/emails/{id}/certificates/{id}/download/audit_trail; available from `certification_completed` on. */
const downloadAuditTrail = fileDownload(
	{
		name: 'Download Audit Trail',
		action: 'Download the audit trail of a certified email',
		description: 'Download the PDF that proves what one recipient was sent and did with it',
	},
	{
		kind: 'certifiedEmail',
		locators: [emailLocator, emailCertificateLocator],
		file: serviceFiles.auditTrail,
	},
);

export const certifiedEmail: Resource = {
	name: 'Certified Email',
	value: 'certifiedEmail',
	operations: {
		createEmail: create,
		getEmail: get,
		getManyEmails: getMany,
		countEmails: count,
		downloadEmailAuditTrail: downloadAuditTrail,
	},
};
