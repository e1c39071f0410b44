import { problemOf } from './problems';

describe('Additional Parameters', () => {
	it.each<[string, object]>([
		[
			'Additional Parameters (JSON): "recipients" has a field of its own',
			{ additional: { recipients: [] } },
		],
		[
			'Additional Parameters (JSON): "data" has a field of its own',
			{ additional: { data: { crm_id: 1 } } },
		],
		[
			'Additional Parameters (JSON): "subject" is filled by a field too',
			{ subject: 'Hi', additional: { subject: 'Ho' } },
		],
		[
			'Additional Parameters (JSON) has no field "signing_mod": did you mean signing_mode?',
			{ additional: { signing_mod: 'parallel' } },
		],
		// Some parsers of forms leave out the blank, and would take it for the custom data.
		[
			'Additional Parameters (JSON) has no field " data": did you mean data?',
			{ additional: { ' data': { n8n_reference: 'forged' } } },
		],
		[
			'Additional Parameters (JSON) has no field "Recipients": did you mean recipients?',
			{ additional: { Recipients: [] } },
		],
		['Additional Parameters (JSON) must be an object', { additional: [1] }],
	])('are refused with "%s"', (message, changes) => {
		expect(problemOf(changes)).toBe(message);
	});
});
