// The operation *Create* of a signature request, and its fields.

import type { INodeProperties } from 'n8n-workflow';
import { dataRows, givenReference } from '../../../input/customData';
import {
	customDataFields,
	hiddenWhen,
	jsonFieldFor,
	referenceField,
	rowsField,
	tableField,
	textField,
	whenTool,
} from '../../../input/fields';
import { readRowsOrJson, enteredOptions } from '../../../input/rows';
import { checkSwitches } from '../../../input/values';
import { readCopies } from '../../../input/copies';
import { skipOption } from '../../../input/people';
import { fieldsExcept, panelFields } from '../../../input/parameters';
import { isTool, reviewsToolCalls } from '../../../n8n/variant';
import { additionalOption, enteredAdditional } from '../../additional';
import { parameter, type ExecuteCall } from '../../../transport/call';
import { messageOf, withPlainTexts } from '../../agent/thisApproval';
import { checkedFirst, readRecipients, withStandIns } from '../../contacts';
import { createdItems, deliveryOutput } from '../../deliveries';
import { isSimplified } from '../../output';
import type { Operation } from '../../operation';
import { eventsOptions, reporting } from '../../reporting';
import { createOnce } from '../../sending/once';
import type { Creation } from '../../sending/creation';
import { countEndedOption } from '../../sending/find';
import {
	documentFields,
	readDocuments,
	sourceField,
	templatesJsonOption,
	toolSourceField,
	withNearTemplates,
} from './documents';
import { asksForPages, recipientFromRow } from './recipient';
import { recipientTable } from './recipientTable';
import { isSms, requestTable } from './requestTable';
import { signatureForm } from './signatureForm';
import { hintAtUnfilled } from './templateFields';

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
		'A JSON list such as [{ "email": "ada@example.com", "name": "Ada" }], e.g. of all rows of a table by an Aggregate node',
	hint: 'Widgets go into their recipient, e.g. "widgets": [{ "type": "signature", "page": 1, "left": 10, "top": 80 }]',
});

export const requestFields: INodeProperties[] = [
	...documentFields,
	rowsField(recipientRows),
	requestTable.subject.field,
];

export const requestOptions: INodeProperties[] = [
	...fieldsExcept(requestTable, 'subject', 'events_url'),
	additionalOption,
	textField('SMS Body', 'smsBody', {
		typeOptions: { rows: 2 },
		description:
			"Text in place of Signaturit's own when Delivery Type is SMS, 120 characters at most",
		hint: 'Write [url] where the link goes',
		displayOptions: { show: { deliveryType: ['sms'] } },
	}),
	...customDataFields(
		'Pairs stored with the request. A key with the name of a PDF form field or of a widget of a template fills that field.',
		'At most 64 characters, unless it fills a field',
	),
	countEndedOption,
	referenceField('signature request', 'one of this name is open or signed'),
	recipientsJsonOption,
	skipOption,
	templatesJsonOption,
];

async function describe(call: ExecuteCall, item: number): Promise<() => Promise<Creation>> {
	const resource = 'signature';
	const { eventsUrl, track } = reporting(call, item, resource);
	const read = await readRequest(call, item, eventsUrl);
	return async () => ({ ...(await read()), resource, track });
}

/** POST /v3/signatures.json; answers the new signature request, or the one that exists (`createOnce`). */
export const create: Operation = {
	name: 'Create',
	action: 'Send a signature request',
	description:
		'Send files or templates for signature; what people sign in Production is legally binding',
	isSlow: true,
	creates: true,
	fields: [
		toolSourceField,
		...requestFields.map((field) => (field === sourceField ? hiddenWhen(whenTool, field) : field)),
	],
	options: [...requestOptions, ...eventsOptions, ...deliveryOutput('signature', ['reused', 'url'])],
	describe,
	async prepare(call, item) {
		const read = await describe(call, item);
		return async (note) => {
			let described: Creation | undefined;
			const created = await createRequest(call, item, note, async () => (described = await read()));
			if (described && isTool(call.node)) await hintAtUnfilled(call, described);
			return createdItems(call, 'signature', created, item);
		};
	},
};

/** As `createOnce`. The error of templates that are not there names the nearest. */
export const createRequest: typeof createOnce = async (call, item, note, describe) => {
	let wanted: readonly string[] | undefined;
	return await createOnce(call, item, note, async () => {
		const described = await describe();
		wanted = described.contents.templates;
		return described;
	}).catch(async (error: unknown) => {
		await withNearTemplates(call, error, wanted);
		throw error;
	});
};

/**
 * The signature request that the panel describes for an item.
 *
 * @param eventsUrl the address for its events, not validated yet
 * @returns as `checkedFirst` does
 * @throws UserError that names every problem at once, by the fields' names in the panel
 */
export async function readRequest(call: ExecuteCall, item: number, eventsUrl: unknown) {
	const options = enteredOptions(call, item);
	const isReview = reviewsToolCalls(call.node);
	const [body, unusedBody] = isSms(options.deliveryType)
		? [options.smsBody, options.body]
		: [options.body, options.smsBody];
	const recipients = readRecipients(call, item, recipientFromRow);
	const asksPages = asksForPages(withStandIns(recipients));
	const { files: found, ...templates } = readDocuments(call, item, asksPages);
	isSimplified(call, item, 'option');
	checkSwitches(call, [countEndedOption], item);
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
