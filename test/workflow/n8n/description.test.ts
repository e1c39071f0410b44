import { Signaturit } from '../../../nodes/Signaturit/Signaturit.node';
import { forBuilder, hiddenFields } from '../../../nodes/Signaturit/n8n/description';
import { ADA } from '../../people';
import { addNodeType, runNode } from '../engine/engine';
import { createSignature, recipients, signatureParameters } from '../engine/fixtures';
import { localService } from '../engine/localService';

const local = localService();

const names = Object.keys({ ...forBuilder('', {}), ...hiddenFields() });

describe('what the types of the oldest n8n do not have of a description', () => {
	it('is there', () => {
		expect(Object.keys(new Signaturit().description)).toEqual(expect.arrayContaining(names));
	});

	it.each([[names], [[]]])('changes nothing of the output (without %j)', async (gone) => {
		const type = new Signaturit();
		for (const name of gone) Reflect.deleteProperty(type.description, name);
		addNodeType('signaturit', type);
		const fields = { ...recipients(ADA), delivery_type: 'url' };
		const { id } = await createSignature(local, fields);
		const options = { appUrl: `${local.service.url}/` };
		const { items, error } = await runNode({
			parameters: signatureParameters('getSigningLinks', id, { options }),
			credential: local.credential,
		});
		expect(error).toBeUndefined();
		// Whoever sees the execution sees it (SECURITY.md).
		expect(items[0]?.json.url).toContain(`${local.service.url}/document/${id}/`);
	});
});
