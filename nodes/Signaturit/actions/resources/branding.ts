// The resource Branding: how emails and signing pages look, and the texts in them.

import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { z } from 'zod';
import { schemaOf } from '../../input/fieldDoors';
import {
	choiceField,
	collectionField,
	displayNames,
	switchField,
	textField,
} from '../../input/fields';
import { DEFAULT_FIELD, fileSchema, readFiles } from '../../input/files';
import { brandingLocator } from '../../input/locators';
import { free } from '../../input/words';
import { shortText } from '../../input/doors';
import { validated } from '../../input/schemas';
import type { ExecuteCall } from '../../transport/call';
import { brandingList, endpoints } from '../../transport/endpoints';
import { writes } from '../../transport/writes';
import { knownBy } from '../additional';
import type { Resource } from '../operation';
import { plainRead } from '../plain';
import { plainForm } from '../plainForm';
import { filtersOf } from '../filters';
import { entryList } from '../plainList';
import { isPlainObject } from '../../transport/shapes';
import {
	emailTemplates,
	fieldsOfTemplates,
	smsTemplates,
	templateTexts,
} from './brandingTemplates';

/** Longest name, in characters (docs/service.md#text-lengths). */
const MAX_NAME_LENGTH = 24;

const line = (displayName: string, name: string, description: string) =>
	textField(displayName, name, { description });

const color = (displayName: string, name: string, description: string) =>
	textField(displayName, name, { type: 'color', placeholder: 'e.g. #FAAC58', description });

const shown = (displayName: string, name: string, what: string) =>
	switchField(displayName, name, { default: true, description: `Whether to show ${what}` });

const dropdown = (displayName: string, name: string, description: string, words: string[]) =>
	choiceField(displayName, name, {
		options: words.map((word) => ({ name: word, value: word.toLowerCase() })),
		default: words[0]?.toLowerCase() ?? '',
		description,
	});

const appearance = [
	color('Footer Color', 'footer_color', 'Color of the foot of the signing page'),
	color('Header Color', 'header_color', 'Color of the head of the signing page'),
	color('Layout Color', 'layout_color', 'Main color of buttons and the like'),
	line('Logo (Base64)', 'logo', 'The logo in emails, as the Base64 text of an image'),
	textField('Logo File', 'logoFile', {
		default: DEFAULT_FIELD,
		description: 'The logo in emails',
		hint: 'The name of the input field that holds the image. If it is the only file, leave it as it is.',
	}),
	shown('Show Biometric Hash', 'show_biometric_hash', 'the biometric hash in what was signed'),
	shown('Show CSV Stamp', 'show_csv', 'the secure verification code (CSV) in what was signed'),
	shown('Show Welcome Page', 'show_welcome_page', 'a welcome page before the document'),
	dropdown('Side of CSV Stamp', 'csv_position', 'Where the CSV stamp is', ['Left', 'Right']),
	dropdown('Signature Color', 'signature_color', 'Color of the drawn signature', ['Black', 'Blue']),
	color('Text Color', 'text_color', 'Color of the text on buttons and the like'),
];

const texts = [
	line('Certified Email Button', 'open_email_button', 'The button in certified emails'),
	line('Send Button', 'send_button', 'The button with which a signer sends the signature'),
	line('Signature Email Button', 'open_sign_button', 'The button in emails to signers'),
	textField('Terms and Conditions', 'terms_and_conditions', {
		typeOptions: { rows: 5 },
		description: 'Your own terms, which may be HTML',
	}),
];

const collection = (shown: string, name: string, description: string, options: INodeProperties[]) =>
	collectionField(shown, name, { placeholder: 'Add Field', description, options });

const emails = collection(
	'Email Templates',
	'emailTemplates',
	'HTML; the title tag is the subject. All may have [sender_email], [signer_name], [signer_email], [filename], [logo].',
	fieldsOfTemplates(emailTemplates),
);
const smsTexts = fieldsOfTemplates(smsTemplates);
const sms = collection('SMS Templates', 'smsTemplates', 'Texts of SMS with a code', smsTexts);
const words = collection('Texts', 'texts', 'Words on buttons, and your terms', texts);

