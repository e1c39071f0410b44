import type { IBinaryKeyData, IDataObject } from 'n8n-workflow';

/** One item of an operation's output; the router pairs it with the input item. */
export interface OutputItem {
	json: IDataObject;
	binary?: IBinaryKeyData;
}

/** The service's answer as output items: one for an object, one for each entry of a list. */
export function jsonItems(answer: IDataObject | IDataObject[]): OutputItem[] {
	return [answer].flat().map((json) => ({ json }));
}
