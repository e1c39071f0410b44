// Parts of a node's description that only later versions of n8n read.

// What later versions of n8n read of a node's description, and the types of 2.8 do not have. The rest of n8n passes it by.

/**
 * What n8n's AI workflow builder is told of a node. To be spread into its description.
 *
 * n8n: finds nodes by it, and shows it to the model (2.41, `n8n/dist/node-catalog`, `@n8n/workflow-sdk`; 2.8 has none).
 *
 * Without it: falls back to the display name and the texts of the operations. The builder may choose a loop, or forget
 * the trigger.
 *
 * @param related why another node of this package goes with it, by its name
 */
export function forBuilder(searchHint: string, related: Readonly<Record<string, string>>) {
	const relatedNodes = Object.entries(related).map(([name, relationHint]) => ({
		nodeType: `n8n-nodes-signaturit.${name}`,
		relationHint,
	}));
	return { builderHint: { searchHint, relatedNodes } };
}

/**
 * Names fields of the output that nobody is to see in the executions that n8n shows. To be spread into the description.
 *
 * n8n: its types say that they are always hidden (2.41, n8n-workflow, `interfaces.d.ts`). 2.41.1 has code for it
 * (`node-defined-field-redaction.strategy.js`), but does not run it; 2.8 has none.
 *
 * Without it: falls back to showing the fields, as n8n does today, to all who may see the execution. So nothing relies
 * on it (SECURITY.md, "Signing links").
 *
 * @param paths in `item.json`
 */
export function hiddenFields(...paths: string[]) {
	return { sensitiveOutputFields: paths };
}
