// The resource Certified SMS, with a list of candidates when an answer is lost.

import { NodeApiError, type IDataObject } from 'n8n-workflow';
import { referenceField } from '../../input/fields';
import { CONTENTS_KEY, REFERENCE_KEY } from '../../events/tracking';
import { smsCertificateLocator, smsLocator } from '../../input/locators';
import { fieldsExcept } from '../../input/parameters';
import type { ExecuteCall } from '../../transport/call';
import { atTimes, delays } from '../../transport/deadline';
import { serviceTime } from '../../transport/clock';
import { serviceAddressOf } from '../../transport/credential';
import { endpoints } from '../../transport/endpoints';
import { changed, problemOf, thrownWords } from '../../transport/errors/errors';
import { PAGE_SIZE } from '../../transport/lists/paging';
import { utcDay } from '../../transport/lists/timeRange';
import { readAs, write } from '../../transport/request';
import { type Delivery, deliveriesSchema } from '../../transport/shapes';
import { writes } from '../../transport/writes';
import { createdItems } from '../deliveries';
import type { Operation, Resource } from '../operation';
import { smsStatusRead } from '../records';
import { createOnce } from '../sending/once';
import { contentsValue } from '../sending/contents';
import { withCustomData, type Creation } from '../sending/creation';
import type { Note } from '../sending/note';
import { sendOnce } from '../sending/reservation';
import { smsForm } from './certifiedForms';
import { attachmentsField, certifiedFields, certifiedReads, readCertified } from './common';
import { smsRecipientTable, smsTable } from './tables';

const { recipientsField, sharedOptions } = certifiedFields(
	'SMS',
	smsRecipientTable,
	'Pairs stored with the SMS, by which it can be found again if Signaturit shows them',
);

const describe = async (call: ExecuteCall, item: number) =>
	await readCertified(call, item, 'certifiedSms', smsRecipientTable, smsForm);

/**
 * POST /v3/sms.json; answers the certified SMS, or the one that exists (`createOnce`). Where the service shows no custom
 * data of SMS, one whose answer was lost cannot be looked for (docs/service.md#certified-sms): the error lists candidates.
 */
const createSms: Operation = {
	name: 'Create',
	action: 'Send a certified SMS to people now',
	description: 'Send an SMS and get proof of its content, its delivery and, if wanted, its opening',
	isSlow: true,
	creates: true,
	sends: true,
	fields: [
		recipientsField,
		smsTable.body.field,
		smsTable.type.field,
		{ ...attachmentsField, displayOptions: { hide: { type: ['delivery'] } } },
	],
	options: [
		...sharedOptions,
		...fieldsExcept(smsTable, 'body', 'type', 'events_url'),
		referenceField('SMS'),
	],
	describe,
	async prepare(call, item) {
		const read = await describe(call, item);
		return async (note) => {
			const service = serviceAddressOf(await call.credential());
			const began = note.unknownTry?.at ?? serviceTime(service);
			let phones: string[] = [];
			const describeSms = async () => {
				const sms = await read();
				phones = sms.contents.recipients.flatMap(({ phone }) => phone ?? []);
				return sms;
			};
			const sending = note.isOfTool
				? sendForTool(call, note, await describeSms())
				: createOnce(call, item, note, describeSms);
			const created = await sending.catch(async (error: unknown) => {
				if (problemOf(error).verdict !== 'unknown' || !(error instanceof NodeApiError)) throw error;
				const lines = await candidates(call, began, serviceTime(service), phones);
				throw changed(error, { lines });
			});
			return createdItems(call, 'certifiedSms', created, item);
		};
	},
};

async function sendForTool(call: ExecuteCall, note: Note, sms: Creation): Promise<IDataObject> {
	const { hints, files, names, contents, track } = sms;
	call.tell(...hints);
	const pairs = { [REFERENCE_KEY]: note.facts.reference, [CONTENTS_KEY]: contentsValue(contents) };
	const fields = await track(withCustomData(sms.fields, pairs), note.facts.reference);
	const send = async () => await write(call, writes.createSms, { fields, files, names });
	const request = { fields: sms.fields, files };
	const sending = sendOnce(call, note, writes.createSms.path, request, send);
	note.answer = await sending.catch((error: unknown) => {
		if (problemOf(error).verdict === 'unknown') note.lost(problemOf(error as NodeApiError));
		throw error;
	});
	return note.answer;
}

const locators = [smsLocator, smsCertificateLocator] as const;

const { get, getMany, count, downloadAuditTrail } = certifiedReads(
	'certifiedSms',
	'certified SMS',
	locators,
	{
		get: {
			name: 'Get',
			action: 'Get a certified SMS',
			description:
				'Get a certified SMS with its certificates, one for each recipient, and their status',
		},
		getMany: {
			name: 'Get Many',
			action: 'Get many certified SMS',
			description:
				'List certified SMS, the newest first, with their certificates and what became of them',
		},
		count: {
			name: 'Count',
			action: 'Count the certified SMS',
			description: 'Count certified SMS by status or time of creation',
		},
		downloadAuditTrail: {
			name: 'Download Audit Trail',
			action: 'Download the audit trail of a certified SMS',
			description: 'Download the PDF that proves what one recipient was sent and did with it',
		},
	},
);

/** GET /v3/sms/{id}/certificates/{id}/sms_status.json */
const getCertifiedSmsStatus = smsStatusRead('certifiedSms', locators, {
	name: 'Get SMS Status',
	action: 'Get the delivery status of a certified SMS',
	description: 'Get what became of the text message to one recipient of a certified SMS',
});

export const certifiedSms: Resource = {
	name: 'Certified SMS',
	value: 'certifiedSms',
	operations: {
		createSms,
		getSms: get,
		getManySms: getMany,
		countSms: count,
		downloadSmsAuditTrail: downloadAuditTrail,
		getCertifiedSmsStatus,
	},
};

/** How far the service's clock may be from ours, in milliseconds. */
const TOLERANCE = 60_000;

/**
 * Lines for the error when it is unknown whether an SMS was sent: all SMS of that time, and those without a date. One
 * of them may be it. None is taken for it, because nothing in the list identifies an SMS.
 */
async function candidates(call: ExecuteCall, from: number, to: number, phones: string[]) {
	let listed: Delivery[] = [];
	let problem = '';
	await atTimes(delays.looks.creation.times, call.stop, async () => {
		try {
			const sent = await readAs(call, endpoints.certifiedSms.list, {
				query: { since: utcDay(from - TOLERANCE), limit: PAGE_SIZE },
				schema: deliveriesSchema,
				what: 'a list',
				timeout: delays.looks.creation.one,
			});
			listed = sent.filter(({ createdAt = '' }) => {
				const time = Date.parse(createdAt);
				return !(time < from - TOLERANCE || time > to + TOLERANCE);
			});
			problem = '';
		} catch (error) {
			problem = thrownWords(error);
		}
		return listed.some((sms) => phones.every((phone) => phonesOf(sms).includes(phone)));
	});
	if (listed.length > 0) {
		const lineOf = ({ createdAt = 'without a date', ...sms }: Delivery) =>
			`• ${sms.id}, ${createdAt}, to ${phonesOf(sms).join(', ')}`;
		const intro = 'These certified SMS are of that minute, and one of them may be it:';
		return [intro, ...listed.map(lineOf)];
	}
	if (problem)
		return [`Signaturit could not be asked for the certified SMS of that minute: ${problem}`];
	return ['Signaturit lists no certified SMS of that minute so far.'];
}

const phonesOf = ({ records }: Pick<Delivery, 'records'>) =>
	records.flatMap(({ phone }) => phone ?? []);
