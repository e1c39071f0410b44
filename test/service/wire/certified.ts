// How answers and event posts show a certified email or SMS.

import type { Certified, CertificateItem } from '../domain/certified/model';
import { timestamp } from '../domain/clock';
import type { ServiceEvent } from '../domain/history';
import { pairList, presentEvents, presentFile, type Wire } from './signature';

/** A certificate item (docs/service.md#certificates). */
function presentCertificate({ certified, certificate }: CertificateItem): Wire {
	const { id, createdAt, name, status, events } = certificate;
	const created_at = timestamp(createdAt);
	const shared = { id, created_at, events: presentEvents(events), name, status };
	if (certified.channel === 'sms') return { ...shared, phone: certificate.phone };
	const [file] = certified.attachments;
	return {
		...shared,
		email: certificate.email,
		...(file && { file: presentFile(file, true) }),
		attachments: certified.attachments.map((item) => ({ name: item.name, size: item.size })),
	};
}

/** A certified email or SMS (docs/service.md#certified-emails, docs/service.md#certified-sms). */
export function presentCertified(certified: Certified, withoutData: boolean): Wire {
	return {
		id: certified.id,
		created_at: timestamp(certified.createdAt),
		...(!withoutData && { data: pairList(certified.data) }),
		certificates: certified.certificates.map((certificate) =>
			presentCertificate({ certified, certificate }),
		),
	};
}

/** The body of an event post (docs/service.md#certified-event-posts). */
export const presentCertificateEvent = (
	item: CertificateItem,
	{ type, at, reasons }: ServiceEvent,
): Wire => ({
	created_at: timestamp(at),
	type,
	certificate: presentCertificate(item),
	...reasons,
});
