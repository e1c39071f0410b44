import type { Certificate, Certified, CertificateItem } from '../domain/certified/model';
import { timestamp } from '../domain/clock';
import { pairList, presentEvents, type Wire } from './signature';

/** A certificate item (docs/service.md#certificates). */
function presentCertificate({ certified, certificate }: CertificateItem): Wire {
	const { id, createdAt, name, status, events } = certificate;
	const shared = {
		id,
		created_at: timestamp(createdAt),
		events: presentEvents(events),
		name,
		status,
	};
	if (certified.channel === 'sms') return { ...shared, phone: certificate.phone };
	const [file] = certified.attachments;
	return {
		...shared,
		email: certificate.email,
		...(file && {
			file: {
				name: file.name,
				...(file.pages !== undefined && { pages: file.pages }),
				size: file.size,
			},
		}),
		attachments: certified.attachments.map((item) => ({ name: item.name, size: item.size })),
	};
}

/** A certified email or SMS (docs/service.md#certified-emails, docs/service.md#certified-sms). */
export function presentCertified(certified: Certified, withoutData: boolean): Wire {
	return {
		id: certified.id,
		created_at: timestamp(certified.createdAt),
		...(!withoutData && { data: pairList(certified.data) }),
		certificates: certified.certificates.map((certificate: Certificate) =>
			presentCertificate({ certified, certificate }),
		),
	};
}

/** The body of an event post (docs/service.md#certified-event-posts). */
export function presentCertificateEvent(
	item: CertificateItem,
	type: string,
	at: Date,
	extra: Wire,
): Wire {
	return {
		created_at: timestamp(at),
		type,
		certificate: presentCertificate(item),
		...extra,
	};
}
