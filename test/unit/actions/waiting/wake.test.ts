import type { IDataObject } from 'n8n-workflow';
import {
	isShown,
	lacksReason,
	readPost,
	withPostedReason,
} from '../../../../nodes/Signaturit/actions/waiting/wake';
import { deliverySchema } from '../../../../nodes/Signaturit/transport/shapes';

const request = (status: string) => ({
	outcome: 'declined' as const,
	delivery: deliverySchema.parse({
		id: 'r1',
		documents: [
			{ id: 'd1', status },
			{ id: 'd2', status: 'ready' },
		],
	}),
});

const form = (entries: IDataObject) => Object.assign(Object.create(null) as IDataObject, entries);
const posted = { document: { id: 'd1', decline_reason: 'The salary' } };
const flat = { 'document[id]': 'd1', 'document[decline_reason]': 'The salary' };

describe('the reason of a decline', () => {
	it.each([
		['JSON', posted],
		['a form', form(flat)],
	])('is taken from a post that is %s', (_, body) => {
		expect(withPostedReason(request('declined'), readPost(body))).toMatchObject({
			delivery: { records: [{ declineReason: 'The salary' }, { declineReason: undefined }] },
		});
	});

	it.each([
		['another document', { document: { id: 'd9', decline_reason: 'The salary' } }],
		['a document that was not declined', { document: { id: 'd2', decline_reason: 'The salary' } }],
		['no reason', { document: { id: 'd1' } }],
		['nothing', {}],
	])('is not taken from a post about %s', (_, body) => {
		expect(lacksReason(withPostedReason(request('declined'), readPost(body)))).toBe(true);
	});

	it('is not missing where nobody has declined', () => {
		expect(lacksReason(request('completed'))).toBe(false);
		expect(lacksReason(withPostedReason(request('declined'), readPost(posted)))).toBe(false);
	});
});

describe('what a post says', () => {
	const { delivery } = {
		delivery: deliverySchema.parse({
			id: 'r1',
			documents: [{ id: 'd1', events: [{ type: 'document_opened' }] }],
		}),
	};

	it.each<[string, IDataObject, boolean]>([
		['an event of the history', { type: 'document_opened', document: { id: 'd1' } }, true],
		['an event as a form', form({ type: 'document_opened', 'document[id]': 'd1' }), true],
		['an event that is not there yet', { type: 'document_signed', document: { id: 'd1' } }, false],
		['another document', { type: 'document_opened', document: { id: 'd2' } }, false],
		['no event', { document: { id: 'd1' } }, true],
		['nothing', {}, true],
	])('is shown, or not, when it is %s', (_, body, shown) => {
		expect(isShown(readPost(body), [delivery])).toBe(shown);
	});
});