const brandingFields = [
	textField('Name', 'name', {
		placeholder: 'e.g. Sales in Spain',
		description: `Name of the branding, at most ${MAX_NAME_LENGTH} characters`,
	}),
	collection('Appearance', 'appearance', 'Colors, logo, and what signers see', appearance),
	...[emails, sms, words],
];

/** The parameters of a branding, also those without a field (docs/service.md#brandings). */
const brandingWords = {
	...free('name', 'show_survey_page'),
	...knownBy(appearance.filter(({ name }) => name !== 'logoFile')),
	application_texts: [
		{ ...knownBy(texts), ...free('sign_button', 'photo', 'voice', 'multi_page') },
	],
	templates: [free(...Object.keys(emailTemplates), 'pending_sign_bulk')],
	'sms-templates': [free(...Object.keys(smsTemplates))],
};

/** The names of a collection and of its fields, which the service has in `place`. */
const namesIn = (place: string, { displayName, options = [] }: INodeProperties) => {
	const names = Object.entries(displayNames(options as INodeProperties[]));
	const inside = names.map(([name, shown]) => [`${place}[${name}]`, `${displayName}: ${shown}`]);
	return { [place]: displayName, ...Object.fromEntries(inside) };
};

/** The panel's names of the fields that are sent. The logo has one name, whichever way it was given. */
export const brandingNames = {
	...displayNames([...brandingFields, ...appearance]),
	logo: 'Logo',
	...namesIn('application_texts', words),
	...namesIn('templates', emails),
	...namesIn('sms-templates', sms),
};

const logoSchema = () =>
	z
		.array(fileSchema('Logo File'))
		.max(1, 'Logo File: enter the name of one field')
		.transform(([file]) => file?.content.toString('base64'));

const brandingSchema = () =>
	z
		.object({
			name: shortText('Name', MAX_NAME_LENGTH, 'a branding'),
			appearance: schemaOf(appearance, { logoFile: logoSchema() }),
			emailTemplates: templateTexts(emailTemplates),
			smsTemplates: templateTexts(smsTemplates),
			texts: schemaOf(texts),
		})
		.refine(
			({ appearance: { logo, logoFile } }) => logo === undefined || logoFile === undefined,
			'Logo: give a file or its Base64 text, not both',
		)
		.transform(({ name, appearance: { logoFile, ...appearance }, ...rest }) => ({
			name,
			...appearance,
			logo: appearance.logo ?? logoFile,
			application_texts: rest.texts,
			templates: rest.emailTemplates,
			'sms-templates': rest.smsTemplates,
		}));

/**
 * The body of POST and PATCH for a branding (docs/service.md#brandings). Empty fields are not sent.
 *
 * @throws UserError that names every problem at once
 */
async function readBranding(call: ExecuteCall, entered: IDataObject, item: number) {
	const appearance = isPlainObject(entered.appearance) ? entered.appearance : {};
	const logoFile = await readFiles(call, appearance.logoFile ?? '', item);
	const values = { ...entered, appearance: { ...appearance, logoFile } };
	return { fields: validated(brandingSchema(), values), names: brandingNames };
}

const filters = filtersOf({ plural: 'brandings', otherFilters: ['since', 'until'] });

const form = { fields: brandingFields, content: readBranding, knownFields: brandingWords };

export const branding: Resource = {
	name: 'Branding',
	value: 'branding',
	operations: {
		getManyBrandings: entryList(brandingList, filters, {
			line: ({ id, created_at: created, name }) => ({ id, created, values: [name] }),
			name: 'Get Many',
			action: 'Get many brandings',
			description: 'List the brandings of the account, the newest first',
		}),
		getBranding: plainRead(endpoints.branding.one, [brandingLocator], {
			name: 'Get',
			action: 'Get a branding',
			description: 'Get a branding with its colors, texts and templates',
		}),
		createBranding: plainForm(writes.createBranding, [], {
			...form,
			name: 'Create',
			action: 'Create a branding for emails and signing pages',
			description: 'Create a branding: colors, logo and texts of emails, SMS and the signing page',
		}),
		updateBranding: plainForm(writes.updateBranding, [brandingLocator], {
			...form,
			name: 'Update',
			action: 'Update a branding and keep what is not given',
			description: 'Change a branding; what is left empty stays as it is',
		}),
	},
};
