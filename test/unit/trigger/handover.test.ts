import { fromHandover, toHandover, type Handover } from '../../../nodes/Signaturit/trigger/history';

describe('the handover', () => {
	it('is read back from an item as it was put there, without undefined properties', () => {
		const handover = {
			kind: 'posted',
			mustBeConfirmed: true,
			posted: { resource: 'signature', type: 'x', createdAt: 'y', reason: undefined },
			reference: 'r',
			address: 'https://n8n.example.com/webhook/1/events.json',
			postKey: 'key',
		} as unknown as Handover;
		const item = toHandover(handover);
		expect(JSON.parse(JSON.stringify(item))).toEqual(item);
		expect(fromHandover(item)).toEqual({ ...handover, token: expect.any(String) });
		const back = fromHandover(item);
		expect('reason' in (back?.kind === 'posted' ? back.posted : { reason: '' })).toBe(false);
	});

	it.each(['happenings', 'posted', 'question', 'report'])('of the kind %s is read back', (kind) => {
		expect(fromHandover({ handover: { kind } })).toEqual({ kind });
	});

	it.each([
		{},
		{ handover: 'text' },
		{ handover: null },
		{ handover: { kind: 'x' } },
		{ other: {} },
	])('is not read from %j', (json) => {
		expect(fromHandover(json)).toBeUndefined();
	});
});
