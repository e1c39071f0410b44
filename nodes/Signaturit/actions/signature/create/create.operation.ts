import type { IDataObject } from 'n8n-workflow';
import { dataRows, givenReference } from '../../../input/customData';
import { findFiles, isPdf, ONLY_FILE, type InputFile } from '../../../input/files';
import { hiddenWhen } from '../../../input/fields';
import { enteredAdditional } from '../../../input/parameters';
import { checkSwitches, chosenIn, isOn, readRows, readRowsOrJson } from '../../../input/values';
import { chosenValue } from '../../../input/locators';
import { readPdf } from '../../../input/readPdf';
import { parameter, type ExecuteCall } from '../../../transport/call';
import { readRecipients, withStandIns } from '../../contacts';
import { createdItems, simplifyOption } from '../../deliveries';
import type { Operation } from '../../operation';
import { eventsOptions, reporting } from '../../reporting';
import { checkedFirst } from '../../sending/checkedFirst';
import type { Described } from '../../sending/creation';
import { countEndedOption } from '../../sending/find';
import { isTool, whenTool } from '../../agent/rules';
import { reviewsCalls } from '../../agent/approval';
import { messageOf, thisApproval, withPlainTexts } from '../../agent/thisApproval';
import {
	APPROVAL,
	requestFields,
	requestOptions,
	reviewSourceField,
	sourceField,
	toolSourceField,
} from './create.fields';
import { recipientFromRow } from './recipient';
import { asksForPages, documentSchema } from './documents';
import { createRequest } from './nearTemplates';
import { isSms } from './requestTable';
import { signatureForm } from './signatureForm';
import { isBlank } from '../../../input/schemas';
import { isPlainObject } from '../../../transport/plainObject';
import { readCopies, skipMissingOption } from '../../../input/people';
import { delays } from '../../../transport/deadline';
import { showValue } from '../../../transport/errors/shown';
import { templatesNamed } from '../../../transport/lists/templatesNamed';

/** POST /v3/signatures.json; answers the new signature request, or the one that exists (`createOnce`). */
export const create: Operation = {
	name: 'Create',
	action: 'Send a legally binding signature request now',
	description: 'Send files or templates to recipients for signature',
	isSlow: true,
	creates: true,
	fields: [
		toolSourceField,
		...requestFields.map((field) => (field === sourceField ? hiddenWhen(whenTool, field) : field)),
	],
	options: [...requestOptions, ...eventsOptions, simplifyOption],
	async prepare(call, item) {
		const { eventsUrl, track } = reporting(call, item, 'signature');
		const describe = await readRequest(call, item, eventsUrl);
		return async (note) => {
			const resource = 'signature';
			let described: Described | undefined;
			const created = await createRequest(call, item, note, async () => {
				described = await describe();
				return { ...described, resource, track };
			});
			if (described && isTool(call.node)) await hintAtUnfilled(call, described);
			return createdItems(call, resource, created, item);
		};
	},
};

/**
 * The signature request that the panel describes for an item.
 *
 * @param eventsUrl the address for its events, not validated yet
 * @returns as `checkedFirst` does
 * @throws UserError that names every problem at once, by the fields' names in the panel
 */
export async function readRequest(call: ExecuteCall, item: number, eventsUrl: unknown) {
	const options = parameter(call, 'options', item) as IDataObject;
	const isReview = reviewsCalls(call.node);
	const [body, unusedBody] = isSms(options.deliveryType)
		? [options.smsBody, options.body]
		: [options.body, options.smsBody];
	const recipients = readRecipients(call, item, recipientFromRow);
	const { files: found, ...templates } = documents(
		call,
		item,
		asksForPages(withStandIns(recipients)),
	);
	checkSwitches(call, [simplifyOption, countEndedOption], item);
	const entered = {
		...options,
		reference: givenReference(options),
		...templates,
		...readCopies(call, options, item),
		additional: enteredAdditional(options),
		templateFields: parameter(call, 'templateFields', item, null),
		data: readRowsOrJson(options, dataRows),
		subject: parameter(call, 'subject', item, ''),
		// n8n puts the field Message into the node that reviews the calls of an agent.
		body: isReview ? messageOf(call, item) : body,
		unusedBody,
		eventsUrl,
		timeZone: call.n8n.getTimezone(),
	};
	return await checkedFirst(recipients, found, (recipients, files) => {
		const form = signatureForm({ ...entered, ...(files && { files }), recipients });
		return isReview ? { ...form, fields: withPlainTexts(form.fields) } : form;
	});
}

const TEMPLATES = { displayName: 'Templates', name: 'templates', rows: 'template' };

/** The files and templates to sign. The list that the panel does not show is left out. */
function documents(call: ExecuteCall, item: number, asksPages: boolean) {
	const isReview = reviewsCalls(call.node);
	const source = chosenIn(call, isReview ? reviewSourceField : sourceField, item);
	if (source === APPROVAL) return { files: [thisApproval(call, item)] };
	const templates =
		source === 'files'
			? undefined
			: readRows(call, TEMPLATES, item, (row) => (isPlainObject(row) ? chosenValue(row.id) : row));
	if (source === 'templates') return { templates };
	// An expression without a value names no file.
	const isLeftEmpty = isBlank(call.node.parameters.binaryPropertyNames);
	const names = isLeftEmpty ? ONLY_FILE : parameter(call, 'binaryPropertyNames', item, '');
	const skipsMissing = isOn(call, skipMissingOption, item, 'options.');
	const isAsked = templates === undefined && asksPages;
	const files = findFiles(call, names, item, skipsMissing).map(({ read, ...file }) => ({
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

/**
 * Adds a hint about custom data whose key no field of the templates has: a model cannot see the fields. It adds none
 * when a template is not found soon, or when there are files: their form fields are not read.
 */
async function hintAtUnfilled(
	call: ExecuteCall,
	{ fields, files, contents: { templates = [] } }: Described,
): Promise<void> {
	const keys = Object.keys(fields.data ?? {});
	if (keys.length === 0 || templates.length === 0 || files.length > 0) return;
	const stops = [AbortSignal.timeout(delays.tool.end), call.stop ?? []].flat();
	const reader = call.with({ stop: AbortSignal.any(stops) });
	const found = await templatesNamed(reader, templates).catch(() => []);
	if (found.length < templates.length) return;
	const widgets = found.flatMap((template) => template.widgets);
	const unfilled = keys.filter(
		(name) => !widgets.some((widget) => [widget.key, widget.name].includes(name)),
	);
	if (unfilled.length === 0) return;
	const known = widgets.flatMap(({ key, name }) => key ?? name ?? []);
	call.hint(
		'warning',
		`Signaturit tells of no field ${unfilled.map(showValue).join(', ')} in the template, so it may have filled nothing. It tells of: ${known.join(', ') || 'none'}`,
	);
}
