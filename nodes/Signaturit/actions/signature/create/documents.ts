// The documents to sign: their fields, and how files and templates are read.

import { NodeApiError, type INodeProperties } from 'n8n-workflow';
import { z } from 'zod';
import {
	choiceField,
	inTools,
	jsonFieldFor,
	option,
	rowsField,
	tableField,
	textField,
	whenAsJson,
} from '../../../input/fields';
import { documentProblem } from '../../../input/fileChecks';
import {
	deliver,
	isPdf,
	fileSchema,
	findFiles,
	noneOf,
	ONLY_FILE,
	type InputFile,
} from '../../../input/files';
import { readRows } from '../../../input/rows';
import { chosenIn } from '../../../input/values';
import { chosenValue, templateLocator } from '../../../input/locators';
import { skips } from '../../../input/people';
import { readPdf } from '../../../input/readPdf';
import { isBlank } from '../../../input/schemas';
import { reviewsToolCalls } from '../../../n8n/variant';
import { parameter, type ExecuteCall } from '../../../transport/call';
import { endpoints } from '../../../transport/endpoints';
import { isRefusal, changed } from '../../../transport/errors/errors';
import { showValue } from '../../../transport/errors/shown';
import { readEntries } from '../../../transport/lists/lists';
import { lettersOf } from '../../../transport/same';
import { isPlainObject, templateSchema } from '../../../transport/shapes';
import { thisApproval } from '../../agent/thisApproval';
import type { WidgetContext } from './widgetPlace';

export const FILES = 'Input Binary Field(s)';

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
const APPROVAL = 'approval';

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

const withTemplates = ['templates', 'both'];

const templateRows = tableField('Templates', 'templates', {
	// n8n cuts the red mark of a required one off in a tool, and the hint tells of it (`firstHints`).
	row: {
		displayName: 'Template',
		name: 'template',
		values: [{ ...templateLocator, required: undefined }],
	},
	sortable: true,
	required: true,
	default: { template: [{ id: { __rl: true, mode: 'list', value: '' } }] },
	description: 'Documents that were prepared in Signaturit',
	displayOptions: { show: { source: withTemplates } },
});

export const templatesJsonOption = jsonFieldFor(templateRows, {
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

export const documentFields: INodeProperties[] = [
	sourceField,
	textField(FILES, 'binaryPropertyNames', {
		placeholder: 'The only file of the item',
		description:
			'Input fields with the files to sign, e.g. contract,annex: PDF, DOC or DOCX of up to 15 MB each',
		displayOptions: { show: { source: ['files', 'both'] } },
	}),
	rowsField(templateRows),
	templateFieldsField,
];

/** The files and templates that an item names to be signed. The list that the panel does not show is left out. */
export function readDocuments(call: ExecuteCall, item: number, asksPages: boolean) {
	const isReview = reviewsToolCalls(call.node);
	const source = chosenIn(call, isReview ? reviewSourceField : sourceField, item);
	if (source === APPROVAL) return { files: [thisApproval(call, item)] };
	const list = { ...templateRows, rows: 'template' };
	const idOf = (row: unknown) => (isPlainObject(row) ? chosenValue(row.id) : row);
	const templates = source === 'files' ? undefined : readRows(call, list, item, idOf);
	if (source === 'templates') return { templates };
	// An expression without a value names no file.
	const isLeftEmpty = isBlank(call.node.parameters.binaryPropertyNames);
	const names = isLeftEmpty ? ONLY_FILE : parameter(call, 'binaryPropertyNames', item, '');
	const skipsMissing = skips(call, item, 'files');
	const isAsked = templates === undefined && asksPages;
	const found = findFiles(call, names, item, skipsMissing);
	const isLacking = found.length === 0 && templates === undefined;
	const files = (isLacking ? noneOf(call, item) : found).map(({ read, ...file }) => ({
		...file,
		...(read && { read: async () => await withFacts(await read(), isAsked) }),
	}));
	return { files, templates };
}

/** Reads a PDF if its pages are asked for, or if it may be protected. One that is refused anyway is not read. */
async function withFacts(file: InputFile, isAsked: boolean): Promise<InputFile> {
	const isToRead = isAsked || file.content.includes('/Encrypt');
	const isRead = isToRead && isPdf(file.content) && documentSchema.safeParse(file).success;
	return isRead ? { ...file, ...(await readPdf(file.content)) } : file;
}

export const documentSchema = fileSchema(
	FILES,
	documentProblem,
	deliver('PDF', ', or choose Templates'),
);

const countedFiles = z.array(z.object({ pages: z.number() })).min(1);

/** A page belongs to any of the documents (docs/service.md#widgets), so the pages of all of them must be known. */
export function lastPage({
	files,
	templates,
}: Readonly<Record<string, unknown>>): Pick<WidgetContext, 'lastPage'> {
	const counted = countedFiles.safeParse(files);
	return counted.success && !hasTemplates(templates)
		? { lastPage: Math.max(...counted.data.map(({ pages }) => pages)) }
		: {};
}

export const hasTemplates = (templates: unknown) =>
	templates !== undefined && !z.array(z.never()).safeParse(templates).success;

/** How many templates of the account are compared, and how many of them are named, at most. */
const MOST_READ = 200;
const MOST_NAMED = 5;

/**
 * Adds to the error of a creation the templates of the account whose names are near to those that are not there; the
 * first ones, if none is near.
 *
 * @param wanted IDs or hashtags
 */
export async function withNearTemplates(
	call: ExecuteCall,
	error: unknown,
	wanted: readonly string[] = [],
): Promise<void> {
	if (!(error instanceof NodeApiError) || !isRefusal(error)) return;
	if (wanted.length === 0 || !/template/i.test(`${error.message} ${error.description}`)) return;
	changed(error, { lines: await absentTemplates(call, wanted).catch(() => []) });
}

/**
 * A line for each template that the account does not have, with the nearest names.
 *
 * @param wanted IDs or hashtags
 * @throws NodeApiError when the templates cannot be read
 */
export async function absentTemplates(
	call: ExecuteCall,
	wanted: readonly string[],
): Promise<string[]> {
	const limits = { limit: MOST_READ };
	const list = { list: endpoints.template.list };
	const { entries } = await readEntries(call, list, undefined, limits);
	const names = entries.flatMap((entry) => {
		const { id, name } = templateSchema.safeParse(entry).data ?? {};
		return id === undefined ? [] : [{ id, name: name ?? id }];
	});
	const absent = wanted.filter((one) => !names.some(({ id, name }) => [id, name].includes(one)));
	return absent.map((one) => {
		const letters = lettersOf(one);
		const near = names.filter(({ name }) => {
			const others = lettersOf(name);
			return others.includes(letters) || letters.includes(others);
		});
		const named = (near.length > 0 ? near : names).slice(0, MOST_NAMED);
		const shown = named.map(({ id, name }) => `${showValue(name)} (${id})`).join(', ');
		return `There is no template ${showValue(one)}.${shown && ` There is ${shown}.`}`;
	});
}
