// What single runs of writes are about: unique texts, files, and how the service's records show them.

import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { LoggedRequest } from '../../service/control/client';
import { storedFile } from '../../workflow/engine/engine';
import type { Place } from '../rig/proxy';
import type { Evidence } from '../rig/truth';
import type { Subject } from './row';

/** Texts that occur nowhere else, and can be part of an email address. */
export const keys = (count: number) => Array.from({ length: count }, () => `case-${randomUUID()}`);

/** The address of the person to whom a subject is sent. */
export const addressOf = (key: string) => `${key}@example.com`;

/** Files to upload, all of them with the same content of this size in bytes. */
export async function fileSubjects(count: number, bytes: number): Promise<Subject[]> {
	const stored = await storedFile(Buffer.alloc(bytes, 'certified'), 'stored', 'text/plain');
	return keys(count).map((key) => ({
		key,
		parameters: {
			resource: 'certifiedFile',
			operation: 'upload',
			binaryPropertyName: 'data',
			options: { chunkSize: 15 },
		},
		item: { json: {}, binary: { data: { ...stored, fileName: key } } },
	}));
}

/** Where a body shows its subject: the names, subjects and texts that the rows send. */
const bodySchema = z
	.object({
		name: z.unknown(),
		subject: z.unknown(),
		body: z.unknown(),
		url: z.unknown(),
		file: z.object({ name: z.unknown() }).optional(),
		application_texts: z.object({ send_button: z.unknown() }).optional(),
		chunk: z.string().optional(),
		chunks: z.string().optional(),
	})
	.catch({});

/** The bodies about a subject that the service has taken. */
export function bodiesAbout({ carriedOut }: Evidence, { key }: Subject) {
	return carriedOut
		.map((request) => bodySchema.parse(request.body))
		.filter(({ name, subject, body, url, file, application_texts: texts }) =>
			[name, subject, body, url, file?.name, texts?.send_button].includes(key),
		);
}

/** How many requests the service has carried out at a place whose path has a subject's key. */
export function callsOf(
	{ carriedOut }: Evidence,
	{ key }: Subject,
	{ method: wanted, url }: Place,
): number {
	// After a 405, a POST is sent as a GET. Before other writes, a GET is a look.
	const methods = wanted === 'POST' ? ['POST', 'GET'] : [wanted];
	const isAbout = ({ method, path }: LoggedRequest) =>
		methods.includes(method) && path.includes(key) && url.test(path);
	return carriedOut.filter(isAbout).length;
}

/** How many mails or SMS the service has sent to an address or a name. */
export function messagesTo({ outbox }: Evidence, person: string): number {
	return outbox.filter(({ to, name }) => to === person || name === person).length;
}
