import type { AxiosResponse } from 'axios';
import FormData from 'form-data';

import type { ADA } from '../../../people';
import { pdfOf } from './pdf';
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

/** The fields of a recipient's widgets; a key that begins with a bracket is a path. */
export function widgetsOf(
	recipient: number,
	widgets: Record<string, string>[],
): Record<string, string> {
	return Object.fromEntries(
		widgets.flatMap((widget, index) =>
			Object.entries(widget).map(([key, value]) => [
				`recipients[${recipient}][widgets][${index}]${key.startsWith('[') ? key : `[${key}]`}`,
				value,
			]),
		),
	);
}

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
 * Creates a signature request directly at a service, with one PDF unless files are given, and waits until it is
 * processed.
 *
 * @throws Error with the service's words when it is refused
 */
export async function createSignature(
	{ service, control }: Pick<Rig, 'service' | 'control'>,
	fields: Record<string, string>,
	files?: FilePart[],
): Promise<WireSignature> {
	const response = await apiClient(service, service.token).post<WireSignature>(
		'/v3/signatures.json',
		form(fields, files ?? (await oneFile())),
	);
	if (response.status !== 201) throw new Error(JSON.stringify(response.data));
	await control.settled();
	return response.data;
}

export async function getSignature({ http }: Rig, id: string): Promise<WireSignature> {
	return (await http.get<WireSignature>(`/v3/signatures/${id}.json`)).data;
}

export const documentStatuses = async (rig: Rig, id: string): Promise<string[]> =>
	(await getSignature(rig, id)).documents.map(({ status }) => status);

export interface Download {
	status: number;
	type: string;
	disposition: string;
	bytes: Buffer;
}

export async function download({ http }: Rig, path: string): Promise<Download> {
	const { status, headers, data } = await http.get<Buffer>(path, { responseType: 'arraybuffer' });
	return {
		status,
		type: String(headers['content-type']),
		disposition: String(headers['content-disposition']),
		bytes: data,
	};
}

/** Status and body, to compare an answer as a whole. */
export const answer = ({ status, data }: AxiosResponse<unknown>) => ({ status, data });

export const eventTypes = (document: WireDocument | undefined): string[] =>
	(document?.events ?? []).map((event) => event.type);
