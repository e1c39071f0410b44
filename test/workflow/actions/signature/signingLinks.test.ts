import axios from 'axios';
import { ADA, CHARLES } from '../../../people';
import { runNode } from '../../engine/engine';
import { createSignature, recipients, signatureParameters } from '../../engine/fixtures';
import { localService } from '../../engine/localService';

const PEOPLE = [ADA, CHARLES];
const UNKNOWN = '7a0c4c1e-0000-4000-8000-000000000000';

describe('the links of signers', () => {
	const local = localService();

	const create = async (more: Record<string, string>) => {
		const fields = { ...recipients(...PEOPLE), signing_mode: 'parallel', ...more };
		return (await createSignature(local, fields)).id;
	};

	const linksOf = async (id: string, options = {}) =>
		await runNode({
			parameters: signatureParameters('getSigningLinks', id, { options }),
			credential: local.credential,
		});

	it.each(['url', 'email'])(
		'open the page of each signer of a request of the delivery type %s',
		async (type) => {
			const id = await create({ delivery_type: type });
			const { items, error } = await linksOf(id, { appUrl: `${local.service.url}/` });
			expect(error).toBeUndefined();
			expect(items.map(({ json }) => json)).toMatchObject(
				PEOPLE.map(({ name }) => ({ signatureId: id, name, status: 'ready' })),
			);
			for (const { json, pairedItem } of items) {
				expect(pairedItem).toEqual({ item: 0 });
				expect(json.url).toBe(`${local.service.url}/document/${id}/${String(json.documentId)}`);
				const { data } = await axios.get<string>(String(json.url));
				const seen = PEOPLE.map(({ name }) => name).filter((name) => data.includes(name));
				expect(seen).toEqual([json.name]);
			}
		},
	);

	it('are not asked for when nobody knows where they lead', async () => {
		const { items, error } = await linksOf(UNKNOWN);
		expect(error?.message).toContain('the signing pages of the environment Custom');
		expect(error?.description).toContain('Signing Page Address');
		expect(items).toEqual([]);
		expect(await local.control.requests()).toEqual([]);
	});

	it('are an error for a request that does not exist', async () => {
		const { error } = await linksOf(UNKNOWN, { appUrl: local.service.url });
		expect(error).toMatchObject({ httpCode: '404' });
	});

	it('lead nowhere for a document that does not exist', async () => {
		const id = await create({ delivery_type: 'url' });
		const { status } = await axios.get(`${local.service.url}/document/${id}/${UNKNOWN}`, {
			validateStatus: () => true,
		});
		expect(status).toBe(404);
	});
});
