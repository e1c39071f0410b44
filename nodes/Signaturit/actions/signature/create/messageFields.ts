import type { INodeProperties } from 'n8n-workflow';

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
