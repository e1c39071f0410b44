import fc from 'fast-check';
import { eventOptions, eventResources } from '../../../nodes/Signaturit/events/catalogue';
import {
	mayBringOutcome,
	readSettings,
	startsWorkflow,
	subjectOf,
	subscribedTypes,
	toSettings,
} from '../../../nodes/Signaturit/trigger/settings';

import type { WebhookCall } from '../../../nodes/Signaturit/transport/call';

const types = eventResources
	.flatMap(eventOptions)
	.map(({ value }) => String(value))
	.filter((type) => type !== '*' && !type.startsWith('request_'));

describe('readSettings', () => {
	/** Reads the settings with this parameter as it is stored, which n8n gives as each of these values in turn. */
	const eventsOf = (stored: string, values: string[]) => {
		const left = [...values];
		const call = {
			node: { parameters: { events: stored } },
			n8n: {
				getNodeParameter: (name: string) => (name === 'events' ? left.shift() : null),
				getWorkflow: () => ({ id: 'w' }),
			},
		} as unknown as WebhookCall;
		return values.map(() => readSettings(call).types);
	};

	it('evaluates an expression each time', () => {
		const values = ['document_signed', 'document_opened'];
		expect(eventsOf('={{ $vars.events }}', values)).toEqual(values.map((value) => [value]));
	});

	it('reads fixed parameters again only when they have changed', () => {
		expect(eventsOf('document_signed', ['document_signed', 'never read'])).toEqual([
			['document_signed'],
			['document_signed'],
		]);
		expect(eventsOf('document_opened', ['document_opened'])).toEqual([['document_opened']]);
	});
});

describe('toSettings', () => {
	it('fills in the default of every parameter that is missing, as in an older trigger', () => {
		expect(toSettings({ events: ['document_completed'], resource: null, options: null })).toEqual({
			resource: 'signature',
			arrival: 'postsAndPolling',
			listenTo: 'workflow',
			types: ['document_completed'],
			outcomes: [],
			attachFiles: [],
			confirm: true,
			fileWait: 60,
			includeRawBody: false,
			lookBack: 90,
			onlyFromSignaturit: false,
		});
	});

	it('confirms what is posted to a trigger that only polls, whatever was chosen before', () => {
		const options = { confirm: false };
		expect(toSettings({ arrival: 'polling', options }).confirm).toBe(true);
		expect(toSettings({ arrival: 'postsAndPolling', options }).confirm).toBe(false);
	});

	it('keeps every valid value', () => {
		const parameters = {
			resource: 'certifiedSms',
			arrival: 'postsAndPolling',
			listenTo: 'account',
			attachFiles: ['signed', 'auditTrail'],
		};
		const options = {
			confirm: false,
			fileWait: 0,
			includeRawBody: true,
			lookBack: 400,
			onlyFromSignaturit: true,
		};
		expect(toSettings({ ...parameters, events: ['sms_delivered'], options })).toEqual({
			...parameters,
			...options,
			types: ['sms_delivered'],
			outcomes: [],
		});
	});

	it('takes what people and expressions write', () => {
		const options = { confirm: 'No', fileWait: '5', lookBack: ' 30 ', otherEvents: ['x', ''] };
		const arrival = 'Webhook and Polling';
		expect(
			toSettings({
				resource: 'Certified Email',
				arrival,
				listenTo: 'Everything in the Account',
				events: 'certification_completed; x',
				attachFiles: 'Audit Trail',
				options,
			}),
		).toMatchObject({
			resource: 'certifiedEmail',
			arrival: 'postsAndPolling',
			listenTo: 'account',
			types: ['certification_completed', 'x'],
			attachFiles: ['auditTrail'],
			confirm: false,
			fileWait: 5,
			lookBack: 30,
		});
	});

	it.each<[string, object, string]>([
		['resource', { resource: 'invoice' }, 'Resource "invoice" must be one of'],
		['arrival', { arrival: 'by pigeon' }, 'How Events Arrive "by pigeon" must be one of'],
		['file', { attachFiles: ['invoice'] }, 'Attach Files "invoice" must be one of'],
		[
			'switch',
			{ options: { confirm: 'perhaps' } },
			'Confirm Events With Signaturit "perhaps" must',
		],
		['number', { options: { lookBack: 401 } }, 'Look Back (Days) 401 must be a number between'],
	])('refuses an unknown %s, so that it is not published', (_, parameters, message) => {
		expect(() => toSettings({ ...parameters })).toThrow(message);
	});

	it('adds the types in Other Event Types to the selected types', () => {
		const options = { otherEvents: ' contract_framed, ,document_signed,' };
		expect(toSettings({ events: ['document_signed'], options }).types).toEqual([
			'document_signed',
			'contract_framed',
		]);
	});

	it('selects any event when Any Event is selected beside others', () => {
		expect(toSettings({ events: ['document_signed', '*'] }).types).toEqual(['*']);
	});

	it('takes outcomes apart from single events, for signature requests only', () => {
		const events = ['request_failed', 'document_opened', 'request_completed'];
		expect(toSettings({ events })).toMatchObject({
			types: ['document_opened'],
			outcomes: ['completed', 'failed'],
		});
		expect(toSettings({ events: [...events, '*'] })).toMatchObject({
			types: ['*'],
			outcomes: ['completed', 'failed'],
		});
		expect(toSettings({ events, resource: 'certifiedEmail' })).toMatchObject({ outcomes: [] });
	});
});

