import { readFile, writeFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import createClient from 'openapi-fetch';
import type { paths } from './signaturit';

/** Signaturit's notation for forms: recipients[0][email]. */
function toForm(value: unknown, name = '', form = new FormData()): FormData {
	if (value instanceof Blob) form.append(name, value);
	else if (typeof value !== 'object' || value === null) form.append(name, String(value));
	else {
		for (const [key, inner] of Object.entries(value)) {
			toForm(inner, name ? `${name}[${key}]` : key, form);
		}
	}
	return form;
}

const { SIGNATURIT_BASE_URL = '', SIGNATURIT_ACCESS_TOKEN = '', PATIENCE = '60' } = process.env;
const client = createClient<paths>({
	baseUrl: SIGNATURIT_BASE_URL,
	headers: { Authorization: `Bearer ${SIGNATURIT_ACCESS_TOKEN}` },
});

const created = await client.POST('/v3/signatures.json', {
	bodySerializer: (body) => toForm(body),
	body: {
		files: [new File([await readFile('contract.pdf')], 'contract.pdf')],
		recipients: [{ name: 'Ada Lovelace', email: 'ada@example.com' }],
	},
});
if (!created.data) throw new Error(JSON.stringify(created.error));
const path = { signatureId: created.data.id };

for (let second = 0; second < Number(PATIENCE); second++) {
	const { data } = await client.GET('/v3/signatures/{signatureId}.json', { params: { path } });
	const signed = data?.documents.find(({ status }) => status === 'completed');
	if (signed) {
		const file = await client.GET(
			'/v3/signatures/{signatureId}/documents/{documentId}/download/signed',
			{ params: { path: { ...path, documentId: signed.id } }, parseAs: 'blob' },
		);
		if (!file.data) throw new Error(JSON.stringify(file.error));
		await writeFile('signed.pdf', Buffer.from(await file.data.arrayBuffer()));
		process.exit();
	}
	await setTimeout(1_000);
}
const { error } = await client.PATCH('/v3/signatures/{signatureId}/cancel.json', {
	params: { path },
	body: { reason: 'Nobody has signed' },
});
if (error) throw new Error(JSON.stringify(error));
