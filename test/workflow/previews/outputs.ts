import axios from 'axios';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { outcomeJson } from '../../../nodes/Signaturit/actions/waiting/outcome';
import { reportItem } from '../../../nodes/Signaturit/embedded/reports/report';
import { deliverySchema, type Delivery } from '../../../nodes/Signaturit/transport/shapes';
import { itemOf } from '../../../nodes/Signaturit/trigger/emit/item';
import { happeningOf } from '../../../nodes/Signaturit/trigger/history/happening';
import { createEmail, createSms } from '../actions/certified/parameters';
import { runNode } from '../engine/engine';
import { byId, createParameters, itemWithPdf, pdfOf } from '../engine/fixtures';
import type { LocalService } from '../engine/localService';

const ADA = 'ada@example.com';
const PHONE = '34600000000';

/** What each operation of the action node gives out, and each resource of the trigger, by the name of its schema. */
export async function allOutputs(local: LocalService): Promise<Record<string, IDataObject[]>> {
	const { control, credential, service } = local;

	const run = async (operation: string, parameters: INodeParameters): Promise<IDataObject[]> => {
		const [resource = '', name = ''] = operation.split('/');
		const { items, error } = await runNode({
			parameters: { ...parameters, resource, operation: name },
			credential,
			items: [await itemWithPdf('contract.pdf', await pdfOf('A contract'))],
		});
		if (error) throw error;
		return items.map(({ json }) => json);
	};
	const create = async (options: INodeParameters = {}, more: INodeParameters = {}) => {
		const parameters = createParameters({
			recipients: { recipient: [{ email: ADA, name: 'Ada Lovelace' }] },
			...more,
			options,
		});
		const [item = {}] = await run('signature/create', parameters);
		const [documentId] = item.documentIds as string[];
		return { item, signatureId: String(item.signatureId), documentId: String(documentId) };
	};
	const read = async (path: string): Promise<Delivery> => {
		const headers = { Authorization: `Bearer ${service.token}` };
		return deliverySchema.parse(
			(await axios.get(`${service.url}/v3/${path}.json`, { headers })).data,
		);
	};

	const completed = await create(
		{ reference: 'contract-1' },
		{
			recipients: {
				recipient: [
					{
						email: ADA,
						name: 'Ada Lovelace',
						options: { requireFileAttachment: '1', phone: PHONE },
					},
				],
			},
		},
	);
	const declined = await create();
	const bounced = await create();
	const canceled = await create();
	const toSign = await create({ deliveryType: 'url' });
	const texted = await create(
		{ deliveryType: 'sms' },
		{
			body: 'Sign: [url]',
			recipients: { recipient: [{ email: ADA, name: 'Ada', options: { phone: PHONE } }] },
		},
	);
	const certified = { binaryPropertyNames: '', type: 'delivery' };
	const emails = await run(
		'certifiedEmail/createEmail',
		createEmail({ ...certified, options: { reference: 'email-1' } }),
	);
	const texts = await run('certifiedSms/createSms', createSms(certified));
	const files = await run('certifiedFile/upload', { binaryPropertyName: 'data' });
	const [hook = ''] = await control.seed({ kind: 'event_hooks', count: 1 });
	await control.settled();
	await control.sign({ signatureId: completed.signatureId, email: ADA });
	await control.decline({ signatureId: declined.signatureId, email: ADA }, 'Too early');
	await control.bounce({ documentId: bounced.documentId });
	await control.settled();

	const locators = ({ signatureId, documentId }: typeof completed): INodeParameters => ({
		signatureId: byId(signatureId),
		documentId: byId(documentId),
		binaryPropertyName: 'data',
	});
	const certificate = ([item = {}]: IDataObject[]): INodeParameters => ({
		emailId: byId(String(item.certifiedEmailId)),
		smsId: byId(String(item.certifiedSmsId)),
		certificateId: byId(String((item.certificateIds as string[])[0])),
		binaryPropertyName: 'data',
	});
	const all = { returnAll: true, filters: {} };
	const ended = await read(`signatures/${completed.signatureId}`);
	const refused = await read(`signatures/${declined.signatureId}`);
	const runs: Record<string, INodeParameters> = {
		'signature/get': locators(completed),
		'signature/getMany': all,
		'signature/count': all,
		'signature/getEvidencePack': { ...locators(completed), options: { skipMissing: true } },
		'signature/getEmbeddedSigningPage': {
			...locators(toSign),
			signingUrl: toSign.item.url as string,
			reports: 'none',
		},
		'signature/sendReminder': locators(canceled),
		'signature/rename': { ...locators(canceled), name: 'New name' },
		'signature/cancel': { ...locators(canceled), reason: '' },
		'signature/generateAuditTrail': locators(completed),
		'document/downloadSigned': locators(completed),
		'document/downloadSent': locators(completed),
		'document/downloadAuditTrail': locators(completed),
		'document/downloadAttachments': locators(completed),
		'document/getSmsStatus': locators(texted),
		'document/changeSigner': { ...locators(bounced), email: 'ada@lovelace.example.com', name: '' },
		'certifiedEmail/getEmail': certificate(emails),
		'certifiedEmail/getManyEmails': all,
		'certifiedEmail/countEmails': all,
		'certifiedEmail/downloadEmailAuditTrail': certificate(emails),
		'certifiedSms/getSms': certificate(texts),
		'certifiedSms/getManySms': all,
		'certifiedSms/countSms': all,
		'certifiedSms/downloadSmsAuditTrail': certificate(texts),
		'certifiedFile/getFile': { fileId: String(files[0]?.id) },
		'template/getManyTemplates': all,
		'template/getManyWithWidgets': all,
		'eventHook/getManyHooks': all,
		'eventHook/retry': { eventHookId: byId(hook) },
		'signature/delete': locators(canceled),
	};
	const outputs: Record<string, IDataObject[]> = {
		'signature/create': [completed.item],
		'signature/sendAndWait': [
			outcomeJson(ended, 'completed', false),
			outcomeJson(refused, 'declined', false),
		],
		'certifiedEmail/createEmail': emails,
		'certifiedSms/createSms': texts,
		'certifiedFile/upload': files,
		signature: [eventItem('signature', ended)],
		embeddedSigning: [reportItem({ event: 'signed', ...completed })],
	};
	for (const [operation, parameters] of Object.entries(runs)) {
		outputs[operation] = await run(operation, parameters);
	}
	for (const resource of ['certifiedEmail', 'certifiedSms'] as const) {
		const id = String((resource === 'certifiedEmail' ? emails : texts)[0]?.[`${resource}Id`]);
		const delivery = await read(`${resource === 'certifiedEmail' ? 'emails' : 'sms'}/${id}`);
		outputs[resource] = [eventItem(resource, delivery)];
	}
	return outputs;
}

/** An item of the trigger. That of a request has all fields, as those of its end have. */
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
