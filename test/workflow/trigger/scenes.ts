// Common situations of a trigger on the rig, such as publishing, signing, late posts and wrong clocks.

import type { INodeParameters } from 'n8n-workflow';
import { register, registrationOf } from '../../../nodes/Signaturit/events/registration';
import { MARK_KEY, workflowOrigin } from '../../../nodes/Signaturit/events/tracking';
import { Call } from '../../../nodes/Signaturit/transport/call';
import { fromHandover, type Handover } from '../../../nodes/Signaturit/trigger/history';
import type { SeedCommand } from '../../service/control/client';
import { ADA, CHARLES } from '../../people';
import type { TriggerRig } from './rig';
import type { SentRequest } from './serviceApi';

export const TRIGGER_ID = 'id of Signaturit Trigger';
const WORKFLOW_ID = 'workflow-1';

/** The custom data by which the triggers of the workflow find its requests. */
export function markOn(rig: TriggerRig): { n8n_trigger: string } {
	const origin = workflowOrigin(new Call(rig.workflow().hook('internal')));
	if (!origin) throw new Error('The workflow has no id');
	return { [MARK_KEY]: origin.mark };
}

/** Adds requests, emails or SMS that this workflow has sent. Resolves to their ids, newest first. */
export async function sendMany(rig: TriggerRig, { data, ...seed }: SeedCommand): Promise<string[]> {
	return await rig.control.seed({ spreadDays: 0, ...seed, data: { ...markOn(rig), ...data } });
}

/** Registers the trigger as one that was activated at this moment, in milliseconds since 1970. */
export function activatedAt(rig: TriggerRig, since: number): void {
	register(rig.active.staticData(), TRIGGER_ID, {
		workflowId: WORKFLOW_ID,
		nodeName: 'Signaturit Trigger',
		url: rig.eventsUrl,
		since,
	});
}

/** n8n unpublishes the workflow. */
export async function unpublish({ active }: TriggerRig): Promise<void> {
	await active.trigger.webhookMethods.default.delete.call(active.hook('internal'));
}

/** Publishes the rig's workflow anew, with these parameters. */
export async function publish(rig: TriggerRig, parameters: INodeParameters): Promise<void> {
	const stored = JSON.stringify(rig.active.staticData());
	Object.assign(rig, { parameters, activated: undefined });
	Object.assign(rig.active.staticData(), JSON.parse(stored));
	await rig.activate('update');
}

/** Lets all that reads or writes what was given out fail like this. Returns what mends it. */
export function breakMemory({ memory }: TriggerRig, message: string): () => void {
	memory.beforeWrite = (scope) => {
		if (scope === 'node') throw new Error(message);
	};
	return () => {
		memory.beforeWrite = () => undefined;
	};
}

/** The registration of the trigger. */
export const registration = ({ active }: TriggerRig) =>
	registrationOf(active.staticData(), TRIGGER_ID, WORKFLOW_ID);

/** What the executions since the last `reset` were started with, of one kind. */
export function handovers<Kind extends Handover['kind']>(
	rig: TriggerRig,
	kind: Kind,
): Extract<Handover, { kind: Kind }>[] {
	return rig.inputs.flatMap(([item]) => {
		const handover = item && fromHandover(item.json);
		return handover?.kind === kind
			? [handover as unknown as Extract<Handover, { kind: Kind }>]
			: [];
	});
}

/** The types of the events that the trigger has emitted since the last `reset`, sorted; of one request if given. */
export async function typesOf(rig: TriggerRig, id?: string): Promise<string[]> {
	const items = (await rig.items()).filter(
		({ json }) => id === undefined || json.signatureId === id,
	);
	return items.map(({ json }) => (json.event as { type: string }).type).sort();
}

/** What the service posts when a document of this request is completed. */
export async function endOf(rig: TriggerRig, id: string) {
	const { documents } = (await rig.api.get(`/v3/signatures/${id}.json`)).data;
	const [document] = documents;
	const event = document?.events.find(({ type }) => type === 'document_completed');
	return { ...event, document: { ...document, signature_id: id } };
}

/** Posts that a document of this request is completed. */
export const postEnd = async (rig: TriggerRig, id = '') => await rig.post(await endOf(rig, id));

/** The requests to the service while this runs, as `GET /v3/…`. */
export async function callsOf(rig: TriggerRig, task: () => Promise<void>): Promise<string[]> {
	await rig.control.clearRequests();
	await task();
	return (await rig.control.requests()).map(({ method, path }) => `${method} ${path}`);
}

/** Runs this many milliseconds later, by each clock. */
export async function later(milliseconds: number, run: () => Promise<void>): Promise<void> {
	await moved(performance, milliseconds, async () => await moved(Date, milliseconds, run));
}

async function moved(clock: { now(): number }, milliseconds: number, run: () => Promise<void>) {
	// A spy on a spy would be restored to the real clock.
	const { now } = clock;
	clock.now = () => now.call(clock) + milliseconds;
	await run().finally(() => {
		clock.now = now;
	});
}

/** Runs with n8n's clock this many milliseconds ahead of the service's. */
export async function ahead(rig: TriggerRig, milliseconds: number, run: () => Promise<void>) {
	await rig.control.settings({ clockAhead: -milliseconds });
	await moved(Date, milliseconds, run);
	await rig.control.settings({ clockAhead: 0 });
}

/** Parameters of a request that all signers get at once. */
export const PARALLEL = { options: { signingMode: 'parallel' } };

/** Both sign. The service holds its posts back until then, and releases them as given. */
export async function signTogether(
	rig: TriggerRig,
	{ id }: SentRequest,
	release: Parameters<TriggerRig['control']['releaseEvents']>[0],
): Promise<void> {
	await rig.control.settings({ holdEvents: true });
	for (const { email } of [ADA, CHARLES]) await rig.control.sign({ signatureId: id, email });
	await rig.control.settled();
	await rig.control.releaseEvents(release);
}

/** An event in the service's history that was not posted to the trigger, and the executions started since. */
export async function realEvent(rig: TriggerRig) {
	const sent = await rig.send({ options: { events: 'none' } });
	await rig.settled();
	const { data } = await rig.api.get(`/v3/signatures/${sent.id}.json`);
	const [document] = data.documents;
	const event = document?.events.find(({ type }) => type === 'email_delivered');
	const before = rig.started;
	return {
		sent,
		post: {
			created_at: event?.created_at,
			type: 'email_delivered',
			document: { ...document, signature: { id: sent.id } },
		},
		started: () => rig.started - before,
	};
}
