// The fields and reading operations that certified emails and certified SMS share.

import {
	customDataFields,
	jsonFieldFor,
	rowsField,
	tableField,
	textField,
	option,
} from '../../input/fields';
import { dataRows, givenReference } from '../../input/customData';
import { findFiles } from '../../input/files';
import { readCopies } from '../../input/copies';
import { readRowsOrJson, enteredOptions } from '../../input/rows';
import { skipOption, skips } from '../../input/people';
import { parameter, type ExecuteCall } from '../../transport/call';
import { serviceFiles } from '../../events/deliveryFiles';
import { checkedFirst, contactField, readRecipients } from '../contacts';
import type { Texts } from '../operation';
import type { Creation, Described } from '../sending/creation';
import { deliveryOutput, deliveryReads } from '../deliveries';
import { fileDownload } from '../records';
import { isSimplified } from '../output';
import type { Filters } from '../filters';
import { eventsOptions, reporting } from '../reporting';
import { panelFields, parametersFrom, type ParameterTable, type Row } from '../../input/parameters';
import { additionalOption, enteredAdditional } from '../additional';
import { typeField } from './tables';

/**
 * The field for the recipients of an email or SMS, with an empty row to start with, and the options of both.
 *
 * @param noun in the descriptions, e.g. `email`
 * @param recipient the parameters of one
 */
export function certifiedFields(noun: string, recipient: ParameterTable, dataDescription: string) {
	const values = panelFields(recipient);
	const names = Object.keys(recipient);
	const empty = Object.fromEntries(names.map((name) => [name, '']));
	const rows = tableField('Recipients', 'recipients', {
		row: { displayName: 'Recipient', name: 'recipient', values },
		sortable: true,
		...(values.includes(contactField) && { addMore: 'Add Contact' }),
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
 * @param recipient the parameters of one recipient
 * @param formOf makes the form to send from the values
 * @returns as `checkedFirst` does
 * @throws UserError as `formOf` does
 */
export async function readCertified(
	call: ExecuteCall,
	item: number,
	resource: 'certifiedEmail' | 'certifiedSms',
	recipient: ParameterTable,
	formOf: (entered: Entered) => Described,
): Promise<() => Promise<Creation>> {
	const { eventsUrl, track } = reporting(call, item, resource);
	const names = parameter(call, 'binaryPropertyNames', item, '');
	const options = enteredOptions(call, item);
	const skipsMissing = skips(call, item, 'files');
	isSimplified(call, item, 'option');
	const entered = {
		...options,
		...readCopies(call, options, item),
		reference: givenReference(options),
		subject: parameter(call, 'subject', item, ''),
		body: parameter(call, 'body', item),
		type: options.type ?? parameter(call, 'type', item, typeField.default),
		data: readRowsOrJson(options, dataRows),
		eventsUrl,
		additional: enteredAdditional(options),
		timeZone: call.n8n.getTimezone(),
	};
	const describe = await checkedFirst(
		readRecipients(call, item, (row) => parametersFrom(recipient, row)),
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
		otherFilters: ['since', 'data'],
		looksThrough: resource === 'certifiedSms',
	};
	const reads = deliveryReads({
		resource,
		locator: locators[0],
		filters,
		countFilters: { ...filters, otherFilters: ['since'] },
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
