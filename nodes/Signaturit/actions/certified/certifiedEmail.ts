import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { z } from 'zod';
import {
	brandingIdField,
	copiesFields,
	customDataFields,
	referenceField,
} from '../../input/commonFields';
import { copiesSchema, givenReference, referenceSchema } from '../../input/commonSchemas';
import { listSchema, readRows, readRowsOrJson } from '../../input/lists';
import { emailCertificateLocator, emailLocator } from '../../input/locators';
import { readFiles } from '../../input/readFiles';
import { emailSchema, filledText, strictObject, validated } from '../../input/schemas';
import type { Operation, Resource } from '../operation';
import { simplifiedCertified, simplifiedItems, simplifyOption } from '../outcome';
import { eventsOptions, eventsUrl } from '../reporting/eventsUrl';
import { trackedFor } from '../reporting/tracking';
import { createOnce } from '../sending/createOnce';
import type { Described } from '../sending/creation';
import {
	attachmentsField,
	certifiedForm,
	certifiedRows,
	certifiedShape,
	checkAttachments,
	certifiedReads,
	recipientsOf,
	typeField,
} from './common';

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
const create: Operation = {
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
			cc: readRowsOrJson(options, 'cc', 'copy'),
			bcc: readRowsOrJson(options, 'bcc', 'copy'),
			subject: this.getNodeParameter('subject', item),
			body: this.getNodeParameter('body', item),
			type: this.getNodeParameter('type', item),
			attachments: await readFiles.call(this, names, item),
			brandingId: options.brandingId,
			data: readRowsOrJson(options, 'data', 'pair'),
			eventsUrl: eventsUrl.call(this, item, 'certifiedEmail'),
		});
		const created = await createOnce.call(this, item, note, {
			...described,
			resource: 'certifiedEmail',
			track: trackedFor.call(this, item, 'certifiedEmail'),
		});
		return simplifiedItems.call(this, created, simplifiedCertified('certifiedEmail'), item);
	},
};

const { get, getMany, count, downloadAuditTrail } = certifiedReads({
	kind: 'certifiedEmail',
	one: 'certified email',
	many: 'certified emails',
	locators: [emailLocator, emailCertificateLocator],
	filters: ['since', 'data'],
});

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

const recipientSchema = strictObject('A recipient', {
	email: emailSchema,
	name: filledText('Name'),
});

const emailShape = (type: unknown) =>
	z.object({
		...certifiedShape(type),
		recipients: listSchema('Recipients', recipientSchema, '[{ "email": "…", "name": "…" }]'),
		cc: copiesSchema('CC'),
		bcc: copiesSchema('BCC'),
		subject: filledText('Email Subject'),
		body: filledText('Email Body'),
		reference: referenceSchema,
	});

/** The panel's values, not validated yet. */
type EmailInput = Readonly<Partial<Record<keyof z.input<ReturnType<typeof emailShape>>, unknown>>>;

/**
 * The body of `POST /v3/emails.json`. Recipients are sent as `recipients[0]…`; when there are copies, as
 * `recipients[to][0]…` beside `recipients[cc][0]…` and `recipients[bcc][0]…`
 * (docs/service.md#copies-of-certified-emails).
 *
 * @throws UserError that names every fault at once, by the fields' names in the panel
 */
export function emailForm(input: EmailInput): Described {
	const schema = emailShape(input.type).superRefine(checkAttachments);
	const email = validated(schema, input, certifiedRows);
	const { recipients, cc = [], bcc = [], subject, body, reference } = email;
	const { fields, files } = certifiedForm(email);
	return {
		fields: {
			recipients: cc.length + bcc.length > 0 ? { to: recipients, cc, bcc } : recipients,
			subject,
			body,
			...fields,
		},
		files,
		reference,
		contents: {
			recipients,
			files: email.attachments.map(({ fileName }) => ({ name: fileName })),
		},
	};
}