describe('the types that matter to a trigger', () => {
	const outcomeTypes = ['request_completed', 'request_expired'];

	it('are the single events that were chosen', () => {
		const settings = toSettings({ events: ['document_opened', ...outcomeTypes] });
		expect(startsWorkflow(settings, 'document_opened')).toBe(true);
		expect(startsWorkflow(settings, 'document_completed')).toBe(false);
		expect(startsWorkflow(toSettings({ events: ['*'] }), 'contract_hung')).toBe(true);
	});

	it('are those that bring a chosen end of a request, for a failure also every unknown one', () => {
		const settings = toSettings({ events: outcomeTypes });
		const ending = (events: string[], type: string) =>
			mayBringOutcome(toSettings({ events }), type);
		expect(mayBringOutcome(settings, 'document_completed')).toBe(true);
		expect(mayBringOutcome(settings, 'document_expired')).toBe(true);
		expect(mayBringOutcome(settings, 'document_canceled')).toBe(false);
		expect(mayBringOutcome(settings, 'contract_hung')).toBe(false);
		expect(ending(['request_failed'], 'contract_hung')).toBe(true);
		expect(ending(['request_failed'], 'document_completed')).toBe(false);
		expect(ending(['*'], 'document_completed')).toBe(false);
	});

	it('are subscribed to, each once', () => {
		const subscribed = (events: string[]) => subscribedTypes(toSettings({ events }));
		expect(subscribed(['document_opened', 'document_completed', ...outcomeTypes])).toEqual([
			'document_opened',
			'document_completed',
			'document_expired',
		]);
		expect(subscribed(['document_opened', 'request_failed'])).toEqual(['*']);
		expect(subscribed(['*', ...outcomeTypes])).toEqual(['*']);
	});

	it('are among all values that were chosen, single events first', () => {
		const chosen = (events: string[]) => subjectOf(toSettings({ events })).chosen;
		expect(chosen(['request_failed', 'document_opened', 'request_completed'])).toEqual([
			'document_opened',
			'request_completed',
			'request_failed',
		]);
		expect(chosen(['document_opened', '*'])).toEqual(['*']);
		expect(chosen([])).toEqual([]);
	});

	it('are all subscribed to, whatever is chosen', () => {
		const values = [
			...types,
			...['completed', 'canceled', 'declined', 'expired', 'failed'].map((end) => `request_${end}`),
			'*',
		];
		fc.assert(
			fc.property(
				fc.uniqueArray(fc.constantFrom(...values)),
				fc.constantFrom('contract_hung', ...types),
				(events, type) => {
					const settings = toSettings({ events });
					if (!startsWorkflow(settings, type) && !mayBringOutcome(settings, type)) return;
					expect(['*', type]).toEqual(
						expect.arrayContaining([
							subscribedTypes(settings).find((each) => each === '*' || each === type),
						]),
					);
				},
			),
		);
	});
});
