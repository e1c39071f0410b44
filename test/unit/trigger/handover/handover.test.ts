import {
	fromHandover,
	toHandover,
	type Handover,
} from '../../../../nodes/Signaturit/trigger/handover/handover';

describe('the handover', () => {
	it('is read back from an item as it was put there, without undefined properties', () => {
		const handover = {
			posted: { resource: 'signature', type: 'x', createdAt: 'y', reason: undefined },
			reference: 'r',
			address: 'https://n8n.example.com/webhook/1/events.json',
			postKey: 'key',
		} as unknown as Handover;
		const item = toHandover(handover);
		expect(JSON.parse(JSON.stringify(item))).toEqual(item);
		expect(fromHandover(item)).toEqual(handover);
		expect('reason' in (fromHandover(item)?.posted ?? {})).toBe(false);
	});

	it.each([{}, { handover: 'text' }, { other: {} }])('is not read from %j', (json) => {
		expect(fromHandover(json)).toBeUndefined();
	});
});
