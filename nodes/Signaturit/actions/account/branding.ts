import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { z } from 'zod';
import { fileSchema, readFiles } from '../../input/files';
import { brandingLocator } from '../../input/locators';
import { flag, optional, text, validated } from '../../input/schemas';
import { brandingList, endpoints } from '../../transport/endpoints';
import { withId } from '../../transport/expected';
import { readEntries } from '../../transport/lists/lists';
import { writes } from '../../transport/writes';
import { plainRead, plainWrite, type Resource } from '../operation';
import { filtersField, plainList, readFilters, type Filters } from '../plainList';
import {
	appearance,
	bracketedWord,
	brandingFields,
	emailTemplates,
	MAX_NAME_LENGTH,
	smsTemplates,
	texts,
	type Templates,
} from './brandingFields';

/** Text or a boolean that may be missing. Which colors there are, the service decides. */
const plainValue = ({ displayName, type }: INodeProperties) =>
	type === 'boolean' ? optional(flag(displayName)) : text(displayName);

const plainValues = (fields: INodeProperties[]) =>
	z.object(Object.fromEntries(fields.map((field) => [field.name, plainValue(field)])));

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

const lengthOf = (name: unknown) => [...String(name ?? '')].length;

const brandingSchema = () =>
	z
		.object({
			name: text('Name').refine(
				(name) => lengthOf(name) <= MAX_NAME_LENGTH,
				(name) => ({
					message: `Name is ${lengthOf(name)} characters long: a branding takes at most ${MAX_NAME_LENGTH}`,
				}),
			),
			appearance: plainValues(appearance),
			emailTemplates: templateTexts(emailTemplates),
			smsTemplates: templateTexts(smsTemplates),
			texts: plainValues(texts),
			files: z.array(fileSchema('Logo File')).max(1, 'Logo File: name one field'),
		})
		.refine(({ appearance, files }) => appearance.logo === undefined || files.length === 0, {
			message: 'Logo: give a file or its Base64 text, not both',
		})
		.transform(({ name, appearance, emailTemplates, smsTemplates, texts, files: [file] }) => {
			const logo = appearance.logo ?? file?.content.toString('base64');
			return {
				...{ name, ...appearance, logoFile: undefined, logo },
				application_texts: texts,
				templates: emailTemplates,
				'sms-templates': smsTemplates,
			};
		});

/**
 * The body of POST and PATCH for a branding (docs/service.md#brandings). What is left empty is not sent.
 *
 * @throws UserError that names every fault at once
 */
async function readBranding(this: IExecuteFunctions, item: number) {
	const entries = brandingFields.map(({ name, default: empty }) => [
		name,
		this.getNodeParameter(name, item, empty),
	]);
	const entered = Object.fromEntries(entries) as IDataObject;
	const { logoFile = '' } = entered.appearance as IDataObject;
	const files = await readFiles.call(this, logoFile, item);
	return { fields: validated(brandingSchema(), { ...entered, files }) };
}

const form = { fields: brandingFields, read: readBranding };

const filters: Filters = {
	things: 'brandings',
	part: '',
	statuses: [],
	others: ['since', 'until'],
};

export const branding: Resource = {
	name: 'Branding',
	value: 'branding',
	operations: {
		getManyBrandings: plainList({
			name: 'Get Many',
			action: 'Get many brandings',
			description: 'List the brandings of the account, the newest first',
			fields: [filtersField(filters)],
			async read(item, limits) {
				const wanted = readFilters.call(this, filters, item);
				return await readEntries.call(this, brandingList, wanted, limits);
			},
		}),
		getBranding: plainRead({
			name: 'Get',
			action: 'Get a branding',
			description: 'Get a branding with its colors, texts and templates',
			locators: [brandingLocator],
			path: endpoints.branding.one,
			expected: (id) => withId('the branding', id),
		}),
		createBranding: plainWrite({
			name: 'Create',
			action: 'Create a branding for emails and signing pages',
			description: 'Create a branding: colors, logo and texts of emails, SMS and the signing page',
			form,
			write: writes.createBranding,
		}),
		updateBranding: plainWrite({
			name: 'Update',
			action: 'Update a branding and keep what is not given',
			description: 'Change a branding; what is left empty stays as it is',
			locators: [brandingLocator],
			form,
			write: writes.updateBranding,
		}),
	},
};
