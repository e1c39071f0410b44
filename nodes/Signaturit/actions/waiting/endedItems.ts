import type { IBinaryKeyData, IDataObject, INodeExecutionData } from 'n8n-workflow';
import { z } from 'zod';
import type { Outcome } from '../../events/catalogue';
import { mapBounded } from '../../transport/concurrency';
import { endpoints } from '../../transport/endpoints';
import { downloadFile, type FileContext } from '../../transport/files/download';
import { serviceFiles } from '../../transport/files/serviceFiles';
import type { Delivery, TrackedRecord } from '../../transport/shapes';
import { packFiles, type PackFile } from '../signature/evidencePack';
import type { Awaited } from './awaited';
import { outcomeJson, outcomeOf, type MissingFile } from './outcome';
import { lacksReason, withPostedReason } from './post';
import { readStates } from './states';

/** The name of the option for the files to attach. */
export const ATTACH_FILES = 'options.attachFiles';

const kindsSchema = z.array(z.enum(['signed', 'auditTrail'])).catch([]);

/** Files to attach, by the option's values. */
type FileKind = z.infer<typeof kindsSchema>[number];

/** The events after which a file is there (docs/service.md#order-of-events). */
const readyWith: Record<FileKind, string> = {
	signed: 'document_completed',
	auditTrail: 'audit_trail_completed',
};

const DOWNLOADS_AT_ONCE = 3;

/** The items that go on. */
interface Ended {
	items: INodeExecutionData[];
	/** Whether a post that may still come would tell why somebody has declined. */
	lacksReason: boolean;
}

/**
 * The items that go on, one for each input item.
 *
 * @param attachFiles the value of the option `ATTACH_FILES`
 * @param body of the post that has woken the execution
 * @returns `undefined` while one of the requests has not ended, or its files are not ready
 * @throws NodeApiError when the service cannot be asked
 */
export async function endedItems(
	this: FileContext,
	{ items }: Awaited,
	attachFiles: unknown,
	body?: IDataObject,
): Promise<Ended | undefined> {
	const kinds = kindsSchema.parse(attachFiles);
	const ids = items.flatMap((item) => ('id' in item ? [item.id] : []));
	const states = await readStates.call(this, ids);
	const ended = items.map((item) => {
		const delivery = 'id' in item ? states.get(item.id) : undefined;
		const outcome = delivery && outcomeOf(delivery);
		if (!delivery || !outcome || !hasFiles(delivery, outcome, kinds)) return undefined;
		return { delivery: withPostedReason(delivery, body), outcome };
	});
	if (items.some((item, index) => 'id' in item && !ended[index])) return undefined;
	const given = await mapBounded(items.length, 1, async (index): Promise<INodeExecutionData> => {
		const item = items[index];
		const pairedItem = { item: index };
		const end = ended[index];
		if (!item || !end) return { json: item && 'failure' in item ? item.failure : {}, pairedItem };
		const { binary, missing } = await attach.call(this, end.delivery, end.outcome, kinds);
		const reused = 'reused' in item && item.reused;
		return {
			json: outcomeJson(end.delivery, end.outcome, reused, missing),
			...(Object.keys(binary).length > 0 && { binary }),
			pairedItem,
		};
	});
	return { items: given, lacksReason: ended.some((end) => end && lacksReason(end.delivery)) };
}

/** Files of a request that was not completed are not waited for. */
function hasFiles({ records }: Delivery, outcome: Outcome, kinds: readonly FileKind[]): boolean {
	if (outcome !== 'completed') return true;
	const isReady = ({ events, status }: TrackedRecord, kind: FileKind) =>
		events.some(({ type }) => type === readyWith[kind]) ||
		(kind === 'signed' && status === 'completed');
	return records.every((record) => kinds.every((kind) => isReady(record, kind)));
}

async function attach(
	this: FileContext,
	{ id, records }: Delivery,
	outcome: Outcome,
	kinds: readonly FileKind[],
): Promise<{ binary: IBinaryKeyData; missing: MissingFile[] }> {
	const files = outcome === 'completed' ? packFiles(records, kinds) : [];
	const results = await mapBounded(files.length, DOWNLOADS_AT_ONCE, async (index) => {
		const { kind, field, documentId, fileName } = files[index] as PackFile;
		const { name, format } = serviceFiles[kind];
		const path = endpoints.signature.download(id, documentId, name);
		try {
			return { field, file: await downloadFile.call(this, path, format, () => fileName) };
		} catch (error) {
			return { field, reason: error instanceof Error ? error.message : String(error) };
		}
	});
	return {
		binary: Object.fromEntries(
			results.flatMap(({ field, file }) => (file ? [[field, file] as const] : [])),
		),
		missing: results.flatMap(({ field, reason }) =>
			reason === undefined ? [] : [{ field, reason }],
		),
	};
}
