import { z } from 'zod';
import {
	ANY_EVENT,
	endingTypes,
	eventResources,
	isKnownType,
	isOutcomeType,
	outcomes as allOutcomes,
	outcomeType,
	type Outcome,
} from '../../events/catalogue';
import { WAITS_KEY, waitsValueOf } from '../../events/tracking';
import type { ExecuteCall, HookCall, PollCall, WebhookCall } from '../../transport/call';
import { attachedKinds } from '../../transport/files/deliveryFiles';
import type { Delivery } from '../../transport/shapes';

/** Options that are not set are missing. */
const optionsSchema = z.object({
	confirm: z.boolean().catch(true),
	/** Seconds. */
	fileWait: z.number().min(0).catch(60),
	includeRawBody: z.boolean().catch(false),
	/** Days. Requests that were created earlier are not looked at by polls. */
	lookBack: z.number().min(1).max(400).catch(90),
	onlyFromSignaturit: z.boolean().catch(false),
	otherEvents: z.string().catch(''),
});

const settingsSchema = z.object({
	resource: z.enum(eventResources).catch('signature'),
	/** `polling`: nothing is posted, the trigger looks by itself. */
	arrival: z.enum(['postsAndPolling', 'polling']).catch('postsAndPolling'),
	listenTo: z.enum(['workflow', 'account']).catch('workflow'),
	events: z.array(z.string()).catch([]),
	attachFiles: attachedKinds,
	options: optionsSchema.catch(() => optionsSchema.parse({})),
});

/** How the trigger is set in the panel. */
export type Settings = ReturnType<typeof toSettings> & {
	/** Requests with this value under `WAITS_KEY` belong to executions of the same workflow that wait for them. */
	waits?: string;
};

/** Reads the trigger's parameters. n8n gives them differently in each of its contexts. */
export function readSettings(call: ExecuteCall | HookCall | PollCall | WebhookCall): Settings {
	const parameter = (name: string): unknown =>
		'getInputData' in call.n8n
			? call.n8n.getNodeParameter(name, 0, null)
			: call.n8n.getNodeParameter(name, null);
	const parameters = Object.keys(settingsSchema.shape).map((name) => [name, parameter(name)]);
	const waits = waitsValueOf(call.n8n.getWorkflow().id ?? '');
	return { ...toSettings(Object.fromEntries(parameters)), waits };
}

/** Turns the parameters' values into settings. A missing or unknown value becomes the default. */
export function toSettings(parameters: unknown) {
	const { events, options, ...parsed } = settingsSchema.parse(parameters);
	const { otherEvents, ...more } = options;
	const others = otherEvents.split(',').map((type) => type.trim());
	const single = [...events, ...others].filter((type) => type !== '' && !isOutcomeType(type));
	const isChosen = (outcome: Outcome) => events.includes(outcomeType(outcome));
	return {
		...parsed,
		...more,
		// Hidden in the panel when nobody needs to post.
		confirm: more.confirm || parsed.arrival === 'polling',
		/** The types of single events that start the workflow; `*` for any. */
		types: single.includes(ANY_EVENT) ? [ANY_EVENT] : [...new Set(single)],
		/** The outcomes that start the workflow. */
		outcomes: parsed.resource === 'signature' ? allOutcomes.filter(isChosen) : [],
	};
}

/** Whether single events of this type start the workflow. */
export function startsWorkflow({ types }: Settings, type: string): boolean {
	return types.includes(ANY_EVENT) || types.includes(type);
}

/** Whether an event of this type may bring such an outcome. For a failure no type is documented, so any other may. */
export function mayBringOutcome({ outcomes, resource }: Settings, type: string): boolean {
	return outcomes.some((outcome) =>
		outcome === 'failed' ? !isKnownType(resource, type) : endingTypes[outcome] === type,
	);
}

/** Whether an execution of the same workflow waits for this: then it does not start the workflow. */
export function isAwaited({ data }: Delivery, { waits }: Settings): boolean {
	return waits !== undefined && data[WAITS_KEY] === waits;
}

/** The types to subscribe to for everything that may start the workflow. */
export function subscribedTypes({ types, outcomes }: Settings): string[] {
	if (types.includes(ANY_EVENT) || outcomes.includes('failed')) return [ANY_EVENT];
	const ending = outcomes.flatMap((outcome) =>
		outcome === 'failed' ? [] : [endingTypes[outcome]],
	);
	return [...new Set([...types, ...ending])];
}

/** All values of Events that were chosen. */
export function chosenValues({ types, outcomes }: Settings): string[] {
	return [...types, ...outcomes.map(outcomeType)];
}
