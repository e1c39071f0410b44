// Runs every operation and the trigger, and gives their outputs for the previews.

import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { reportItem } from '../../../nodes/Signaturit/embedded/reports';
import { deliveryItem } from '../../../nodes/Signaturit/events/items';
import type { Delivery } from '../../../nodes/Signaturit/transport/shapes';
import { itemOf } from '../../../nodes/Signaturit/trigger/item';
import { happeningOf } from '../../../nodes/Signaturit/trigger/history';
import { declared, idParameters } from '../actions/declared';
import { byId } from '../engine/fixtures';
import type { LocalService } from '../engine/localService';
import { Account, branding, makeRecords, type Records } from './records';

const locators = ({ signatureId, documentId }: Records['completed']): INodeParameters => ({
	signatureId: byId(signatureId),
	documentId: byId(documentId),
	binaryPropertyName: 'data',
});

const certificate = ([item = {}]: IDataObject[]): INodeParameters => ({
	emailId: byId(String(item.certifiedEmailId)),
	smsId: byId(String(item.certifiedSmsId)),
	certificateId: byId(String((item.certificates as IDataObject[])[0]?.certificateId)),
	binaryPropertyName: 'data',
});

const teamParameters = ({ seats, groups }: Records): INodeParameters => ({
	userId: byId(String(seats[0]?.id)),
	seatId: byId(String(seats[0]?.id)),
	groupId: byId(String(groups[0]?.id)),
	name: 'Board',
});

/** The operations that need more than the ids of what exists, in the order in which they can run. */
function specialRuns(records: Records): Record<string, INodeParameters> {
	const { completed, canceled, bounced, texted, toSign, emails, texts, brandings } = records;
	const all = { returnAll: true, filters: {} };
	return {
		'signature/getMany': all,
		'signature/count': all,
		'signature/getEvidencePack': { ...locators(completed), options: { skipMissing: true } },
		'signature/getEmbeddedSigningPage': {
			...locators(toSign),
			signingUrl: toSign.item.url as string,
			reports: 'none',
		},
		'signature/getSigningLinks': {
			...locators(texted),
			options: { appUrl: 'https://app.signaturit.com' },
		},
		'signature/sendReminder': locators(canceled),
		'signature/rename': { ...locators(canceled), name: 'New name' },
		'signature/cancel': { ...locators(canceled), reason: '' },
		'document/downloadSigned': locators(completed),
		'document/downloadSent': locators(completed),
		'document/downloadUploaded': locators(completed),
		'document/downloadAuditTrail': locators(completed),
		'document/downloadAttachments': locators(completed),
		'document/getSmsStatus': locators(texted),
		'document/changeSigner': { ...locators(bounced), email: 'ada@lovelace.example.com', name: '' },
		'certifiedEmail/getManyEmails': all,
		'certifiedEmail/countEmails': all,
		'certifiedEmail/downloadEmailAuditTrail': certificate(emails),
		'certifiedSms/getManySms': all,
		'certifiedSms/countSms': all,
		'certifiedSms/downloadSmsAuditTrail': certificate(texts),
		'certifiedSms/getCertifiedSmsStatus': certificate(texts),
		'template/getManyTemplates': all,
		'template/getManyWithWidgets': all,
		'eventHook/getManyHooks': all,
		'branding/getManyBrandings': all,
		'branding/updateBranding': { ...branding, brandingId: byId(String(brandings[0]?.id)) },
		'signature/delete': locators(canceled),
		'contact/getManyContacts': all,
		// Nobody listens there.
		'subscription/createSubscription': { url: 'http://127.0.0.1:9/all.json', events: ['*'] },
		'subscription/getManySubscriptions': all,
		...Object.fromEntries(
			['getManyGroups', 'getGroup', 'renameGroup', 'removeManager', 'removeMember', 'deleteGroup']
				.concat('removeUser', 'removeSeat')
				.map((operation) => [`team/${operation}`, teamParameters(records)]),
		),
	};
}

