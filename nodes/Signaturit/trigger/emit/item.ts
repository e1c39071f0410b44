import type { IDataObject } from 'n8n-workflow';
import type { Outcome } from '../../events/catalogue';
import type { PostedEvent } from '../receive/event';
import type { MissingFile } from './files';
import type { Parent } from '../lookup/delivery';
import type { EventRecord } from '../../transport/shapes';
import { stateOf } from '../lookup/state';

/** What is known about an event when its item is made. */
export interface Findings {
	posted: PostedEvent;
	parentId?: string;
	/** As the service has it now; `undefined` if it could not be had. */
	parent?: Parent;
	/** With all documents on the item, when it stands for the end of the whole request. */
	outcome?: Outcome;
	rawBody?: string;
	missing?: MissingFile[];
	warnings?: string[];
}

/**
 * The item of an event. What the service itself has told goes before what was posted; only the reasons
 * of a bounce and of a decline are posted and nowhere else.
 */
export function itemOf(findings: Findings): IDataObject {
	const { posted, parent, rawBody, missing = [], warnings = [] } = findings;
	const { type, createdAt, reason } = posted;
	const item = {
		event: { type, createdAt, reason },
		...(posted.resource === 'signature' ? aboutDocument(findings) : aboutCertificate(findings)),
		data: parent?.data,
		filesMissing: missing.length > 0 ? missing : undefined,
		warnings: warnings.length > 0 ? warnings : undefined,
		rawBody,
	};
	return JSON.parse(JSON.stringify(item)) as IDataObject;
}

function aboutDocument({ posted, parentId, parent, outcome }: Findings) {
	const record = currentRecord(posted, parent);
	const { status, signed, total } = parent ? stateOf(parent.records) : {};
	return {
		...(outcome && { outcome }),
		document: { ...shown(record), declineReason: posted.record.declineReason },
		...(outcome && { documents: parent?.records.map(shown) }),
		signature: { id: parentId, createdAt: parent?.createdAt },
		signer: { name: record.name, email: record.email },
		status,
		signed,
		total,
	};
}

function aboutCertificate({ posted, parentId, parent }: Findings) {
	return {
		certificate: shown(currentRecord(posted, parent)),
		[posted.resource]: { id: parentId, createdAt: parent?.createdAt },
	};
}

function currentRecord({ record }: PostedEvent, parent: Parent | undefined): EventRecord {
	return parent?.records.find(({ id }) => id === record.id) ?? record;
}

function shown({ parentId: _, declineReason: __, ...record }: EventRecord) {
	return record;
}
