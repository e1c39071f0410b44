import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { z } from 'zod';
import { schemaOf } from '../../input/fields';
import { fileSchema, readFiles } from '../../input/files';
import { brandingLocator } from '../../input/locators';
import { shortText, text, validated } from '../../input/schemas';
import { brandingList, endpoints } from '../../transport/endpoints';
import { writes } from '../../transport/writes';
import { plainRead, plainWrite, resource } from '../operation';
import { entryList, filtersOf } from '../plainList';
import {
	appearance,
	bracketedWord,
	brandingFields,
	brandingNames,
	emailTemplates,
	MAX_NAME_LENGTH,
	smsTemplates,
	texts,
	type Templates,
} from './brandingFields';

/** A template with its words as the service writes them. */
const templateText = ([displayName, , needed]: Templates[string]) =>
	text(displayName).transform((entered, context) => {
		const html = entered?.replace(bracketedWord, '{{$1}}');
		if (needed && html !== undefined && !new RegExp(`{{\\s*${needed}\\s*}}`).test(html)) {
			const message = `Template "${displayName}" must contain [${needed}]`;
			context.addIssue({ code: 'custom', message });
		}
		return html;
	});

const templateTexts = (templates: Templates) =>
	z.object(
		Object.fromEntries(
			Object.entries(templates).map(([name, template]) => [name, templateText(template)]),
		),
	);

/** The file as the Base64 text that is sent. */
const logoSchema = () =>
	z
		.array(fileSchema('Logo File'))
		.max(1, 'Logo File: name one field')
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
		.refine(({ appearance: { logo, logoFile } }) => logo === undefined || logoFile === undefined, {
			message: 'Logo: give a file or its Base64 text, not both',
		})
		.transform(({ appearance: { logoFile, ...appearance }, ...others }) => ({
			name: others.name,
			...appearance,
			logo: appearance.logo ?? logoFile,
			application_texts: others.texts,
			templates: others.emailTemplates,
			'sms-templates': others.smsTemplates,
		}));

/**
 * The body of POST and PATCH for a branding (docs/service.md#brandings). What is left empty is not sent.
 *
 * @throws UserError that names every fault at once
 */
async function readBranding(this: IExecuteFunctions, entered: IDataObject, item: number) {
	const appearance = entered.appearance as IDataObject;
	const logoFile = await readFiles.call(this, appearance.logoFile ?? '', item);
	const values = { ...entered, appearance: { ...appearance, logoFile } };
	return { fields: validated(brandingSchema(), values), names: brandingNames };
}

const filters = filtersOf({ things: 'brandings', others: ['since', 'until'] });

const form = { fields: brandingFields, content: readBranding };

export const branding = resource('Branding', 'branding', {
	getManyBrandings: entryList(brandingList, filters, {
		description: 'List the brandings of the account, the newest first',
	}),
	getBranding: plainRead(endpoints.branding.one, [brandingLocator], {
		description: 'Get a branding with its colors, texts and templates',
	}),
	createBranding: plainWrite(writes.createBranding, [], {
		...form,
		action: 'Create a branding for emails and signing pages',
		description: 'Create a branding: colors, logo and texts of emails, SMS and the signing page',
	}),
	updateBranding: plainWrite(writes.updateBranding, [brandingLocator], {
		...form,
		action: 'Update a branding and keep what is not given',
		description: 'Change a branding; what is left empty stays as it is',
	}),
});
