import type { IBinaryKeyData, INodeParameters } from 'n8n-workflow';
import { runNode, storedFile } from '../engine/engine';
import { localService } from '../engine/localService';

describe('Photo ID: Validate', () => {
	const local = localService();

	const validate = async (parameters: INodeParameters, ...fields: string[]) => {
		const binary: IBinaryKeyData = {};
		for (const field of fields) {
			binary[field] = await storedFile(Buffer.from(field), `${field}.jpg`, 'image/jpeg');
		}
		return await runNode({
			parameters: { resource: 'photoId', operation: 'validatePhotoId', ...parameters },
			credential: local.credential,
			items: [{ json: {}, binary }],
		});
	};

	it('sends both photos, the type and the country, and gives out the answer as it is', async () => {
		const { items, error } = await validate(
			{ front: 'one', back: 'two', document_type: 'PA', document_country: ' fra ' },
			'one',
			'two',
		);
		expect(error).toBeUndefined();
		expect(await local.control.requests()).toMatchObject([
			{
				method: 'POST',
				path: '/v3/photoid/validate.json',
				body: {
					front: { name: 'one.jpg', type: 'image/jpeg' },
					back: { name: 'two.jpg' },
					document_type: 'PA',
					document_country: 'FRA',
				},
			},
		]);
		expect(items.map(({ json }) => json)).toMatchObject([
			{ data: { document_country: 'FRA' }, validations: { front: true, back: true } },
		]);
	});

	it('takes the only file of the item for the front', async () => {
		const { items, error } = await validate({}, 'photo');
		expect(error).toBeUndefined();
		expect(items[0]?.json.validations).toEqual({ front: true });
		const [request] = await local.control.requests();
		expect(request?.body).toMatchObject({ front: { name: 'photo.jpg' }, document_type: 'ID' });
	});

	it('says all that is wrong before anything is sent', async () => {
		const { error } = await validate(
			{
				front: "={{ '' }}",
				back: 'a,b',
				document_country: 'Spain',
			},
			'a',
			'b',
		);
		expect(error?.message).toMatch(/, and 2 more to correct$/);
		for (const name of ['Front', 'Back', 'Country']) {
			expect(error?.description).toContain(name);
		}
		expect(await local.control.requests()).toEqual([]);
	});

	it('names the files that the item has when it does not have the photo', async () => {
		const { error } = await validate({ front: 'face' }, 'photo', 'other');
		expect(error?.message).toBe(
			'Front: the item has no file "face". Write here which of its files to send: photo, other',
		);
	});
});
