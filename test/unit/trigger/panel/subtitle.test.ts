import { SignaturitTrigger } from '../../../../nodes/Signaturit/SignaturitTrigger.node';
import { evaluated } from '../../evaluated';

const { subtitle = '', properties } = new SignaturitTrigger().description;

describe('the subtitle of the trigger', () => {
	it.each([
		[{ resource: 'signature', events: ['request_completed'] }, 'Everyone Signed'],
		[
			{ resource: 'certifiedEmail', events: ['certification_completed', 'made_up'] },
			'Certification Completed, made_up',
		],
		[{ resource: 'embeddedSigning', embeddedEvents: ['*', 'ready'] }, 'Any Event, Ready'],
	])('names the events of %j as the panel does', (parameters, words) => {
		expect(evaluated(subtitle, parameters, properties)).toBe(words);
	});
});
