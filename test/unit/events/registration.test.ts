import type { IDataObject } from 'n8n-workflow';
import {
	activeTriggers,
	isRegistered,
	register,
	registrationOf,
	withdraw,
} from '../../../nodes/Signaturit/events/registration';

/** What the registration of each trigger has. */
const entry = {
	workflowId: 'w1',
	nodeName: 'Trigger',
	url: 'https://n8n.example.com/a/events.json',
};
const EARLIER = Date.UTC(2026, 2, 1);
const NOW = Date.UTC(2026, 2, 2);

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
		expect(isRegistered(data, 'node-1', { ...entry, since: NOW })).toBe(false);
	});

	it('has a part too many when the entry to compare lacks it', () => {
		const data: IDataObject = {};
		register(data, 'node-1', { ...entry, pollingOnly: true });
		expect(isRegistered(data, 'node-1', entry)).toBe(false);
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

	it('is not written again when it is the same, for n8n stores what is set', () => {
		const data: IDataObject = {};
		register(data, 'node-1', entry);
		const before = data.signaturitTriggers;
		register(data, 'node-1', { ...entry });
		expect(data.signaturitTriggers).toBe(before);
		register(data, 'node-1', { ...entry, since: NOW });
		expect(data.signaturitTriggers).toEqual({ 'node-1': { ...entry, since: NOW } });
	});

	it('is read with everything that was written, after n8n has stored it as JSON', () => {
		const full = {
			...entry,
			resource: 'certifiedSms' as const,
			isAccount: true,
			subscriptionId: 'u1',
			use: 'embedded' as const,
			address: 'a',
			secret: 's',
			since: EARLIER,
			account: 'a',
			witnesses: ['s1', 's2'],
			horizon: NOW,
			chosen: ['document_completed', 'x'],
			added: { x: NOW },
			pollingOnly: true,
			inactiveSince: NOW,
		};
		const data: IDataObject = {};
		register(data, 'node-1', full);
		const stored = JSON.parse(JSON.stringify(data)) as IDataObject;
		expect(registrationOf(stored, 'node-1', 'w1')).toEqual(full);
		expect(isRegistered(stored, 'node-1', full)).toBe(true);
	});

	it('is none of a copy of the workflow, which needs an address of its own', () => {
		const data: IDataObject = {};
		register(data, 'node-1', entry);
		expect(registrationOf(data, 'node-1', 'w1')).toEqual(entry);
		expect(registrationOf(data, 'node-1', 'copy of w1')).toBeUndefined();
		expect(registrationOf(data, 'node-2', 'w1')).toBeUndefined();
	});

	it('is written anew when the static data is damaged', () => {
		const data: IDataObject = { signaturitTriggers: 'spoilt' };
		expect(activeTriggers(data, 'w1')).toEqual([]);
		register(data, 'node-1', entry);
		expect(activeTriggers(data, 'w1')).toEqual([entry]);
	});
});

describe('a deactivated trigger', () => {
	it('is not listed, and keeps time and secret', () => {
		const data: IDataObject = {};
		const active = { ...entry, since: EARLIER, secret: 's' };
		register(data, 'node-1', active);
		register(data, 'node-1', { ...active, inactiveSince: NOW });
		expect(activeTriggers(data, 'w1')).toEqual([]);
		expect(registrationOf(data, 'node-1', 'w1')).toEqual({
			...entry,
			since: EARLIER,
			secret: 's',
			inactiveSince: NOW,
		});
		expect(isRegistered(data, 'node-1', active)).toBe(false);
	});
});
