import FormData from 'form-data';

import { ADA } from '../../../people';
import { PIXEL } from '../../domain/fields/exampleInput';
import { rigForEach } from '../support/rig';
import {
	createSignature,
	documentStatuses,
	download,
	recipients,
	widgetsOf,
} from '../support/wire';

const rig = rigForEach();

const WIDGETS = [
	{ type: 'signature', page: '1', left: '10', top: '80' },
	{ type: 'image', page: '1', left: '10', top: '20' },
];

/** Signs as the page's form does, with a picture. */
async function signWith(picture: Buffer) {
	const { id, documents } = await createSignature(rig, {
		...recipients(ADA),
		...widgetsOf(0, WIDGETS),
	});
	const [message] = await rig.control.outbox();
	const body = new FormData();
	body.append('values[0]', 'Ada');
	body.append('files[1]', picture, { filename: 'me.png', contentType: 'image/png' });
	const { status } = await rig.http.post(`${new URL(message?.url ?? '').pathname}/sign`, body);
	await rig.control.settled();
	const path = `/v3/signatures/${id}/documents/${documents[0]?.id}/download/signed`;
	return {
		status,
		documents: await documentStatuses(rig, id),
		download: (await download(rig, path)).status,
	};
}

describe('a picture that a signer adds', () => {
	test('is stamped into the signed document when it is whole', async () => {
		expect(await signWith(PIXEL)).toEqual({ status: 200, documents: ['completed'], download: 200 });
	});

	test.each([
		['cut off', PIXEL.subarray(0, 40)],
		['only called one', Buffer.from('\u0089PNG', 'latin1')],
		['a JPEG without a size', Buffer.from('ffd8ffd9', 'hex')],
	])('is refused when it is %s', async (_, picture) => {
		expect(await signWith(picture)).toEqual({ status: 422, documents: ['ready'], download: 404 });
	});
});
