// The life of the recorder's signature requests: created, read, changed, canceled and deleted.

import type { Answer, Call } from '../client';
import type { Body } from '../encode';
import { harmless, RECORDER, recipient, type RecorderFiles } from '../recorderTexts';
import type { Recorder } from '../recorder';
import { idOf, ifAny, requestIn, requestsIn } from '../wire';

/** Who and what the requests of a run are made with. */
export interface Cast {
	/** The user's addresses, one or two. */
	signers: string[];
	/** The value of custom data by which the requests of this run are found. */
	mark: string;
	files: RecorderFiles;
}

const LIST = '/v3/signatures.json';
const read = (id: string): Call => ({ method: 'GET', path: `/v3/signatures/${id}.json` });
export const post = (body: Body): Call => ({ method: 'POST', path: LIST, body });

const isPrepared = (answer: Answer): boolean =>
	ifAny(() => requestIn(answer))?.documents[0]?.status !== 'in_queue';

/** The life of a request that sends nothing: from its creation to its deletion. */
export async function followRequest(recorder: Recorder, cast: Cast): Promise<void> {
	const { signers, mark, files } = cast;
	const fields = harmless(
		mark,
		signers.map((email) => recipient(email)),
		{
			cc: [{ email: signers[0] ?? '', name: RECORDER.signer }],
			subject: RECORDER.subject,
			body: RECORDER.text,
			callback_url: 'https://example.com/',
			data: {
				[RECORDER.mark]: mark,
				[RECORDER.reference]: RECORDER.value,
				[RECORDER.bracketKey]: RECORDER.value,
			},
			expire_time: 365,
			reply_to: signers[0] ?? '',
			reminders: [30, 60],
			type: 'simple',
		},
	);
	const created = await recorder.ask(
		'creation',
		post({ as: 'multipart', fields, files: [files.pdf, files.secondPdf] }),
	);
	const id = idOf(created);
	if (id === undefined) return;
	const request = await recorder.askUntil('request', read(id), isPrepared);
	await findByData(recorder, id, cast);
	await changeWhileOpen(recorder, id);
	const prepared = ifAny(() => requestIn(request));
	const document: Place = {
		id,
		documentId: prepared?.documents[0]?.id ?? '',
		signer: signers[0] ?? '',
	};
	if (prepared) await readDocuments(recorder, document);
	await endRequest(recorder, document);
}

async function findByData(recorder: Recorder, id: string, { mark }: Cast): Promise<void> {
	const query = { [RECORDER.mark]: mark, [RECORDER.reference]: RECORDER.value };
	await recorder.askUntil(
		'requests by custom data',
		{ method: 'GET', path: LIST, query },
		(answer) => ifAny(() => requestsIn(answer))?.some((request) => request.id === id) ?? true,
	);
	await recorder.ask('count by custom data', {
		method: 'GET',
		path: '/v3/signatures/count.json',
		query,
	});
	const byBrackets = (value: string): Call => ({
		method: 'GET',
		path: LIST,
		query: { [RECORDER.mark]: mark, [`data[${RECORDER.bracketKey}]`]: value },
	});
	await recorder.ask('requests by a key with brackets', byBrackets(RECORDER.value));
	await recorder.ask('requests by another value of a key with brackets', byBrackets(RECORDER.text));
	const ids = `${id},${RECORDER.unknownId}`;
	await recorder.ask('requests by ids and custom data', {
		method: 'GET',
		path: LIST,
		query: { ids, ...query },
	});
	await recorder.ask('requests by ids and other custom data', {
		method: 'GET',
		path: LIST,
		query: { ids, [RECORDER.mark]: RECORDER.value },
	});
}

async function changeWhileOpen({ ask }: Recorder, id: string): Promise<void> {
	const rename = (name: string): Call => ({
		method: 'POST',
		path: `/v3/signatures/${id}/name`,
		body: { as: 'urlencoded', fields: { name } },
	});
	await ask('new name', rename(RECORDER.newName));
	await ask('empty name', rename(''));
	await ask('deletion while in progress', { method: 'DELETE', path: `/v3/signatures/${id}` });
	await ask('cancel as multipart', {
		method: 'PATCH',
		path: `/v3/signatures/${id}/cancel.json`,
		body: { as: 'multipart', fields: { reason: RECORDER.reason } },
	});
}

/** The first document of a request. */
interface Place {
	id: string;
	documentId: string;
	signer: string;
}

const pathOf = ({ id, documentId }: Place): string =>
	`/v3/signatures/${id}/documents/${documentId}`;

