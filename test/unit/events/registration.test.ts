import type { IDataObject } from 'n8n-workflow';
import {
	activeTriggers,
	isRegistered,
	register,
	withdraw,
} from '../../../nodes/Signaturit/events/registration';

const entry = {
	workflowId: 'w1',
	nodeName: 'Trigger',
	url: 'https://n8n.example.com/a/events.json',
};

describe('registration', () => {
	it('is there from register to withdraw, and leaves other static data alone', () => {
		const data: IDataObject = { other: 1 };
		register(data, 'node-1', entry);
		expect(isRegistered(data, 'node-1', entry)).toBe(true);
		expect(activeTriggers(data, 'w1')).toEqual([entry]);
		withdraw(data, 'node-1');
		expect(data).toEqual({ other: 1 });
	});

	it('counts for the same address only', () => {
		const data: IDataObject = {};
		register(data, 'node-1', entry);
		expect(isRegistered(data, 'node-1', { ...entry, url: 'https://elsewhere' })).toBe(false);
		expect(isRegistered(data, 'node-2', entry)).toBe(false);
	});

	it('keeps several triggers apart', () => {
		const data: IDataObject = {};
		const second = { ...entry, nodeName: 'Second' };
		register(data, 'node-1', entry);
		register(data, 'node-2', second);
		withdraw(data, 'node-1');
		expect(activeTriggers(data, 'w1')).toEqual([second]);
	});

	it('keeps triggers for embedded signing apart from those for events', () => {
		const data: IDataObject = {};
		const embedded = { ...entry, use: 'embedded' as const };
		register(data, 'node-1', entry);
		register(data, 'node-2', embedded);
		expect(activeTriggers(data, 'w1')).toEqual([entry]);
		expect(activeTriggers(data, 'w1', 'embedded')).toEqual([embedded]);
	});

	it('does not count for a copy of the workflow, which brings the static data along', () => {
		const data: IDataObject = {};
		register(data, 'node-1', entry);
		expect(activeTriggers(data, 'copy of w1')).toEqual([]);
		expect(isRegistered(data, 'node-1', { ...entry, workflowId: 'copy of w1' })).toBe(false);
	});

	it('starts anew from data that something else has spoilt', () => {
		const data: IDataObject = { signaturitTriggers: 'spoilt' };
		expect(activeTriggers(data, 'w1')).toEqual([]);
		register(data, 'node-1', entry);
		expect(activeTriggers(data, 'w1')).toEqual([entry]);
	});
});
