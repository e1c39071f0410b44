// Creates one of everything on a local service, so that every operation has something to show.

import axios from 'axios';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { deliverySchema, type Delivery } from '../../../nodes/Signaturit/transport/shapes';
import { createEmail, createSms } from '../actions/certified/parameters';
import { runNode } from '../engine/engine';
import { createParameters, documentIdsIn, itemWithPdf, pdfOf } from '../engine/fixtures';
import type { LocalService } from '../engine/localService';
import { ADA } from '../../people';

const PHONE = '34600000000';

/** The nodes at work on one local service. */
export class Account {
	constructor(private readonly local: LocalService) {}

	/** Runs an operation with a PDF as its input. */
	async run(operation: string, parameters: INodeParameters): Promise<IDataObject[]> {
		const [resource = '', name = ''] = operation.split('/');
		const { items, error } = await runNode({
			parameters: { ...parameters, resource, operation: name },
			credential: this.local.credential,
			items: [await itemWithPdf('contract.pdf', await pdfOf('A contract'))],
		});
		if (error) throw error;
		return items.map(({ json }) => json);
	}

	/** Creates a signature request for Ada. */
	async create(options: INodeParameters = {}, row: INodeParameters = {}) {
		const recipient = [{ ...ADA, ...row }];
		const parameters = createParameters({ recipients: { recipient }, options });
		const [item = {}] = await this.run('signature/create', parameters);
		const [documentId = ''] = documentIdsIn(item);
		return { item, signatureId: String(item.signatureId), documentId };
	}

	async read(path: string): Promise<Delivery> {
		const { url, token } = this.local.service;
		const headers = { Authorization: `Bearer ${token}` };
		return deliverySchema.parse((await axios.get(`${url}/v3/${path}.json`, { headers })).data);
	}
}

/** A branding with one text of each kind. */
export const branding: INodeParameters = {
	name: 'Sales in Spain',
	appearance: { layout_color: '#FAAC58', text_color: '#B43104', show_csv: false },
	texts: { send_button: 'Sign' },
	emailTemplates: { signatures_request: '<p>[sign_button]</p>' },
	smsTemplates: { sms_verify: 'Your code: [code]' },
};

/** Creates one of everything, and lets happen to it what gives its items their fields. */
export async function makeRecords(account: Account, { control }: LocalService) {
	const certified = { binaryPropertyNames: '', type: 'delivery' };
	const records = {
		completed: await account.create(
			{ reference: 'contract-1' },
			{ requireFileAttachment: '1', phone: PHONE },
		),
		declined: await account.create(),
		bounced: await account.create(),
		canceled: await account.create(),
		toSign: await account.create({ deliveryType: 'url' }),
		texted: await account.create({ deliveryType: 'sms', smsBody: 'Sign: [url]' }, { phone: PHONE }),
		emails: await account.run(
			'certifiedEmail/createEmail',
			createEmail({ ...certified, options: { reference: 'email-1' } }),
		),
		texts: await account.run('certifiedSms/createSms', createSms(certified)),
		files: await account.run('certifiedFile/upload', { binaryPropertyName: 'data' }),
		hooks: await control.seed({ kind: 'event_hooks', count: 1 }),
		brandings: await account.run('branding/createBranding', branding),
		contacts: await control.seed({ kind: 'contacts', count: 1 }),
		subscriptions: await control.seed({ kind: 'subscriptions', count: 1 }),
		seats: await account.run('team/inviteUser', { email: ADA.email, role: 'member' }),
		groups: await account.run('team/createGroup', { name: 'Founders' }),
	};
	const { completed, declined, bounced } = records;
	await control.settled();
	await control.sign({ signatureId: completed.signatureId, email: ADA.email });
	await control.decline({ signatureId: declined.signatureId, email: ADA.email }, 'Too early');
	await control.bounce({ documentId: bounced.documentId });
	await control.settled();
	return records;
}

/** What `makeRecords` has created. */
export type Records = Awaited<ReturnType<typeof makeRecords>>;
