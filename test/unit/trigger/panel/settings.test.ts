import { toSettings } from '../../../../nodes/Signaturit/trigger/panel/settings';

describe('toSettings', () => {
	it('has defaults for everything, also for a trigger that was saved before there was a choice', () => {
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

	it('adds the types that are not in the list', () => {
		const options = { otherEvents: ' contract_framed, ,document_signed,' };
		expect(toSettings({ events: ['document_signed'], options }).types).toEqual([
			'document_signed',
			'contract_framed',
		]);
	});

	it('makes any event of any event and others', () => {
		expect(toSettings({ events: ['document_signed', '*'] }).types).toEqual(['*']);
	});

	it('listens to the events with which a request ends, when it is to be once', () => {
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
