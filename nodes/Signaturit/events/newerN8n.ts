// Parts of the nodes' descriptions for n8n 2.41 and later; n8n 2.8 and its types do not know them. The hints are for
// n8n's AI workflow builder.

export const ofTheActions = {
	builderHint: {
		searchHint:
			'What is sent is legally binding and goes to people: send it once, and never in a loop. To go on when everyone has signed, use Send and Wait, or Create together with a Signaturit Trigger in the same workflow.',
		relatedNodes: [
			{
				nodeType: 'n8n-nodes-signaturit.signaturitTrigger',
				relationHint: 'Starts the workflow when what this node has sent is signed or declined',
			},
		],
	},
	// Paths in `item.json` that n8n hides in the executions that it shows, but not from the next nodes: whoever has the
	// address of a signing page can sign.
	sensitiveOutputFields: ['url'],
};

export const ofTheTrigger = {
	builderHint: {
		searchHint:
			'Put it into the workflow that sends the requests: by default it hears of these only. Each event comes once, so nothing has to be filtered out or remembered. For the whole signed request, choose Everyone Signed.',
		relatedNodes: [
			{
				nodeType: 'n8n-nodes-signaturit.signaturit',
				relationHint: 'Sends the requests that this trigger hears of, in the same workflow',
			},
		],
	},
};
