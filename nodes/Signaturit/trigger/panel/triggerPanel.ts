import type { INodeTypeDescription } from 'n8n-workflow';

/** What the editor says of the trigger before it has run, in place of n8n's general words. */
export const triggerPanel: INodeTypeDescription['triggerPanel'] = {
	header: 'Try it with a real event',
	executionsHelp: {
		inactive:
			'<b>To build and test</b>, click the button: it gets the newest event that Signaturit has. If there is none yet, sign a request meanwhile: it comes within seconds.<br /><br /><b>To start by itself</b>, the workflow must be published.',
		active:
			'<b>The workflow is published</b>: each new event starts it, which you see in the <a data-key="executions">executions list</a>.<br /><br /><b>To build and test</b>, click the button: it gets the newest event that Signaturit has, or the next one.',
	},
	activationHint: {
		active:
			'The workflow is published and starts by itself. See the <a data-key="executions">executions list</a>.',
		inactive: 'Publish the workflow to start it with each new event.',
	},
};
