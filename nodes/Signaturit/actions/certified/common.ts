// The fields and reading operations that certified emails and certified SMS share.

import type { INodeProperties } from 'n8n-workflow';
import {
	brandingField,
	customDataFields,
	choiceField,
	jsonFieldFor,
	rowsField,
	tableField,
	textField,
	option,
} from '../../input/fields';
import { dataRows, givenReference } from '../../input/customData';
import { findFiles } from '../../input/files';
import { readRowsOrJson, enteredOptions } from '../../input/rows';
import { readCopies, skipOption, skips } from '../../input/people';
import { chosenValue } from '../../input/locators';
import { parameter, type ExecuteCall } from '../../transport/call';
import { serviceFiles } from '../../events/deliveryFiles';
import { checkedFirst, readRecipients } from '../contacts';
import type { Texts } from '../operation';
import type { Creation, Described } from '../sending/creation';
import { deliveryOutput, deliveryReads } from '../deliveries';
import { fileDownload } from '../records';
import { isSimplified } from '../output';
import type { Filters } from '../filters';
import { eventsOptions, reporting } from '../reporting';
import { additionalOption, enteredAdditional, type Row } from '../../input/parameters';

export const nameField = textField('Name', 'name', { placeholder: 'e.g. Ada Lovelace' });

/** An option of emails. For SMS it is a field, which decides whether Attachments is shown. */
export const typeField = choiceField('Certification Type', 'type', {
	options: [
		option('Delivery', 'delivery', 'Certifies what was sent and that it was delivered'),
		option(
			'Open Document',
			'open_document',
			'Also certifies that the attached PDF was opened on the platform',
		),
		option(
			'Open Every Document',
			'open_every_document',
			'Also certifies for every attached PDF that it was opened on the platform',
		),
	],
	default: 'delivery',
	description: 'What is certified. The types that track opening take PDF files only.',
});

/**
 * The field for the recipients of an email or SMS, with an empty row to start with, and the options of both.
 *
 * @param noun in the descriptions, e.g. `email`
 * @param more fields of a recipient that the panel has, and the JSON has not
 */
export function certifiedFields(
	noun: string,
	recipient: INodeProperties[],
	dataDescription: string,
	...more: INodeProperties[]
) {
	const names = recipient.map(({ name }) => name);
	const empty = Object.fromEntries(names.map((name) => [name, '']));
	const rows = tableField('Recipients', 'recipients', {
		row: { displayName: 'Recipient', name: 'recipient', values: [...recipient, ...more] },
		sortable: true,
		...(more.length > 0 && { addMore: 'Add Contact' }),
		required: true,
		default: { recipient: [empty] },
		description: `Who gets the ${noun}; each has a certificate of their own`,
	});
	const jsonOption = jsonFieldFor(rows, {
		default: JSON.stringify([empty], undefined, 2),
		description: `List of recipients, each with ${names.join(' and ')}, in place of Recipients`,
	});
	const data = customDataFields(dataDescription);
	const sharedOptions = [
		additionalOption,
		brandingField,
		...data,
		...eventsOptions,
		jsonOption,
		...deliveryOutput('certifiedEmail', ['reused']),
		skipOption,
	];
	return { recipientsField: rowsField(rows), sharedOptions };
}

export const attachmentsField = textField('Attachments', 'binaryPropertyNames', {
	placeholder: 'e.g. letter,annex',
	description: 'Input fields with the files to attach, of up to 15 MB each',
});

/** The panel's values, not validated yet. */
export interface Entered extends Row {
	readonly timeZone: string;
}

/**
 * Reads the fields of a certified email. An SMS has no others.
 *
 * @param formOf makes the form to send from the values
 * @returns as `checkedFirst` does
 * @throws UserError as `formOf` does
 */
export async function readCertified(
	call: ExecuteCall,
	item: number,
	resource: 'certifiedEmail' | 'certifiedSms',
	formOf: (entered: Entered) => Described,
): Promise<() => Promise<Creation>> {
	const { eventsUrl, track } = reporting(call, item, resource);
	const names = parameter(call, 'binaryPropertyNames', item, '');
	const options = enteredOptions(call, item);
	const skipsMissing = skips(call, item, 'files');
	isSimplified(call, item, 'option');
	const entered = {
		...readCopies(call, options, item),
		reference: givenReference(options),
		subject: parameter(call, 'subject', item, ''),
		body: parameter(call, 'body', item),
		type: options.type ?? parameter(call, 'type', item, typeField.default),
		brandingId: chosenValue(options.brandingId),
		data: readRowsOrJson(options, dataRows),
		eventsUrl,
		additional: enteredAdditional(options),
		timeZone: call.n8n.getTimezone(),
	};
	const describe = await checkedFirst(
		readRecipients(call, item, (row) => row),
		findFiles(call, names, item, skipsMissing),
		(recipients, attachments) => formOf({ ...entered, recipients, attachments }),
	);
	return async () => ({ ...(await describe()), resource, track });
}

/** The statuses of certified emails and SMS (docs/service.md#certificates). */
const statuses: Filters['statuses'] = [
	option('Error', 'error', 'It could not be sent'),
	option('In Queue', 'in_queue', 'It is being processed'),
	option('Sent', 'sent', 'It is on its way'),
];

/**
 * *Get*, *Get Many*, *Count* and *Download Audit Trail*.
 *
 * @param plural in the texts of the filters, e.g. `certified emails`
 */
export function certifiedReads(
	resource: 'certifiedEmail' | 'certifiedSms',
	plural: string,
	locators: Parameters<typeof fileDownload>[1],
	texts: Record<'get' | 'getMany' | 'count' | 'downloadAuditTrail', Texts>,
) {
	const filters: Filters = {
		plural,
		part: 'certificate',
		statuses,
		others: ['since', 'data'],
		looksThrough: resource === 'certifiedSms',
	};
	const reads = deliveryReads({
		resource,
		locator: locators[0],
		filters,
		countFilters: { ...filters, others: ['since'] },
		...texts,
	});
	const downloadAuditTrail = fileDownload(
		resource,
		locators,
		serviceFiles.auditTrail,
		texts.downloadAuditTrail,
	);
	return { ...reads, downloadAuditTrail };
}
