import { NodeHelpers, type INodeParameters, type INodeProperties } from 'n8n-workflow';
import { Signaturit } from '../../../nodes/Signaturit/Signaturit.node';
import { SignaturitTrigger } from '../../../nodes/Signaturit/SignaturitTrigger.node';
import { evaluated } from '../evaluated';

const { description } = new SignaturitTrigger();
const { subtitle = '', properties } = description;

/** What the panel shows with these parameters. */
function shown(parameters: INodeParameters): INodeProperties[] {
	const node = { typeVersion: 1 };
	return description.properties.filter((property) =>
		NodeHelpers.displayParameter(parameters, property, node, description),
	);
}

const WORKFLOW = { resource: 'signature', listenTo: 'workflow', arrival: 'postsAndPolling' };

it('is described as the action node is: n8n shows one sentence for both', () => {
	expect(description.description).toBe(new Signaturit().description.description);
});

describe('the panel of the trigger', () => {
	it("has the events of signature requests first, because n8n's list of nodes offers the first ones", () => {
		const first = description.properties.find(({ displayName }) => displayName === 'Events');
		const values = first?.options?.map((option) => 'value' in option && option.value);
		expect(values).toEqual(expect.arrayContaining(['document_completed', 'request_completed']));
	});

	it.each([
		['postsAndPolling', ['confirm', 'includeRawBody', 'onlyFromSignaturit']],
		['polling', []],
	])('offers options about posts only where posts arrive (%s)', (arrival, offered) => {
		const parameters = { ...WORKFLOW, arrival, options: {} };
		const options = shown(parameters).find(({ name }) => name === 'options')?.options ?? [];
		const names = (options as INodeProperties[])
			.filter((option) =>
				NodeHelpers.displayParameter({}, option, { typeVersion: 1 }, description, parameters),
			)
			.map(({ name }) => name);
		const aboutPosts = ['confirm', 'includeRawBody', 'onlyFromSignaturit'];
		expect(names.filter((name) => aboutPosts.includes(name))).toEqual(offered);
		expect(names).toContain('lookBack');
	});

	it.each([
		[{ resource: 'signature' }, []],
		[{ resource: 'certifiedEmail', arrival: 'polling' }, []],
		[{ resource: 'certifiedSms' }, ['Some events of SMS may be missed']],
		[{ resource: 'certifiedSms', arrival: 'polling' }, ['<b>Everything in the Account</b>']],
		[{ resource: 'certifiedSms', listenTo: 'account' }, []],
	])('with %j tells what polls may not find', (changes, words) => {
		const notices = shown({ ...WORKFLOW, ...changes }).filter(({ type }) => type === 'notice');
		const texts = notices.map(({ displayName }) => displayName);
		expect(texts).toEqual(words.map((text) => expect.stringContaining(text)));
	});
});

describe('the subtitle of the trigger', () => {
	it.each([
		[{ resource: 'signature', events: ['request_completed'] }, 'Everyone Signed'],
		[
			{ resource: 'certifiedEmail', events: ['certification_completed', 'made_up'] },
			'Certification Completed, made_up',
		],
		[{ resource: 'signature', events: ['request_completed', 'request_declined', '*'] }, '3 events'],
		[{ resource: 'embeddedSigning', embeddedEvents: ['*', 'signed'] }, 'Any Event, Signed'],
	])('names the events of %j as the panel does', (parameters, words) => {
		expect(evaluated(subtitle, parameters, properties)).toBe(words);
	});
});

describe('what the editor shows of a new trigger', () => {
	it('has its credential on top, which n8n does only for conditions that hide', () => {
		const [credential] = description.credentials ?? [];
		expect(credential?.displayOptions).toEqual({ hide: { resource: ['embeddedSigning'] } });
	});

	it('listens for the end of a request, which comes once', () => {
		const events = description.properties.find(({ name }) => name === 'events');
		expect(events?.default).toEqual(['request_completed']);
	});

	it('is told apart from one that is published', () => {
		const panel = description.triggerPanel;
		if (typeof panel !== 'object' || typeof panel.activationHint !== 'object') throw new Error();
		expect(panel.activationHint.inactive).toMatch(/^Publish the workflow/);
		expect(panel.activationHint.active).toMatch(/^The workflow is published/);
	});
});
