// Finds the earlier item from which an item comes, by n8n's item linking.

import type { IExecuteFunctions, INodeExecutionData, ISourceData } from 'n8n-workflow';
import { z } from 'zod';

/** Finds the output item of a node from which an item comes; `undefined` if n8n knows none, or several. */
type FindOrigin = (
	node: string,
	source: ISourceData | null,
	place: INodeExecutionData['pairedItem'],
) => INodeExecutionData | undefined;

interface ItemLinks {
	findOrigin: FindOrigin;
	/** From where the input items of this run come. */
	source: ISourceData;
}

const proxySchema = z.object({
	$getPairedItem: z.custom<(...given: unknown[]) => unknown>(
		(value) => typeof value === 'function',
	),
});

const itemSchema = z.object({ json: z.record(z.unknown()) });

/**
 * n8n's item linking, by which an item that is brought back to a node is known again.
 *
 * n8n: expressions have `$getPairedItem`, which answers with the item itself, and throws when it knows none (2.8 and
 * 2.41, n8n-workflow, `workflow-data-proxy.js`). It takes one place; an item that was made of several has a list.
 *
 * Without it: denied. It is `undefined`, and an item of a later run that may have been brought back is not sent: it
 * could be sent a second time. That it works is seen by the first input item, which n8n knows in any case.
 */
export function itemLinks(n8n: IExecuteFunctions): ItemLinks | undefined {
	try {
		const { $getPairedItem: find } = proxySchema.parse(n8n.getWorkflowDataProxy(0));
		const origin = (...[node, source, place]: Parameters<FindOrigin>) => {
			try {
				const item = find(node, source, place);
				return itemSchema.safeParse(item).success ? (item as INodeExecutionData) : undefined;
			} catch {
				// n8n knows nothing of it.
				return undefined;
			}
		};
		const [source] = n8n.getExecuteData().source?.main ?? [];
		if (!source) return undefined;
		const first = () => origin(source.previousNode, source, { item: 0 });
		const known = first();
		if (!known || known !== first()) return undefined;
		return {
			source,
			findOrigin: (node, from, place) => {
				const places = [place ?? []].flat();
				const found = new Set(places.flatMap((each) => origin(node, from, each) ?? []));
				return found.size === 1 ? [...found][0] : undefined;
			},
		};
	} catch {
		return undefined;
	}
}
