// What tests send to the API, and what they read out of its answers.

import type { AxiosResponse } from 'axios';
import FormData from 'form-data';

import { ADA } from '../../../people';
import { pdfOf, wordsIn } from './pdf';
import { apiClient, type Rig } from './rig';

export interface FilePart {
	field: string;
	name: string;
	bytes: Buffer;
	type?: string;
}

/** A PDF as one of the files to sign. */
export const pdfFile = (bytes: Buffer, number: number): FilePart => ({
	field: `files[${number}]`,
	name: `${number}.pdf`,
	bytes,
});

/** A multipart form; field names are sent as they are. */
export function form(fields: Record<string, string>, files: FilePart[] = []): FormData {
	const data = new FormData();
	for (const [name, value] of Object.entries(fields)) data.append(name, value);
	for (const { field, name, bytes, type } of files) {
		data.append(field, bytes, { filename: name, contentType: type ?? 'application/pdf' });
	}
	return data;
}

/** The fields of these recipients. */
export function recipients(...people: (typeof ADA)[]): Record<string, string> {
	return Object.fromEntries(
		people.flatMap(({ email, name }, index) => [
			[`recipients[${index}][email]`, email],
			[`recipients[${index}][name]`, name],
		]),
	);
}

/** The fields of the first recipient's widgets; a key that begins with a bracket is a path. */
export function widgetsOf(widgets: Record<string, string>[]): Record<string, string> {
	return Object.fromEntries(
		widgets.flatMap((widget, index) =>
			Object.entries(widget).map(([key, value]) => [
				`recipients[0][widgets][${index}]${key.startsWith('[') ? key : `[${key}]`}`,
				value,
			]),
		),
	);
}

/** The field of the first recipient's phone. */
export const PHONE = { 'recipients[0][phone]': '34600000000' };

export interface WireDocument {
	id: string;
	created_at: string;
	email: string;
	name: string;
	status: string;
	events: Array<{ created_at: string; type: string }>;
	file: { name: string; pages?: number; size: number };
}

export interface WireSignature {
	id: string;
	created_at: string;
	data: Array<{ key: string; value: string }>;
	documents: WireDocument[];
	decliner_email?: string;
	url?: string;
}

const oneFile = async (): Promise<FilePart[]> => [
	{ field: 'files[0]', name: 'contract.pdf', bytes: await pdfOf('Hello') },
];

/** Sends a new signature request, with one PDF unless files are given. */
export async function postSignature(
	{ http }: Rig,
	fields: Record<string, string>,
	files?: FilePart[],
): Promise<ReturnType<typeof answer>> {
	return answer(await http.post('/v3/signatures.json', form(fields, files ?? (await oneFile()))));
}

/**
 * Creates a signature request directly at a service, to Ada and with one PDF unless others are given, and waits until
 * it is processed.
 *
 * @throws Error with the service's words when it is refused
 */
export async function createSignature(
	{ service, control }: Pick<Rig, 'service' | 'control'>,
	fields: Record<string, string> = {},
	files?: FilePart[],
): Promise<WireSignature> {
	const response = await apiClient(service, service.token).post<WireSignature>(
		'/v3/signatures.json',
		form({ ...recipients(ADA), ...fields }, files ?? (await oneFile())),
	);
	if (response.status !== 201) throw new Error(JSON.stringify(response.data));
	await control.settled();
	return response.data;
}

/** Signs with examples, Ada unless somebody else is given, and waits for what follows. */
export async function sign(
	{ control }: Rig,
	signatureId: string,
	{ email } = ADA,
	values?: Record<string, string>,
): Promise<void> {
	await control.sign({ signatureId, email }, values);
	await control.settled();
}

export async function getSignature({ http }: Rig, id: string): Promise<WireSignature> {
	return (await http.get<WireSignature>(`/v3/signatures/${id}.json`)).data;
}

export const documentStatuses = async (rig: Rig, id: string): Promise<string[]> =>
	(await getSignature(rig, id)).documents.map(({ status }) => status);

/** The types of the events of a request's first document. */
export const firstEvents = async (rig: Rig, id: string): Promise<string[]> =>
	eventTypes((await getSignature(rig, id)).documents[0]);

/** The address of what belongs to a document of a request, e.g. `download/signed`. */
export const documentPath = ({ id, documents }: WireSignature, end: string, index = 0): string =>
	`/v3/signatures/${id}/documents/${documents[index]?.id}/${end}`;

export async function download({ http }: Rig, path: string) {
	const { status, headers, data } = await http.get<Buffer>(path, { responseType: 'arraybuffer' });
	return {
		status,
		type: String(headers['content-type']),
		disposition: String(headers['content-disposition']),
		bytes: data,
	};
}

/** The words of a download of a request's first document, with spaces between. */
export const downloadedText = async (rig: Rig, signature: WireSignature, what: string) =>
	(await wordsIn((await download(rig, documentPath(signature, `download/${what}`))).bytes)).join(
		' ',
	);

/** Status and body, to compare an answer as a whole. */
export const answer = ({ status, data }: AxiosResponse<unknown>) => ({ status, data });

/** The answer 404 about this. */
export const notFound = (what: string) => ({
	status: 404,
	data: { status_code: 404, message: `${what} not found` },
});

/** The answer 400 with this message, for `toMatchObject`. */
export const refusal = (message: string) => ({ status: 400, data: { status_code: 400, message } });

export const eventTypes = (document: WireDocument | undefined): string[] =>
	(document?.events ?? []).map((event) => event.type);
