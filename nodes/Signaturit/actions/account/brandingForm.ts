import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { z } from 'zod';
import { fileSchema } from '../../input/files';
import { readFiles } from '../../input/readFiles';
import { flag, optional, text, validated } from '../../input/schemas';
import type { FormFields } from '../../transport/form';
import {
	appearance,
	brandingFields,
	emailTemplates,
	MAX_NAME_LENGTH,
	neededWords,
	smsTemplates,
	texts,
	WORDS,
} from './brandingFields';

const bracketedWord = new RegExp(`\\[(${WORDS.join('|')})\\]`, 'g');

/** Text or a boolean that may be missing. Which colors there are, the service decides. */
const plainValue = ({ displayName, type }: INodeProperties) =>
	type === 'boolean' ? optional(flag(displayName)) : text(displayName);

/** A template with its words as the service writes them. */
const templateText = ({ displayName, name }: INodeProperties) => {
	const needed = neededWords[name] ?? '';
	const neededWord = new RegExp(`{{\\s*${needed}\\s*}}`);
	return text(displayName).transform((entered, context) => {
		const html = entered?.replace(bracketedWord, '{{$1}}');
		if (needed && html !== undefined && !neededWord.test(html)) {
			const message = `Template "${displayName}" must contain [${needed}]`;
			context.addIssue({ code: 'custom', message });
		}
		return html;
	});
};

/** What is filled in of a collection, by the service's names. */
const filled = (
	fields: readonly INodeProperties[],
	schemaOf: (
		field: INodeProperties,
	) => z.ZodType<string | boolean | undefined, z.ZodTypeDef, unknown>,
) => z.object(Object.fromEntries(fields.map((field) => [field.name, schemaOf(field)])));

const brandingSchema = z
	.object({
		name: text('Name').refine(
			(name) => lengthOf(name) <= MAX_NAME_LENGTH,
			(name) => ({
				message: `Name is ${lengthOf(name)} characters long: a branding takes at most ${MAX_NAME_LENGTH}`,
			}),
		),
		appearance: filled(appearance, plainValue),
		emailTemplates: filled(emailTemplates, templateText),
		smsTemplates: filled(smsTemplates, templateText),
		texts: filled(texts, plainValue),
		files: z.array(fileSchema('Logo File')).max(1, 'Logo File: name one field'),
	})
	.refine(({ appearance, files }) => appearance.logo === undefined || files.length === 0, {
		message: 'Logo: give a file or its Base64 text, not both',
	})
	.transform(({ name, appearance, emailTemplates, smsTemplates, texts, files: [file] }) => {
		const { logoFile: _, logo = file?.content.toString('base64'), ...look } = appearance;
		return {
			...{ name, ...look, logo },
			application_texts: texts,
			templates: emailTemplates,
			'sms-templates': smsTemplates,
		};
	});

const lengthOf = (name: unknown) => [...String(name ?? '')].length;

/**
 * The body of POST and PATCH for a branding (docs/service.md#brandings). What is left empty is not sent.
 *
 * @throws UserError that names every fault at once
 */
export async function enteredBranding(this: IExecuteFunctions, item: number): Promise<FormFields> {
	const entered = Object.fromEntries(
		brandingFields.map((field) => [
			field.name,
			this.getNodeParameter(field.name, item, field.default),
		]),
	);
	const { logoFile = '' } = entered.appearance as IDataObject;
	const files = await readFiles.call(this, logoFile, item);
	return validated(brandingSchema, { ...entered, files });
}
