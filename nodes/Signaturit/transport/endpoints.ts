// The paths of the service's API, by kind of object.

import { Refusal } from './errors/refusal';

export type ServicePath = `/v3/${string}` | `/v4/${string}`;

/** The kinds of deliveries. Each has records: documents of a signature request, certificates of the others. */
export type DeliveryKind = 'signature' | 'certifiedEmail' | 'certifiedSms';

/** The last part of the address of a document's or certificate's file. */
export type DownloadName = 'signed' | 'sent' | 'uploaded' | 'audit_trail' | 'attachments';

function collection(name: string) {
	return {
		list: `/v3/${name}.json`,
		one: (id: string): ServicePath => `/v3/${name}/${segment(id)}.json`,
	} as const;
}

function deliveryEndpoints(name: string, records: string) {
	return {
		...collection(name),
		count: `/v3/${name}/count.json`,
		download: (id: string, recordId: string, file: DownloadName): ServicePath =>
			`/v3/${name}/${segment(id)}/${records}/${segment(recordId)}/download/${file}`,
	} as const;
}

const delivery = deliveryEndpoints('signatures', 'documents');

const signatureEndpoints = {
	...delivery,
	download: (id: string, documentId: string, file: DownloadName): ServicePath =>
		file === 'uploaded'
			? `/v3/documents/${segment(documentId)}/download/uploaded`
			: delivery.download(id, documentId, file),
	cancel: (id: string): ServicePath => `/v3/signatures/${segment(id)}/cancel.json`,
	delete: (id: string): ServicePath => `/v3/signatures/${segment(id)}`,
	generateAuditTrail: (id: string): ServicePath =>
		`/v3/signatures/${segment(id)}/generate/audit_trail`,
	generateDocumentTrail: (id: string, documentId: string): ServicePath =>
		`/v3/signatures/${segment(id)}/documents/${segment(documentId)}/generate/audit_trail`,
	name: (id: string): ServicePath => `/v3/signatures/${segment(id)}/name`,
	reminder: (id: string): ServicePath => `/v3/signatures/${segment(id)}/reminder.json`,
	signer: (id: string, documentId: string): ServicePath =>
		`/v3/signatures/${segment(id)}/documents/${segment(documentId)}/signer`,
	smsStatus: (id: string, documentId: string): ServicePath =>
		`/v3/signatures/${segment(id)}/documents/${segment(documentId)}/sms_status.json`,
};

/** The address of every endpoint, by its subject. An id may hold anything but dots alone. */
export const endpoints = {
	signature: signatureEndpoints,
	certifiedEmail: deliveryEndpoints('emails', 'certificates'),
	certifiedSms: {
		...deliveryEndpoints('sms', 'certificates'),
		smsStatus: (id: string, certificateId: string): ServicePath =>
			`/v3/sms/${segment(id)}/certificates/${segment(certificateId)}/sms_status.json`,
	},
	certifiedFile: {
		upload: '/v3/files.json',
		one: (id: string): ServicePath => `/v3/files/${segment(id)}.json`,
	},
	template: { list: '/v3/templates.json', listWithWidgets: '/v4/templates' },
	eventHook: {
		list: '/v3/event-hooks',
		retry: (id: string): ServicePath => `/v3/event-hooks/${segment(id)}/retry`,
	},
	branding: collection('brandings'),
	credits: { left: '/v3/account/credits.json' },
	device: {
		enrollmentCode: '/v3/account/enrollment-code',
		one: (id: string): ServicePath => `/v3/account/devices/${segment(id)}`,
	},
	photoId: { validate: '/v3/photoid/validate.json' },
	subscription: { ...collection('subscriptions'), count: '/v3/subscriptions/count.json' },
	contact: collection('contacts'),
	teamUser: collection('team/users'),
	teamSeat: collection('team/seats'),
	teamGroup: {
		...collection('team/groups'),
		managers: (id: string, seatId: string): ServicePath =>
			`/v3/team/groups/${segment(id)}/managers/${segment(seatId)}.json`,
		members: (id: string, seatId: string): ServicePath =>
			`/v3/team/groups/${segment(id)}/members/${segment(seatId)}.json`,
	},
} as const;

/** The list of brandings has pages and a window of its own (docs/service.md#page-sizes). */
export const brandingList = { list: endpoints.branding.list, pageSize: 10, window: 1_000 };

/** Encodes one segment of a path. Throws a UserError for an empty one, `.` and `..`, which lead to another path. */
export function segment(value: string): string {
	if (!/^\.{0,2}$/.test(value)) return encodeURIComponent(value);
	throw new Refusal(`"${value}" is not an ID of Signaturit`, 'model', { unsent: true });
}
