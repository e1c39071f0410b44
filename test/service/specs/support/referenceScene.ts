// Creates what an example of the reference is about, and puts the ids into its address.

import { ADA } from '../../../people';
import { pdfOf } from './pdf';
import type { ReferenceExample } from './referenceExamples';
import type { Rig } from './rig';
import { createSignature, form, pdfFile, PHONE } from './wire';

type Service = Pick<Rig, 'service' | 'http' | 'control'>;

/** Ids by their names in an address. */
export type Ids = Readonly<Record<string, string>>;

type Scene = ReferenceExample['scene'];

interface WithId {
	id: string;
}

/** Creates what the request of an example is about, and gives its ids by their names in the address. */
export async function referenceScene(
	service: Service,
	{ request, scene }: Pick<ReferenceExample, 'request' | 'scene'>,
): Promise<Ids> {
	const [, name = ''] = /\{(\w+)\}/.exec(request) ?? [];
	const ids = await idsOf(service, name, scene);
	// Nobody can be removed from where nobody is.
	if (/^DELETE .*\/(managers|members)\//.test(request))
		await service.http.post(addressOf(request, ids));
	return ids;
}

/** The address of a request with these ids. */
export const addressOf = (request: string, ids: Ids): string =>
	request.replace(/^\w+ /, '').replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? '');

async function idsOf(service: Service, name: string, scene: Scene): Promise<Ids> {
	const { http, control } = service;
	const create = async (list: string, fields: object) =>
		(await http.post<WithId & { certificates: WithId[] }>(`/v3/${list}.json`, fields)).data;
	const certified = async (list: string, recipient: Record<string, string>) => {
		const fields = { recipients: [{ name: ADA.name, ...recipient }], type: 'delivery', body: 'B' };
		const { id, certificates } = await create(list, fields);
		await control.settled();
		return { [name]: id, certificateId: certificates[0]?.id ?? '' };
	};
	const seeded = async (kind: 'event_hooks' | 'brandings' | 'contacts' | 'subscriptions') => {
		const [id = ''] = await control.seed({ kind, count: 1 });
		return { [name]: id };
	};
	switch (name) {
		case 'signatureId':
		case 'documentId':
			return await signature(service, scene);
		case 'emailId':
			return await certified('emails', { email: ADA.email });
		case 'smsId':
			return await certified('sms', { phone: PHONE['recipients[0][phone]'] });
		case 'fileId': {
			const file = { ...pdfFile(await pdfOf('NDA'), 0), field: 'file' };
			return { fileId: (await create('files', form({}, [file]))).id };
		}
		case 'userId':
		case 'seatId':
		case 'groupId': {
			const user = await create('team/users', { email: ADA.email, role: 'member' });
			const group = await create('team/groups', { name: 'Founders' });
			return { userId: user.id, seatId: user.id, groupId: group.id };
		}
		case 'eventHookId':
			return await seeded('event_hooks');
		case 'brandingId':
			return await seeded('brandings');
		case 'contactId':
			return await seeded('contacts');
		case 'subscriptionId':
			return await seeded('subscriptions');
		default:
			return {};
	}
}

/** The fields of a signature request by which it comes to be as it has to be. */
const signatureFields: Record<NonNullable<Scene>, Record<string, string>> = {
	completed: { 'recipients[0][require_file_attachment]': '1' },
	bounced: {},
	texted: { delivery_type: 'sms', body: 'Sign: {{url}}', ...PHONE },
	ended: {},
};

async function signature(service: Service, scene: Scene): Promise<Ids> {
	const { id, documents } = await createSignature(service, scene && signatureFields[scene]);
	const documentId = documents[0]?.id ?? '';
	const { http, control } = service;
	if (scene === 'completed') await control.sign({ documentId });
	if (scene === 'bounced') await control.bounce({ documentId });
	if (scene === 'ended') await http.patch(`/v3/signatures/${id}/cancel.json`);
	return { signatureId: id, documentId };
}
