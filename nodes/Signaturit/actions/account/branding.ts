import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { z } from 'zod';
import { fileSchema } from '../../input/files';
import { brandingLocator, locatorValue } from '../../input/locators';
import { readFiles } from '../../input/readFiles';
import { flag, optional, text, validated } from '../../input/schemas';
import { accountEndpoints, brandingList } from '../../transport/accountEndpoints';
import { accountWrites } from '../../transport/accountWrites';
import { withId } from '../../transport/expected';
import type { FormFields } from '../../transport/form';
import { readEntries } from '../../transport/lists/lists';
import { write } from '../../transport/request';
import type { Write } from '../../transport/writes';
import { plainRead, type Operation, type Resource, type Texts } from '../operation';
import { jsonItems } from '../outcome';
import { filtersField, plainList, readFilters, type Filters } from '../plainList';
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
		const logo = appearance.logo ?? file?.content.toString('base64');
		return {
			...{ name, ...appearance, logoFile: undefined, logo },
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
async function enteredBranding(this: IExecuteFunctions, item: number): Promise<FormFields> {
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

const filters: Filters = {
	things: 'brandings',
	part: '',
	statuses: [],
	others: ['since', 'until'],
};

/** GET /v3/brandings.json, ten at a time (docs/service.md#page-sizes). */
const getMany = plainList({
	name: 'Get Many',
	action: 'Get many brandings',
	description: 'List the brandings of the account, the newest first',
	fields: [filtersField(filters)],
	async read(item, limits) {
		const wanted = readFilters.call(this, filters, item);
		return await readEntries.call(this, brandingList, wanted, limits);
	},
});

/** GET /v3/brandings/{id}.json */
const get = plainRead({
	name: 'Get',
	action: 'Get a branding',
	description: 'Get a branding with its colors, texts and templates',
	locators: [brandingLocator],
	path: accountEndpoints.branding.one,
	expected: (id) => withId('the branding', id),
});

/** An operation that sends what is entered of a branding. It reads a file, so it is no plain one. */
function brandingWrite(
	texts: Texts,
	locators: readonly INodeProperties[],
	writeOf: (id: string) => Write,
): Operation {
	return {
		...texts,
		fields: [...locators, ...brandingFields],
		async run(item) {
			const [id = ''] = locators.map((locator) => locatorValue.call(this, locator, item));
			const fields = await enteredBranding.call(this, item);
			return jsonItems(await write(this, writeOf(id), { fields }));
		},
	};
}

/** POST /v3/brandings.json; answers the new branding. */
const create = brandingWrite(
	{
		name: 'Create',
		action: 'Create a branding for emails and signing pages',
		description: 'Create a branding: colors, logo and texts of emails, SMS and the signing page',
	},
	[],
	accountWrites.branding.create,
);

/** PATCH /v3/brandings/{id}.json; answers the changed branding. */
const update = brandingWrite(
	{
		name: 'Update',
		action: 'Update a branding and keep what is not given',
		description: 'Change a branding; what is left empty stays as it is',
	},
	[brandingLocator],
	accountWrites.branding.update,
);

export const branding: Resource = {
	name: 'Branding',
	value: 'branding',
	operations: {
		getManyBrandings: getMany,
		getBranding: get,
		createBranding: create,
		updateBranding: update,
	},
};
