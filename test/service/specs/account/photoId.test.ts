import { rigForEach } from '../support/rig';
import { answer, form } from '../support/wire';

const rig = rigForEach();

const photo = (field: string) => ({
	field,
	name: `${field}.jpg`,
	bytes: Buffer.from('a photo'),
	type: 'image/jpeg',
});
const validate = async (fields: Record<string, string>, ...sides: string[]) =>
	answer(await rig.http.post('/v3/photoid/validate.json', form(fields, sides.map(photo))));

describe('photo ID', () => {
	test('takes the front alone, which is that of a Spanish ID card unless told otherwise', async () => {
		expect(await validate({}, 'front')).toMatchObject({
			status: 200,
			data: {
				data: { document_type: 'ID', document_country: 'ESP' },
				validations: { front: true },
			},
		});
	});

	test('takes both sides of any document', async () => {
		const fields = { document_type: 'RP', document_country: 'FRA' };
		const { data } = await validate(fields, 'front', 'back');
		expect(data).toMatchObject({ data: fields, validations: { front: true, back: true } });
	});

	test.each([
		[{ document_type: 'ID' }, [], 'Invalid front'],
		[{ document_type: 'XX' }, ['front'], 'Invalid document_type'],
		[{ document_country: 'ES' }, ['front'], 'Invalid document_country'],
		[{ side: 'front' }, ['front'], 'Unknown parameter side'],
	])('refuses %j with the photos %j: "%s"', async (fields, sides, message) => {
		const given = fields as unknown as Record<string, string>;
		expect(await validate(given, ...sides)).toMatchObject({ status: 400, data: { message } });
	});
});
