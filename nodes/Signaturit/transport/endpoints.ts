import { UserError } from 'n8n-workflow';

/** Path of an endpoint, version included. */
export type ServicePath = `/v3/${string}` | `/v4/${string}`;

/**
 * What the service sends to people: signature requests, certified emails and certified SMS. Each has
 * records that are tracked one by one: documents of a signature request, certificates of the others.
 */
export type DeliveryKind = 'signature' | 'certifiedEmail' | 'certifiedSms';

/** The last part of the address of a document's or certificate's file. */
export type DownloadName = 'signed' | 'sent' | 'audit_trail' | 'attachments';

/** The endpoints that all kinds of deliveries have. */
interface DeliveryEndpoints {
	list: ServicePath;
	count: ServicePath;
	one: (id: string) => ServicePath;
	download: (id: string, recordId: string, file: DownloadName) => ServicePath;
}

function deliveryEndpoints(collection: string, records: string): DeliveryEndpoints {
	return {
		list: `/v3/${collection}.json`,
		count: `/v3/${collection}/count.json`,
		one: (id) => `/v3/${collection}/${segment(id)}.json`,
		download: (id, recordId, file) =>
			`/v3/${collection}/${segment(id)}/${records}/${segment(recordId)}/download/${file}`,
	};
}

const signature = {
	...deliveryEndpoints('signatures', 'documents'),
	cancel: (id: string): ServicePath => `/v3/signatures/${segment(id)}/cancel.json`,
	delete: (id: string): ServicePath => `/v3/signatures/${segment(id)}`,
	generateAuditTrail: (id: string): ServicePath =>
		`/v3/signatures/${segment(id)}/generate/audit_trail`,
	name: (id: string): ServicePath => `/v3/signatures/${segment(id)}/name`,
	reminder: (id: string): ServicePath => `/v3/signatures/${segment(id)}/reminder.json`,
	signer: (id: string, documentId: string): ServicePath =>
		`/v3/signatures/${segment(id)}/documents/${segment(documentId)}/signer`,
	smsStatus: (id: string, documentId: string): ServicePath =>
		`/v3/signatures/${segment(id)}/documents/${segment(documentId)}/sms_status.json`,
};

/** The address of every endpoint, by what it is about. An id may hold anything but dots alone. */
export const endpoints = {
	signature,
	certifiedEmail: deliveryEndpoints('emails', 'certificates'),
	certifiedSms: deliveryEndpoints('sms', 'certificates'),
	certifiedFile: {
		upload: '/v3/files.json',
		one: (id: string): ServicePath => `/v3/files/${segment(id)}.json`,
	},
	template: { list: '/v3/templates.json', listWithWidgets: '/v4/templates' },
	eventHook: {
		list: '/v3/event-hooks',
		retry: (id: string): ServicePath => `/v3/event-hooks/${segment(id)}/retry`,
	},
	subscription: {
		list: '/v3/subscriptions.json',
		one: (id: string): ServicePath => `/v3/subscriptions/${segment(id)}.json`,
	},
} as const;

/**
 * Encodes a value as one segment of a path.
 *
 * @throws UserError when it would lead to another path: `..` means the folder above, and nothing the
 * folder itself
 */
function segment(value: string): string {
	if (!/^\.{0,2}$/.test(value)) return encodeURIComponent(value);
	throw new UserError(`"${value}" is not an ID of Signaturit`, {
		description: 'Nothing was sent to Signaturit.',
	});
}
