// Reads the recorder's credential from a file, and refuses production.

import { readFileSync } from 'node:fs';

import { z } from 'zod';

/** Where Signaturit's sandbox is (docs/service.md#environments). */
export const SANDBOX_HOST = 'api.sandbox.signaturit.com';
const PRODUCTION = /(^|\.)api\.signaturit\.com$/i;

/** Where the recorder asks, and with which token. */
export interface Credential {
	/** Without a slash at the end and without a version. */
	baseUrl: string;
	accessToken: string;
}

/** The fields of n8n's credential *Signaturit API*; one with a `baseUrl` needs no environment. */
const schema = z
	.object({
		environment: z.enum(['sandbox', 'production', 'custom']).optional(),
		accessToken: z
			.string()
			.trim()
			.regex(/^[!-~]+$/, 'is not a token'),
		baseUrl: z.string().trim().optional(),
	})
	.strict();

/**
 * Reads a credential from a JSON file with the fields of n8n's credential.
 *
 * @throws Error that names the fault without the file's content
 */
export function readCredential(path: string): Credential {
	const result = schema.safeParse(jsonIn(path));
	if (!result.success) {
		const faults = result.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`);
		throw new Error(`${path} is not a credential: ${faults.join('; ')}`);
	}
	const { accessToken, baseUrl: given = '', environment } = result.data;
	const isCustom = (environment ?? (given === '' ? 'sandbox' : 'custom')) === 'custom';
	const baseUrl = isCustom ? rootOf(given) : `https://${SANDBOX_HOST}`;
	if (environment === 'production' || PRODUCTION.test(new URL(baseUrl).hostname)) {
		throw new Error(
			'The recorder does not ask production: its requests would be legally binding and cost credits. Use the sandbox',
		);
	}
	return { baseUrl, accessToken };
}

function jsonIn(path: string): unknown {
	let text: string;
	try {
		text = readFileSync(path, 'utf8');
	} catch (error) {
		throw new Error(`${path} cannot be read: ${(error as NodeJS.ErrnoException).code ?? ''}`);
	}
	try {
		return JSON.parse(text);
	} catch {
		// The parser's own message shows a part of the text.
		throw new Error(`${path} is not JSON`);
	}
}

function rootOf(address: string): string {
	const isWeb = /^https?:$/.test(URL.canParse(address) ? new URL(address).protocol : '');
	if (!isWeb) throw new Error('baseUrl is not an address such as http://127.0.0.1:8025');
	return address.replace(/\/+$/, '').replace(/\/v[34]$/, '');
}
