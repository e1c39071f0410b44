import type { INodeProperties } from 'n8n-workflow';
import { whenAsJson } from '../../../input/lists';

/** Most templates whose fields are shown. */
const MAX_TEMPLATES = 10;

/**
 * The panel's field for the widgets of the chosen templates, which n8n asks for whenever another one is chosen.
 * In the mode `map`, a required widget may be left to the signer.
 */
export const templateFieldsField: INodeProperties = {
	displayName: 'Template Fields',
	name: 'templateFields',
	type: 'resourceMapper',
	noDataExpression: true,
	default: { mappingMode: 'defineBelow', value: null },
	description:
		'Values that the signers find filled in, and may change. An empty field is left to them.',
	displayOptions: { show: { source: ['templates', 'both'] }, hide: whenAsJson('templates') },
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

/** The condition that the request is delivered by SMS. */
const whenSms = { '/options.deliveryType': ['sms'] };

const emailSubject: INodeProperties = {
	displayName: 'Email Subject',
	name: 'subject',
	type: 'string',
	default: '',
	placeholder: 'e.g. Your employment contract',
	description: "Subject of the email to the recipients; Signaturit's own text when left empty",
	displayOptions: { hide: whenSms },
};

const emailBody: INodeProperties = {
	displayName: 'Email Body',
	name: 'body',
	type: 'string',
	typeOptions: { rows: 4 },
	default: '',
	description:
		"Text of the email to the recipients, HTML allowed; Signaturit's own text when left empty",
	displayOptions: { hide: whenSms },
};

const smsBody: INodeProperties = {
	displayName: 'SMS Body',
	name: 'body',
	type: 'string',
	typeOptions: { rows: 2 },
	default: '',
	description: "Text of the SMS, 120 characters at most; Signaturit's own text when left empty",
	hint: 'Write [url] where the link goes',
	displayOptions: { show: whenSms },
};

/** The panel's fields for the message that brings a signature request to its recipients. */
export const messageFields: INodeProperties[] = [emailSubject, emailBody, smsBody];
