import { toSettings } from '../../../../nodes/Signaturit/trigger/panel/settings';

describe('toSettings', () => {
	it('fills in the default of every parameter that is missing, as in an older trigger', () => {
		expect(toSettings({ events: ['document_completed'], resource: null, options: null })).toEqual({
			resource: 'signature',
			listenTo: 'workflow',
			when: 'each',
			types: ['document_completed'],
			outcomes: [],
			attachFiles: [],
			confirm: true,
			fileWait: 60,
			includeRawBody: false,
			onlyFromSignaturit: false,
		});
	});

	it('keeps every valid value', () => {
		expect(
			toSettings({
				resource: 'certifiedSms',
				listenTo: 'account',
				when: 'each',
				events: ['sms_delivered'],
				outcomes: ['declined'],
				attachFiles: ['signedPdf', 'auditTrail'],
				options: {
					confirm: false,
					fileWait: 0,
					includeRawBody: true,
					onlyFromSignaturit: true,
				},
			}),
		).toEqual({
			resource: 'certifiedSms',
			listenTo: 'account',
			when: 'each',
			types: ['sms_delivered'],
			outcomes: ['declined'],
			attachFiles: ['signedPdf', 'auditTrail'],
			confirm: false,
			fileWait: 0,
			includeRawBody: true,
			onlyFromSignaturit: true,
		});
	});

	it('replaces invalid values by the defaults', () => {
		expect(
			toSettings({
				resource: 'invoice',
				listenTo: 'everything',
				when: 'sometimes',
				events: 'document_completed',
				outcomes: ['framed'],
				attachFiles: ['invoice'],
				options: { confirm: 'yes', fileWait: -1, otherEvents: 7 },
			}),
		).toEqual({
			...toSettings({}),
			types: [],
		});
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

	it('selects the events that end a request when set to Once, for signature requests only', () => {
		const parameters = { when: 'once', outcomes: ['completed', 'expired'], events: ['x'] };
		expect(toSettings(parameters)).toMatchObject({
			when: 'once',
			types: ['document_completed', 'document_expired'],
		});
		expect(toSettings({ ...parameters, resource: 'certifiedEmail' })).toMatchObject({
			when: 'each',
			types: ['x'],
		});
	});
});