/** The declared operations about the ids of what exists. */
function declaredRuns(records: Records) {
	const {
		completed,
		emails,
		texts,
		files,
		hooks,
		brandings,
		contacts,
		subscriptions,
		seats,
		groups,
	} = records;
	const ids = {
		signatureId: completed.signatureId,
		documentId: completed.documentId,
		emailId: String(emails[0]?.certifiedEmailId),
		smsId: String(texts[0]?.certifiedSmsId),
		fileId: String(files[0]?.certifiedFileId),
		deviceId: '5f1b2c3d-7f42-11e6-8a49-0680f0041fef',
		eventHookId: String(hooks[0]),
		brandingId: String(brandings[0]?.id),
		contactId: String(contacts[0]),
		subscriptionId: String(subscriptions[0]),
		userId: String(seats[0]?.id),
		seatId: String(seats[0]?.id),
		groupId: String(groups[0]?.id),
	};
	return declared.map(({ name, endpoint, form }) => {
		const parameters = { ...idParameters(endpoint, ids), ...form };
		return [name.replace(':', '/'), parameters] as const;
	});
}

/**
 * What each operation of the action node gives out, and each resource of the trigger, by the name of its schema.
 *
 * @param run runs an operation about what exists
 */
export async function allOutputs(
	local: LocalService,
	account = new Account(local),
	run: Account['run'] = account.run.bind(account),
): Promise<Record<string, IDataObject[]>> {
	const records = await makeRecords(account, local);
	const { completed, declined, emails, texts, files, brandings } = records;
	const ended = await account.read(`signatures/${completed.signatureId}`);
	const refused = await account.read(`signatures/${declined.signatureId}`);
	const outputs: Record<string, IDataObject[]> = {
		'signature/create': [completed.item],
		'signature/sendAndWait': [
			deliveryItem('signature', ended, { status: undefined, reused: false }, true),
			deliveryItem('signature', refused, { status: undefined, reused: false }, true),
		],
		'certifiedEmail/createEmail': emails,
		'certifiedSms/createSms': texts,
		'certifiedFile/upload': files,
		'branding/createBranding': brandings,
		// What the local service answers is made up: no field of it is documented.
		'photoId/validatePhotoId': [{}],
		'account/getEnrollmentCode': [{}],
		signature: [eventItem('signature', ended)],
		embeddedSigning: [reportItem({ event: 'signed', ...completed })],
	};
	const special = specialRuns(records);
	const plain = declaredRuns(records).filter(
		([operation]) => !(operation in special) && !(operation in outputs),
	);
	for (const [operation, parameters] of [...plain, ...Object.entries(special)]) {
		outputs[operation] = await run(operation, parameters);
	}
	// Of the declined request, files are missing.
	const packs = { ...special['signature/getEvidencePack'], ...locators(declined) };
	outputs['signature/getEvidencePack']?.push(
		...(await account.run('signature/getEvidencePack', packs)),
	);
	const paths = {
		certifiedEmail: `emails/${String(emails[0]?.certifiedEmailId)}`,
		certifiedSms: `sms/${String(texts[0]?.certifiedSmsId)}`,
	};
	for (const resource of ['certifiedEmail', 'certifiedSms'] as const) {
		outputs[resource] = [eventItem(resource, await account.read(paths[resource]))];
	}
	return outputs;
}

/** An item of the trigger. That of a request is its end, to which the trigger is set at first. */
function eventItem(
	resource: 'signature' | 'certifiedEmail' | 'certifiedSms',
	delivery: Delivery,
): IDataObject {
	const [record] = delivery.records;
	const [event] = record?.events ?? [];
	const happening = happeningOf(record?.id ?? '', { type: '', createdAt: '', nth: 0, ...event });
	return itemOf({
		resource,
		happening: resource === 'signature' ? { ...happening, outcome: 'completed' } : happening,
		delivery,
	});
}
