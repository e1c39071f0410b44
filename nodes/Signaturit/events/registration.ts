import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';
import { eventResources, type EventResource } from './catalogue';

/** The address at which one trigger node listens, and the workflow it belongs to. */
export interface Registration {
	/** A copied workflow brings the static data of its original along: entries count for one workflow only. */
	workflowId: string;
	nodeName: string;
	url: string;
	/** What its events are about. */
	resource?: EventResource;
	/** The service's id of the subscription by which it hears of everything in the account. */
	subscriptionId?: string;
	/** What is posted there: events of the service, or the reports of embedded signing pages. */
	use?: 'embedded';
	/** By this custom data of a request the trigger finds it in lists (`markOf`). */
	mark?: string;
	/** Signs the references that Create puts into addresses, so that posts with them are known as ours. */
	secret?: string;
	/** Events that happened before do not count: the time of activation, in milliseconds since 1970. */
	since?: number;
	/** Nothing is posted there: the trigger looks by itself. */
	pollingOnly?: boolean;
	/** Kept after deactivation because of `since` and `secret`; no trigger listens there. */
	isInactive?: boolean;
}

const registrationsSchema = z
	.record(
		z.object({
			workflowId: z.string(),
			nodeName: z.string(),
			url: z.string(),
			resource: z.enum(eventResources).optional(),
			subscriptionId: z.string().optional(),
			use: z.literal('embedded').optional(),
			mark: z.string().optional(),
			secret: z.string().optional(),
			since: z.number().optional(),
			pollingOnly: z.boolean().optional(),
			isInactive: z.boolean().optional(),
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

/** The registration of a trigger of this workflow. */
export function registrationOf(
	staticData: IDataObject,
	nodeId: string,
	workflowId: string,
): Registration | undefined {
	const found = registrationsSchema.parse(staticData.signaturitTriggers)[nodeId];
	return found?.workflowId === workflowId ? found : undefined;
}

/** Whether the trigger is registered with this address, resource and subscription. */
export function isRegistered(
	staticData: IDataObject,
	nodeId: string,
	{ workflowId, url, resource, subscriptionId }: Registration,
): boolean {
	const found = registrationOf(staticData, nodeId, workflowId);
	return (
		found?.url === url && found.resource === resource && found.subscriptionId === subscriptionId
	);
}

/** The active triggers of this workflow: for events of the service, or for another use. */
export function activeTriggers(
	staticData: IDataObject,
	workflowId: string,
	use?: Registration['use'],
): Registration[] {
	return Object.values(registrationsSchema.parse(staticData.signaturitTriggers)).filter(
		(entry) => entry.workflowId === workflowId && entry.use === use && !entry.isInactive,
	);
}
