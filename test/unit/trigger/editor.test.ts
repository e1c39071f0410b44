import { SignaturitTrigger } from '../../../nodes/Signaturit/SignaturitTrigger.node';

const { description } = new SignaturitTrigger();

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
