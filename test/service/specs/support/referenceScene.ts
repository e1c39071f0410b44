import { ADA } from '../../../people';
import { pdfOf } from './pdf';
import type { ReferenceExample } from './referenceExample';
import type { Rig } from './rig';
import { createSignature, form, recipients, type WireSignature } from './wire';

type Service = Pick<Rig, 'service' | 'http' | 'control'>;

/** Ids by their names in an address. */
export type Ids = Readonly<Record<string, string>>;

const PHONE = '34600000000';

/** The fields of a signature request by which it comes to be as it has to be. */
const signatureFields: Record<NonNullable<ReferenceExample['scene']>, Record<string, string>> = {
	completed: { 'recipients[0][require_file_attachment]': '1' },
	bounced: {},
	texted: { delivery_type: 'sms', body: 'Sign: {{url}}', 'recipients[0][phone]': PHONE },
	ended: {},
};

/** Creates what the request of an example is about, and gives its ids by their names in the address. */
export async function referenceScene(
	service: Service,
	{ request, scene }: Pick<ReferenceExample, 'request' | 'scene'>,
): Promise<Ids> {
	const [, name = ''] = /\{(\w+)\}/.exec(request) ?? [];
	const ids = await idsOf(service, name, scene);
	const place = addressOf(request, ids);
	// Nobody can be removed from where nobody is.
	if (/^DELETE .*\/(managers|members)\//.test(request)) await service.http.post(place);
	return ids;
}

/** The address of a request with these ids. */
export const addressOf = (request: string, ids: Ids): string =>
	request.replace(/^\w+ /, '').replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? '');

async function idsOf(
	service: Service,
	name: string,
	scene: ReferenceExample['scene'],
): Promise<Ids> {
	const { http, control } = service;
	const create = async <Answer extends object = WithId>(list: string, fields: object) =>
		(await http.post<Answer>(`/v3/${list}.json`, fields)).data;
	const certified = async (list: string, recipient: Record<string, string>) => {
		const fields = { recipients: [{ name: ADA.name, ...recipient }], type: 'delivery', body: 'B' };
		const { id, certificates } = await create<Certified>(list, fields);
		await control.settled();
		return { id, certificateId: certificates[0]?.id ?? '' };
	};
	switch (name) {
		case 'signatureId':
		case 'documentId':
			return await signature(service, scene);
		case 'emailId': {
			const { id, certificateId } = await certified('emails', { email: ADA.email });
			return { emailId: id, certificateId };
		}
		case 'smsId': {
			const { id, certificateId } = await certified('sms', { phone: PHONE });
			return { smsId: id, certificateId };
		}
		case 'fileId': {
			const file = { field: 'file', name: 'document.pdf', bytes: await pdfOf('NDA') };
			const { data } = await http.post<WithId>('/v3/files.json', form({}, [file]));
			return { fileId: data.id };
		}
		case 'userId':
		case 'groupId': {
			const user = await create('team/users', { email: ADA.email, role: 'member' });
			const group = await create('team/groups', { name: 'Founders' });
			return { userId: user.id, seatId: user.id, groupId: group.id };
		}
		case '':
			return {};
		default: {
			const [id = ''] = await control.seed({ kind: kinds[name] ?? 'contacts', count: 1 });
			return { [name]: id };
		}
	}
}

const kinds: Record<string, 'event_hooks' | 'brandings' | 'contacts' | 'subscriptions'> = {
	eventHookId: 'event_hooks',
	brandingId: 'brandings',
	contactId: 'contacts',
	subscriptionId: 'subscriptions',
};

interface WithId {
	id: string;
}

interface Certified extends WithId {
	certificates: WithId[];
}

async function signature(service: Service, scene: ReferenceExample['scene']): Promise<Ids> {
	const fields = { ...recipients(ADA), ...(scene && signatureFields[scene]) };
	const { id, documents } = await createSignature(service, fields);
	const documentId = documents[0]?.id ?? '';
	const { http, control } = service;
	if (scene === 'completed') await control.sign({ signatureId: id, email: ADA.email });
	if (scene === 'bounced') await control.bounce({ documentId });
	if (scene === 'ended') await http.patch<WireSignature>(`/v3/signatures/${id}/cancel.json`);
	return { signatureId: id, documentId };
}
