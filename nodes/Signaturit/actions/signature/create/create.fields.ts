import type { INodeProperties } from 'n8n-workflow';
import {
	brandingField,
	copiesFields,
	customDataFields,
	referenceField,
	choiceField,
	jsonFieldFor,
	numberField,
	rowsField,
	tableField,
	textField,
	whenAsJson,
	option,
} from '../../../input/fields';
import { templateLocator } from '../../../input/locators';
import { countEndedOption } from '../../sending/find';
import { recipientsField, recipientsJsonOption } from './recipientFields';
import { additionalOption } from '../../../input/openWords';
import { inTools } from '../../agent/rules';
import { skipEmptyOption, skipMissingOption } from '../../../input/people';

const withTemplates = ['templates', 'both'];

const templateRows = tableField('Templates', 'templates', {
	row: { displayName: 'Template', name: 'template', values: [templateLocator] },
	sortable: true,
	required: true,
	default: { template: [{ id: { __rl: true, mode: 'list', value: '' } }] },
	description: 'Documents that were prepared in Signaturit',
	displayOptions: { show: { source: withTemplates } },
});

const templatesJsonOption = jsonFieldFor(templateRows, {
	default: '[\n  ""\n]',
	description:
		'List of the IDs or hashtags of templates, in place of Templates, e.g. ["#employment-contract"]',
	displayOptions: { show: { '/source': withTemplates } },
});

const MAX_TEMPLATES = 10;

/** The widgets of the chosen templates. In the mode `map`, a required one may be left to the signer. */
const templateFieldsField: INodeProperties = {
	displayName: 'Template Fields',
	name: 'templateFields',
	type: 'resourceMapper',
	noDataExpression: true,
	default: { mappingMode: 'defineBelow', value: null },
	description:
		'Values that the signers find filled in, and may change. An empty field is left to them.',
	displayOptions: { show: { source: withTemplates }, hide: whenAsJson('templates') },
	typeOptions: {
		loadOptionsDependsOn: Array.from(
			{ length: MAX_TEMPLATES },
			(_, row) => `templates.template[${row}].id.value`,
		),
		resourceMapper: {
			resourceMapperMethod: 'getTemplateFields',
			mode: 'map',
			valuesLabel: 'Template Fields',
			fieldWords: { singular: 'field', plural: 'fields' },
			addAllFields: true,
			supportAutoMap: false,
			noFieldsError: 'No template with fields is chosen',
		},
	},
};

const whenSms = { '/options.deliveryType': ['sms'] };

export const sourceField = choiceField('Documents to Sign', 'source', {
	default: 'files',
	description: 'Where the documents come from',
	options: [
		option('Files', 'files', 'Files of the input item'),
		option('Templates', 'templates', 'Templates stored in Signaturit'),
		option('Files and Templates', 'both'),
	],
});

/** The same in a tool, to which n8n gives no files. */
export const toolSourceField: INodeProperties = {
	...sourceField,
	default: 'templates',
	options: [
		option('Templates', 'templates', 'Templates stored in Signaturit'),
		option(
			'Files',
			'files',
			'Files of an earlier node, by an expression; an agent cannot attach files',
		),
		option('Files and Templates', 'both'),
	],
	...inTools,
};

/** The document that says what an agent wants to do. */
export const APPROVAL = 'approval';

/** The documents to sign of a review. */
export const reviewSourceField: INodeProperties = {
	...toolSourceField,
	default: APPROVAL,
	options: [
		option(
			'This Approval',
			APPROVAL,
			'A document that says what the tool of the agent is about to do',
		),
		...(toolSourceField.options ?? []),
	],
};

export const requestFields: INodeProperties[] = [
	sourceField,
	textField('Input Binary Field(s)', 'binaryPropertyNames', {
		placeholder: 'The only file of the item',
		description:
			'Input fields with the files to sign, e.g. contract,annex: PDF, DOC or DOCX of up to 15 MB each',
		displayOptions: { show: { source: ['files', 'both'] } },
	}),
	rowsField(templateRows),
	templateFieldsField,
	recipientsField,
	textField('Email Subject', 'subject', {
		placeholder: 'e.g. Your employment contract',
		description: "Subject of the email to the recipients; Signaturit's own text when left empty",
		displayOptions: { hide: whenSms },
	}),
];

export const requestOptions: INodeProperties[] = [
	additionalOption,
	textField('Email Body', 'body', {
		typeOptions: { rows: 4 },
		description: "Text of the email to the recipients, HTML allowed, in place of Signaturit's own",
	}),
	textField('SMS Body', 'smsBody', {
		typeOptions: { rows: 2 },
		description:
			"Text in place of Signaturit's own when Delivery Type is SMS, 120 characters at most",
		hint: 'Write [url] where the link goes',
	}),
	brandingField,
	textField('Redirect URL After Signing', 'callbackUrl', {
		placeholder: 'e.g. https://www.example.com/thank-you',
		description: 'The page to which the signer is taken after signing',
	}),
	...copiesFields('CC', 'cc', 'Who gets a copy of the signed documents in the end'),
	...customDataFields(
		'Pairs stored with the request. A key with the name of a PDF form field or of a widget of a template fills that field.',
		'At most 64 characters, unless it fills a field',
	),
	countEndedOption,
	choiceField('Delivery Type', 'deliveryType', {
		default: 'email',
		description: 'How the request reaches the recipients',
		options: [
			option('Email', 'email', 'Signers get an email with a link'),
			option('SMS', 'sms', 'Signers get a text message with a link'),
			option('URL', 'url', 'Nothing is sent; the output holds the URL to open for signing'),
		],
	}),
	numberField('Expires After (Days)', 'expireTime', {
		typeOptions: { minValue: 1, maxValue: 365 },
		default: 30,
		description:
			"Time to sign. Without this, the account's own setting in Signaturit counts, of 365 days at most.",
	}),
	referenceField('signature request', 'one of this name is open or signed'),
	recipientsJsonOption,
	textField('Reminders', 'reminders', {
		placeholder: 'e.g. 3 or 3,7,14',
		description:
			"Days before each automatic reminder, separated by commas; 0 for none. Without this, the account's setting counts.",
	}),
	textField('Reply To', 'replyTo', {
		placeholder: 'e.g. contracts@example.com',
		description: 'The address that replies to the email go to',
	}),
	textField('Request Name', 'name', {
		placeholder: 'e.g. Employment contract Ada Lovelace',
		description: 'Name of the request in Signaturit',
	}),
	choiceField('Signature Type', 'type', {
		default: 'advanced',
		description:
			'How much is captured when a recipient signs. Choose one if it matters: without it, Signaturit decides.',
		options: [
			option('Advanced', 'advanced', 'Captures how the signature is drawn, as biometric data'),
			option('Simple', 'simple', 'Captures no biometric data'),
			option('Smart', 'smart', 'Simple on a desktop computer, advanced on a phone or tablet'),
		],
	}),
	choiceField('Signing Mode', 'signingMode', {
		default: 'sequential',
		description: 'In which order the recipients sign',
		options: [
			option('Parallel', 'parallel', 'Everyone gets the request at once'),
			option(
				'Sequential',
				'sequential',
				'Each recipient gets the request after the previous one has signed',
			),
		],
	}),
	skipEmptyOption,
	skipMissingOption,
	templatesJsonOption,
];