async function readDocuments({ ask }: Recorder, place: Place): Promise<void> {
	const get = (path: string): Call => ({ method: 'GET', path: pathOf(place) + path });
	await ask('sent PDF', get('/download/sent'));
	await ask('uploaded PDF', uploaded(place.documentId));
	await ask('signed PDF of an open request', get('/download/signed'));
	await ask('attachments of an open request', get('/download/attachments'));
	await ask('audit trail of an open request', get('/download/audit_trail'));
	await ask('SMS status without an SMS', get('/sms_status.json'));
	await ask('new signer of an open request', newSigner(place));
}

/** The file of a document as it was uploaded. */
export const uploaded = (documentId: string): Call => ({
	method: 'GET',
	path: `/v3/documents/${documentId}/download/uploaded`,
});

/** The address stays the same, in case it is accepted. */
const newSigner = (place: Place): Call => ({
	method: 'POST',
	path: `${pathOf(place)}/signer`,
	body: { as: 'urlencoded', fields: { email: place.signer } },
});

async function endRequest(recorder: Recorder, place: Place): Promise<void> {
	const { ask } = recorder;
	const { id } = place;
	const cancel: Call = {
		method: 'PATCH',
		path: `/v3/signatures/${id}/cancel.json`,
		body: { as: 'urlencoded', fields: { reason: RECORDER.reason } },
	};
	const trail: Call = { method: 'GET', path: `${pathOf(place)}/download/audit_trail` };
	const generate: Call = { method: 'POST', path: `/v3/signatures/${id}/generate/audit_trail` };
	await ask('cancel', cancel);
	await ask('second cancel', cancel);
	await ask('reminder after a cancel', reminder(id));
	await ask('new signer after a cancel', newSigner(place));
	await ask('audit trail after a cancel', trail);
	await ask('generation of the audit trail', generate);
	await ask('generation of the audit trail of a document', {
		method: 'POST',
		path: `${pathOf(place)}/generate/audit_trail`,
	});
	await recorder.askUntil('audit trail that was generated', trail, ({ status }) => status < 300);
	await ask('request at its end', read(id));
	await ask('generation by GET', { ...generate, method: 'GET' });
	await ask('deletion', { method: 'DELETE', path: `/v3/signatures/${id}` });
	await ask('request after its deletion', read(id));
	await ask('second deletion', { method: 'DELETE', path: `/v3/signatures/${id}` });
}

const reminder = (id: string): Call => ({
	method: 'POST',
	path: `/v3/signatures/${id}/reminder.json`,
});

/** A request by email to all signers at once, with a reminder, and a cancel without a body. */
export async function followEmail(
	recorder: Recorder,
	{ signers, mark, files }: Cast,
): Promise<void> {
	const fields = {
		...harmless(
			mark,
			signers.map((email) => recipient(email)),
			{ signing_mode: 'parallel', reminders: 0, subject: RECORDER.subject, body: RECORDER.text },
		),
		delivery_type: undefined,
	};
	const created = await recorder.ask(
		'creation by email',
		post({ as: 'multipart', fields, files: [files.pdf] }),
	);
	const id = idOf(created);
	if (id === undefined) return;
	await recorder.askUntil(
		'request by email',
		read(id),
		(answer) => (ifAny(() => requestIn(answer))?.documents[0]?.events.length ?? 1) > 0,
	);
	await recorder.ask('reminder', reminder(id));
	await recorder.ask('cancel without a body', {
		method: 'PATCH',
		path: `/v3/signatures/${id}/cancel.json`,
	});
}

/** A request with a Word file, which is canceled before it is prepared if the service is slow enough. */
export async function followWordFile(
	recorder: Recorder,
	{ signers, mark, files }: Cast,
): Promise<void> {
	const { ask } = recorder;
	const fields = harmless(mark, [recipient(signers[0] ?? '')]);
	const created = await ask(
		'creation with a Word file',
		post({ as: 'multipart', fields, files: [files.docx] }),
	);
	const id = idOf(created);
	if (id === undefined) return;
	await ask('Word request at once', read(id));
	await ask('cancel at once', { method: 'PATCH', path: `/v3/signatures/${id}/cancel.json` });
	await ask('Word request after the cancel', read(id));
	const request = await recorder.askUntil('Word request', read(id), isPrepared);
	const document = ifAny(() => requestIn(request))?.documents[0];
	if (!document) return;
	await ask('sent Word file', {
		method: 'GET',
		path: `/v3/signatures/${id}/documents/${document.id}/download/sent`,
	});
	await ask('uploaded Word file', uploaded(document.id));
}
