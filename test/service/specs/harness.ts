import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib';
import axios, { type AxiosInstance, type AxiosResponse } from 'axios';
import FormData from 'form-data';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import qs from 'qs';

import { controlClient, type ControlClient } from '../control/client';
import type { SourceFile } from '../domain/model';
import { startService, type RunningService, type ServiceOptions } from '../index';
import { wordsOf } from '../pdf/words';

export interface Bench {
	service: RunningService;
	control: ControlClient;
	/** Answers every status; nothing is thrown. */
	http: AxiosInstance;
	receiver: Receiver;
	close(): Promise<void>;
}

/** A service of its own, a client with its token and somewhere to post events to. */
export async function bench(options: ServiceOptions = {}): Promise<Bench> {
	const service = await startService(options);
	const receiver = await startReceiver();
	return {
		service,
		control: controlClient(service),
		http: apiClient(service, service.token),
		receiver,
		close: async () => {
			await service.close();
			await receiver.close();
		},
	};
}

/** A bench of its own for each test: registers the hooks that start and close it. */
export function benchForEach(): Bench {
	let current: Bench;
	beforeEach(async () => {
		current = await bench();
	});
	afterEach(() => current.close());
	return {
		get service() {
			return current.service;
		},
		get control() {
			return current.control;
		},
		get http() {
			return current.http;
		},
		get receiver() {
			return current.receiver;
		},
		close: () => current.close(),
	};
}

export function apiClient(service: { url: string }, token: string): AxiosInstance {
	return axios.create({
		baseURL: service.url,
		headers: token ? { authorization: `Bearer ${token}` } : {},
		maxBodyLength: Infinity,
		proxy: false,
		validateStatus: () => true,
	});
}

export interface Received {
	path: string;
	headers: IncomingHttpHeaders;
	raw: string;
	/** Decoded by its media type. */
	body: Record<string, unknown>;
}

export interface Receiver {
	url: string;
	posts: Received[];
	/** What it answers; 200 unless set. */
	status: number;
	close(): Promise<void>;
}

/** A client's server that takes event posts. */
async function startReceiver(): Promise<Receiver> {
	const server = createServer((request, response) => {
		const chunks: Buffer[] = [];
		request.on('data', (chunk: Buffer) => chunks.push(chunk));
		request.on('end', () => {
			const raw = Buffer.concat(chunks).toString('utf8');
			const isJson = request.headers['content-type'] === 'application/json';
			receiver.posts.push({
				path: request.url ?? '',
				headers: request.headers,
				raw,
				body: (isJson ? JSON.parse(raw) : qs.parse(raw)) as Record<string, unknown>,
			});
			response.writeHead(receiver.status).end();
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const receiver: Receiver = {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		posts: [],
		status: 200,
		close: () =>
			new Promise((resolve) => {
				server.closeAllConnections();
				server.close(() => resolve());
			}),
	};
	return receiver;
}

export const ANA = 'ana@example.com';
export const BEN = 'ben@example.com';

/** A real PDF that says these words, one page each. */
export async function pdfOf(...pages: string[]): Promise<Buffer> {
	const pdf = await PDFDocument.create();
	const font = await pdf.embedFont(StandardFonts.Helvetica);
	for (const text of pages) {
		pdf.addPage([400, 500]).drawText(text, { x: 40, y: 400, size: 14, font });
	}
	return Buffer.from(await pdf.save());
}

/** The words of a PDF in their order. */
export async function wordsIn(bytes: Uint8Array): Promise<string[]> {
	const file: SourceFile = {
		name: '',
		kind: 'pdf',
		size: bytes.length,
		bytes: async () => bytes,
		fieldNames: [],
	};
	return (await wordsOf(file)).map((word) => word.text);
}

export interface FilePart {
	field: string;
	name: string;
	bytes: Buffer;
	type?: string;
}

/** A multipart form of names as they go over the wire. */
export function form(fields: Record<string, string>, files: FilePart[] = []): FormData {
	const data = new FormData();
	for (const [name, value] of Object.entries(fields)) data.append(name, value);
	for (const { field, name, bytes, type } of files) {
		data.append(field, bytes, { filename: name, contentType: type ?? 'application/pdf' });
	}
	return data;
}

/** Fields of one recipient per address. */
export function recipients(...emails: string[]): Record<string, string> {
	return Object.fromEntries(
		emails.flatMap((email, index) => [
			[`recipients[${index}][email]`, email],
			[`recipients[${index}][name]`, email.split('@')[0] ?? ''],
		]),
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

/** Status and body of the answer to a new request, with one PDF unless there are other files. */
export async function post(
	{ http }: Bench,
	fields: Record<string, string>,
	files?: FilePart[],
): Promise<ReturnType<typeof answer>> {
	return answer(await http.post('/v3/signatures.json', form(fields, files ?? (await oneFile()))));
}

/** Creates a request with one PDF and waits until it has been processed. */
export async function create(
	{ http, control }: Bench,
	fields: Record<string, string>,
	files?: FilePart[],
): Promise<WireSignature> {
	const response = await http.post<WireSignature>(
		'/v3/signatures.json',
		form(fields, files ?? (await oneFile())),
	);
	if (response.status !== 201) throw new Error(JSON.stringify(response.data));
	await control.settled();
	return response.data;
}

export async function get({ http }: Bench, id: string): Promise<WireSignature> {
	return (await http.get<WireSignature>(`/v3/signatures/${id}.json`)).data;
}

export interface Download {
	status: number;
	type: string;
	disposition: string;
	bytes: Buffer;
}

export async function download({ http }: Bench, path: string): Promise<Download> {
	const { status, headers, data } = await http.get<Buffer>(path, { responseType: 'arraybuffer' });
	return {
		status,
		type: String(headers['content-type']),
		disposition: String(headers['content-disposition']),
		bytes: data,
	};
}

/** Status and body, for comparing an answer as a whole. */
export const answer = ({ status, data }: AxiosResponse<unknown>) => ({ status, data });

export const types = (document: WireDocument | undefined): string[] =>
	(document?.events ?? []).map((event) => event.type);
