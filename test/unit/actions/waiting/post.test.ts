import type { IDataObject } from 'n8n-workflow';
import { lacksReason, withPostedReason } from '../../../../nodes/Signaturit/actions/waiting/post';
import { deliverySchema } from '../../../../nodes/Signaturit/transport/shapes';

const request = (status: string) =>
	deliverySchema.parse({
		id: 'r1',
		documents: [
			{ id: 'd1', status },
			{ id: 'd2', status: 'ready' },
		],
	});

const form = (entries: IDataObject) => Object.assign(Object.create(null) as IDataObject, entries);
const posted = { document: { id: 'd1', decline_reason: 'The salary' } };
const flat = { 'document[id]': 'd1', 'document[decline_reason]': 'The salary' };

describe('the reason of a decline', () => {
	it.each([
		['JSON', posted],
		['a form', form(flat)],
	])('is taken from a post that is %s', (_, body) => {
		const { records } = withPostedReason(request('declined'), body);
		expect(records.map(({ declineReason }) => declineReason)).toEqual(['The salary', undefined]);
	});

	it.each([
		['another document', { document: { id: 'd9', decline_reason: 'The salary' } }],
		['a document that was not declined', { document: { id: 'd2', decline_reason: 'The salary' } }],
		['no reason', { document: { id: 'd1' } }],
		['nothing', undefined],
	])('is not taken from a post about %s', (_, body) => {
		expect(lacksReason(withPostedReason(request('declined'), body))).toBe(true);
	});

	it('is not missing where nobody has declined', () => {
		expect(lacksReason(request('completed'))).toBe(false);
		expect(lacksReason(withPostedReason(request('declined'), posted))).toBe(false);
	});
});
