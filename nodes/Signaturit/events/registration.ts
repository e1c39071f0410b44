// What a workflow's static data keeps of each of its triggers.

import { deepCopy, type IDataObject } from 'n8n-workflow';
import { z } from 'zod';
import type { Call } from '../transport/call';
import { BoundedMap } from '../transport/concurrency';
import { beginningFields } from './beginning';

/** The entry of a trigger in the workflow's static data. Times are the service's, in milliseconds since 1970. */
export type Registration = z.infer<typeof registrationSchema>;

const registrationSchema = z.object({
	/** A copied workflow brings the static data of its original along: entries count for one workflow only. */
	workflowId: z.string(),
	nodeName: z.string(),
	url: z.string(),
	/** The kind of posts there: reports of embedded signing pages; if absent, events of the service. */
	use: z.literal('embedded').optional(),
	/** The address of n8n as a hash, as in the custom data of its deliveries (`workflowOrigin`). */
	address: z.string().optional(),
	/** Signs the references that Create puts into addresses, so that posts with them are known as ours. */
	secret: z.string().optional(),
	...beginningFields,
	/** Requests need not report there: the trigger looks by itself. */
	pollingOnly: z.boolean().optional(),
});

const registrationsSchema = z.record(registrationSchema).catch({});

type Registrations = Readonly<z.infer<typeof registrationsSchema>>;

/** By their JSON: each post reads them several times, and they hardly ever change. */
const parsedRegistrations = new BoundedMap<Registrations>(100);

function registrationsIn({ signaturitTriggers }: IDataObject): Registrations {
	const text = JSON.stringify(signaturitTriggers ?? {});
	const registrations =
		parsedRegistrations.get(text) ?? registrationsSchema.parse(signaturitTriggers);
	parsedRegistrations.set(text, registrations);
	return registrations;
}

/** Writes the entry of a trigger into the workflow's shared static data, under `signaturitTriggers`. */
export function register(staticData: IDataObject, nodeId: string, entry: Registration): void {
	// n8n stores the static data when something in it is set.
	if (isRegistered(staticData, nodeId, entry)) return;
	// n8n changes what is set there, so it gets objects of its own.
	const others = deepCopy(registrationsIn(staticData));
	staticData.signaturitTriggers = { ...others, [nodeId]: { ...entry } };
}

/** Takes the entry of a trigger out of the static data. */
export function withdraw(staticData: IDataObject, nodeId: string): void {
	const all = deepCopy(registrationsIn(staticData));
	const remaining = Object.entries(all).filter(([id]) => id !== nodeId);
	if (remaining.length > 0) staticData.signaturitTriggers = Object.fromEntries(remaining);
	else delete staticData.signaturitTriggers;
}

/** The last registration of a trigger of this workflow; it may be inactive. */
export function registrationOf(
	staticData: IDataObject,
	nodeId: string,
	workflowId: string,
): Registration | undefined {
	const found = registrationsIn(staticData)[nodeId];
	return found?.workflowId === workflowId ? found : undefined;
}

/** The last registration of the trigger that calls; it may be inactive. */
export function readRegistration({ n8n, node }: Call): Registration | undefined {
	const { id: workflowId = '' } = n8n.getWorkflow();
	return registrationOf(n8n.getWorkflowStaticData('global'), node.id, workflowId);
}

/** Writes the registration of the trigger that calls. */
export function writeRegistration({ n8n, node }: Call, entry: Registration): void {
	register(n8n.getWorkflowStaticData('global'), node.id, entry);
}

/** Whether exactly this is the registration of the trigger. */
export function isRegistered(
	staticData: IDataObject,
	nodeId: string,
	entry: Registration,
): boolean {
	const found = registrationOf(staticData, nodeId, entry.workflowId);
	// The schema puts both into the same order.
	return JSON.stringify(found) === JSON.stringify(registrationSchema.parse(entry));
}

/** The active triggers of this workflow: for events of the service, or for another use. */
export const activeTriggers = (
	staticData: IDataObject,
	workflowId: string,
	use?: Registration['use'],
): Registration[] =>
	Object.values(registrationsIn(staticData)).filter(
		(entry) =>
			entry.workflowId === workflowId && entry.use === use && entry.inactiveSince === undefined,
	);
