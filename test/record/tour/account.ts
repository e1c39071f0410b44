// The recorder's reading of signature requests: lists, filters, counts and files of the account.

import type { Call } from '../client';
import { RECORDER } from '../recorderTexts';
import type { Recorder } from '../recorder';
import { ifAny, newestDay, requestIn, requestsIn, type SignatureRequest } from '../wire';

/** A reading call. */
export const get = (path: string, query?: Call['query']): Call => ({ method: 'GET', path, query });
const LIST = '/v3/signatures.json';
const COUNT = '/v3/signatures/count.json';

/** The statuses of documents (docs/service.md#document-statuses). */
export const STATUSES = [
	'in_queue',
	'ready',
	'signing',
	'completed',
	'expired',
	'canceled',
	'declined',
	'error',
];

/** The day after a day, both as `YYYY-MM-DD`. */
export const dayAfter = (day: string): string =>
	new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);

/** Reads the account's signature requests: lists, filters, counts and one request. */
export async function readRequests({ ask }: Asking): Promise<void> {
	await ask('count without a token', { ...get(COUNT), token: 'none' });
	await ask('count with a wrong token', { ...get(COUNT), token: 'wrong' });
	const list = await ask('list of requests', get(LIST, { limit: 100 }));
	await ask('list without a limit', get(LIST));
	await ask('requests 2 and 3', get(LIST, { limit: 2, offset: 1 }));
	await ask('requests with limit 101', get(LIST, { limit: 101 }));
	await ask('requests with offset 9900', get(LIST, { limit: 100, offset: 9900 }));
	await ask('requests with offset 9901', get(LIST, { limit: 100, offset: 9901 }));
	for (const status of STATUSES) await ask(`count of ${status}`, get(COUNT, { status }));
	await ask('count of a status that does not exist', get(COUNT, { status: 'n8n_recorder' }));
	for (const status of ['completed', 'declined']) {
		await ask(`requests that are ${status}`, get(LIST, { status, limit: 100 }));
	}
	await ask('requests by unknown custom data', get(LIST, { [RECORDER.mark]: RECORDER.value }));
	await ask('count by unknown custom data', get(COUNT, { [RECORDER.mark]: RECORDER.value }));
	await ask('unknown request', get(`/v3/signatures/${RECORDER.unknownId}.json`));

	const requests = ifAny(() => requestsIn(list)) ?? [];
	await readSmsStatus({ ask }, requests);
	await readByDay({ ask }, newestDay(requests));
	const [newest, second] = requests;
	// The oldest of the page: it does not change while it is read twice.
	const oldest = requests.at(-1);
	if (newest === undefined || oldest === undefined) return;
	const one = `/v3/signatures/${oldest.id}.json`;
	await ask('listed request', get(one));
	await ask('unknown parameter in the query', get(one, { [RECORDER.unknownParameter]: 1 }));
	if (second) await ask('requests by ids', get(LIST, { ids: `${newest.id},${second.id}` }));
	const ids = Array.from(
		{ length: 100 },
		(_, index) => `${RECORDER.unknownId.slice(0, -3)}${String(100 + index)}`,
	);
	await ask('requests by 100 ids', get(LIST, { ids: [oldest.id, ...ids.slice(1)].join(',') }));
	await readCompleted({ ask }, requests);
}

/** What the scenes of a run need of the recorder. */
export interface Asking {
	ask: Recorder['ask'];
}

/** Filters by the day of the newest request: whatever the account has, there is one. */
async function readByDay({ ask }: Asking, day: string | undefined): Promise<void> {
	if (day === undefined) return;
	await ask('requests since the newest day', get(LIST, { since: day, limit: 100 }));
	await ask('requests until the newest day', get(LIST, { until: day }));
	const ofDay = { since: day, until: dayAfter(day), limit: 100 };
	await ask('requests of the newest day', get(LIST, ofDay));
	await ask('count since the newest day', get(COUNT, { since: day }));
}

/** Whether the SMS has come by which a document was sent, if one was. */
async function readSmsStatus({ ask }: Asking, requests: SignatureRequest[]): Promise<void> {
	const isSms = ({ type }: { type: string }) => type.startsWith('sms_');
	const sent = requests.flatMap(({ id, documents }) =>
		documents.filter(({ events }) => events.some(isSms)).map((document) => ({ id, document })),
	);
	if (sent[0] === undefined) return;
	const { id, document } = sent[0];
	const path = `/v3/signatures/${id}/documents/${document.id}/sms_status.json`;
	await ask('SMS status of a document', get(path));
}

/** Files of the newest completed request. Nothing of their content is kept. */
async function readCompleted({ ask }: Asking, requests: SignatureRequest[]): Promise<void> {
	const request = requests.find(({ documents }) =>
		documents.some(({ status }) => status === 'completed'),
	);
	const document = request?.documents.find(({ status }) => status === 'completed');
	if (request === undefined || document === undefined) return;
	const base = `/v3/signatures/${request.id}/documents/${document.id}/download`;
	const one = await ask('completed request', get(`/v3/signatures/${request.id}.json`));
	await ask('signed PDF', get(`${base}/signed`));
	const events = ifAny(() => requestIn(one))?.documents.find(
		({ id }) => id === document.id,
	)?.events;
	if (events?.some(({ type }) => type === 'audit_trail_completed')) {
		await ask('audit trail', get(`${base}/audit_trail`));
	}
}
