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

describe('the registration of a trigger', () => {
	it('exists from register to withdraw, beside other static data', () => {
		const data: IDataObject = { other: 1 };
		register(data, 'node-1', entry);
		expect(isRegistered(data, 'node-1', entry)).toBe(true);
		expect(activeTriggers(data, 'w1')).toEqual([entry]);
		withdraw(data, 'node-1');
		expect(data).toEqual({ other: 1 });
	});

	it('is found for its own node and URL only', () => {
		const data: IDataObject = {};
		register(data, 'node-1', entry);
		expect(isRegistered(data, 'node-1', { ...entry, url: 'https://elsewhere' })).toBe(false);
		expect(isRegistered(data, 'node-2', entry)).toBe(false);
		expect(isRegistered(data, 'node-1', { ...entry, resource: 'certifiedEmail' })).toBe(false);
		expect(isRegistered(data, 'node-1', { ...entry, subscriptionId: 'u1' })).toBe(false);
	});

	it('stays when another trigger is withdrawn', () => {
		const data: IDataObject = {};
		const second = { ...entry, nodeName: 'Second' };
		register(data, 'node-1', entry);
		register(data, 'node-2', second);
		withdraw(data, 'node-1');
		expect(activeTriggers(data, 'w1')).toEqual([second]);
	});

	it('is listed only with triggers of the same use, for events or for embedded signing', () => {
		const data: IDataObject = {};
		const embedded = { ...entry, use: 'embedded' as const };
		register(data, 'node-1', entry);
		register(data, 'node-2', embedded);
		expect(activeTriggers(data, 'w1')).toEqual([entry]);
		expect(activeTriggers(data, 'w1', 'embedded')).toEqual([embedded]);
	});

	it('is not found by a copy of the workflow, although the copy has the same static data', () => {
		const data: IDataObject = {};
		register(data, 'node-1', entry);
		expect(activeTriggers(data, 'copy of w1')).toEqual([]);
		expect(isRegistered(data, 'node-1', { ...entry, workflowId: 'copy of w1' })).toBe(false);
	});

	it('is written anew when the static data is damaged', () => {
		const data: IDataObject = { signaturitTriggers: 'spoilt' };
		expect(activeTriggers(data, 'w1')).toEqual([]);
		register(data, 'node-1', entry);
		expect(activeTriggers(data, 'w1')).toEqual([entry]);
	});
});
