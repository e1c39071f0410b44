import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';

/** The address at which one trigger node listens, and to whom it belongs. */
export interface Registration {
	/** A copied workflow brings the static data of its original along: entries count for one workflow only. */
	workflowId: string;
	nodeName: string;
	url: string;
	/** What is posted there: events of the service, or the reports of embedded signing pages. */
	use?: 'embedded';
}

const registrationsSchema = z
	.record(
		z.object({
			workflowId: z.string(),
			nodeName: z.string(),
			url: z.string(),
			use: z.literal('embedded').optional(),
		}),
	)
	.catch({});

/** Writes the address of a trigger into the workflow's shared static data, under `signaturitTriggers`. */
export function register(staticData: IDataObject, nodeId: string, entry: Registration): void {
	staticData.signaturitTriggers = {
		...registrationsSchema.parse(staticData.signaturitTriggers),
		[nodeId]: { ...entry },
	};
}

/** Takes the address of a trigger out of the static data. */
export function withdraw(staticData: IDataObject, nodeId: string): void {
	const { [nodeId]: _, ...others } = registrationsSchema.parse(staticData.signaturitTriggers);
	if (Object.keys(others).length > 0) staticData.signaturitTriggers = others;
	else delete staticData.signaturitTriggers;
}

/** Whether exactly this address is registered for the trigger. */
export function isRegistered(
	staticData: IDataObject,
	nodeId: string,
	entry: Registration,
): boolean {
	const found = registrationsSchema.parse(staticData.signaturitTriggers)[nodeId];
	return found?.url === entry.url && found.workflowId === entry.workflowId;
}

/** The triggers of this workflow that are active now, for the events of the service unless told otherwise. */
export function activeTriggers(
	staticData: IDataObject,
	workflowId: string,
	use?: Registration['use'],
): Registration[] {
	return Object.values(registrationsSchema.parse(staticData.signaturitTriggers)).filter(
		(entry) => entry.workflowId === workflowId && entry.use === use,
	);
}
