import type { INodeProperties } from 'n8n-workflow';
import {
	customDataFields,
	referenceField,
	choiceField,
	jsonFieldFor,
	rowsField,
	tableField,
	textField,
	whenAsJson,
	option,
} from '../../../input/fields';
import { templateLocator } from '../../../input/locators';
import { additionalOption, panelFields } from '../../../input/parameters';
import { skipEmptyOption, skipMissingOption } from '../../../input/people';
import { inTools } from '../../agent/rules';
import { countEndedOption } from '../../sending/find';
import { recipientTable } from './recipientTable';
import { requestTable } from './requestTable';

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

/** The value of the document *This Approval*, which says what an agent wants to do. */
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

const recipientRows = tableField('Recipients', 'recipients', {
	row: { displayName: 'Recipient', name: 'recipient', values: panelFields(recipientTable) },
	sortable: true,
	addMore: 'Add Contact, Phone, Widgets …',
	required: true,
	default: { recipient: [{ email: '', name: '' }] },
	description: 'Who signs or validates the documents',
});

export const recipientsJsonOption = jsonFieldFor(recipientRows, {
	default: '[\n  {\n    "email": "",\n    "name": ""\n  }\n]',
	description:
		"In place of Recipients, in the words of Signaturit's API. For all rows of a table, give the list of an Aggregate node.",
	hint: 'Widgets go into their recipient, e.g. "widgets": [{ "type": "signature", "page": 1, "left": 10, "top": 80 }]',
});

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
	rowsField(recipientRows),
	requestTable.subject.field,
];

/** The others are fields and `eventsOptions`. */
const inOptions = Object.fromEntries(
	Object.entries(requestTable).filter(([key]) => !['subject', 'events_url'].includes(key)),
);

export const requestOptions: INodeProperties[] = [
	...panelFields(inOptions),
	additionalOption,
	textField('SMS Body', 'smsBody', {
		typeOptions: { rows: 2 },
		description:
			"Text in place of Signaturit's own when Delivery Type is SMS, 120 characters at most",
		hint: 'Write [url] where the link goes',
	}),
	...customDataFields(
		'Pairs stored with the request. A key with the name of a PDF form field or of a widget of a template fills that field.',
		'At most 64 characters, unless it fills a field',
	),
	countEndedOption,
	referenceField('signature request', 'one of this name is open or signed'),
	recipientsJsonOption,
	skipEmptyOption,
	skipMissingOption,
	templatesJsonOption,
];
