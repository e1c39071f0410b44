// The trigger's settings as validated values, and which events they choose.

import { z } from 'zod';
import {
	ANY_EVENT,
	eventOptions,
	eventResources,
	isKnownType,
	isOutcomeType,
	outcomes as allOutcomes,
	outcomeType,
	typesEnding,
	type Outcome,
} from '../events/catalogue';
import { WAITS_KEY, waitsValueOf } from '../events/tracking';
import { BoundedMap } from '../transport/concurrency';
import type { ExecuteCall, HookCall, PollCall, WebhookCall } from '../transport/call';
import type { FileKind } from '../events/deliveryFiles';
import type { DeliveryKind } from '../transport/endpoints';
import { choiceOf, choicesOf } from '../input/fieldDoors';
import { filledText, flag, listOfEntries, numberFrom, openChoice } from '../input/doors';
import { optional, validated, type FieldSchema } from '../input/schemas';
import { arrival, attachFilesField, listenTo, resourceField } from './fields';
import type { Delivery } from '../transport/shapes';

/** A field whose default takes the place of a missing value. */
const withDefault = <Output>(door: FieldSchema<Output>, initial: Output) =>
	optional(door).transform((value) => value ?? initial);

const optionsSchema = z.object({
	confirm: withDefault(flag('Confirm Events With Signaturit'), true),
	/** Seconds. */
	fileWait: withDefault(numberFrom('Wait for Files (Seconds)', 0), 60),
	includeRawBody: withDefault(flag('Include Raw Body'), false),
	/** Days. Requests that were created earlier are not looked at by polls. */
	lookBack: withDefault(numberFrom('Look Back (Days)', 1, 400), 90),
	onlyFromSignaturit: withDefault(flag("Only From Signaturit's Address"), false),
	otherEvents: listOfEntries('Other Event Types', filledText('Other Event Types')),
});

const resourceDoor = withDefault(choiceOf(resourceField), 'signature');

/** Events may be of types that the panel does not know. */
const settingsSchema = (resource: DeliveryKind) =>
	z.object({
		/** `polling`: nothing is posted, the trigger looks by itself. */
		arrival: withDefault(choiceOf(arrival), 'postsAndPolling'),
		listenTo: withDefault(choiceOf(listenTo), 'workflow'),
		events: listOfEntries('Events', openChoice('Events', eventOptions(resource))),
		attachFiles: choicesOf<FileKind>(attachFilesField),
		options: z.preprocess((options) => options ?? {}, optionsSchema),
	});

const parameterNames = ['resource', 'arrival', 'listenTo', 'events', 'attachFiles', 'options'];

/** The settings of the trigger in the panel. */
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
	const waits = waitsValueOf(call.n8n.getWorkflow().id ?? '');
	const text = JSON.stringify(call.node.parameters);
	// An expression may give another value each time.
	const isFixed = !text.includes('"=');
	const earlier = isFixed ? settingsByParameters.get(text) : undefined;
	if (earlier) return { ...earlier, waits };
	const settings = toSettings(
		Object.fromEntries(parameterNames.map((name) => [name, parameter(name)])),
	);
	if (isFixed) settingsByParameters.set(text, settings);
	return { ...settings, waits };
}

/** By the parameters as they are stored: reading them takes long, each post does it twice, and they hardly ever change. */
const settingsByParameters = new BoundedMap<ReturnType<typeof toSettings>>(1_000);

/**
 * Turns the parameters' values into settings, with the defaults of missing ones.
 *
 * @throws UserError that names every problem at once: the trigger cannot be published then
 */
export function toSettings(parameters: Readonly<Record<string, unknown>>) {
	const chosen = validated(resourceDoor, parameters.resource);
	const resource = eventResources.find((one) => one === chosen) ?? 'signature';
	const { events, options, ...parsed } = validated(settingsSchema(resource), parameters);
	const { otherEvents, ...more } = options;
	const single = [...events, ...otherEvents].filter((type) => !isOutcomeType(type));
	const isChosen = (outcome: Outcome) => events.includes(outcomeType(outcome));
	return {
		resource,
		...parsed,
		...more,
		// The panel hides the option when nobody needs to post.
		confirm: more.confirm || parsed.arrival === 'polling',
		/** The types of single events that start the workflow; `*` for any. */
		types: single.includes(ANY_EVENT) ? [ANY_EVENT] : [...new Set(single)],
		/** The outcomes that start the workflow. */
		outcomes: resource === 'signature' ? allOutcomes.filter(isChosen) : [],
	};
}

/** Whether single events of this type start the workflow. */
export function startsWorkflow({ types }: Settings, type: string): boolean {
	return types.includes(ANY_EVENT) || types.includes(type);
}

/** Whether an event of this type may bring such an outcome. No type is documented for a failure, so any unknown may. */
export function mayBringOutcome({ outcomes, resource }: Settings, type: string): boolean {
	return outcomes.some((outcome) =>
		outcome === 'failed' ? !isKnownType(resource, type) : typesEnding(outcome).includes(type),
	);
}

/** Whether an execution of the same workflow waits for this: then it does not start the workflow. */
export function isAwaited({ data }: Delivery, { waits }: Settings): boolean {
	return waits !== undefined && data[WAITS_KEY] === waits;
}

/** The types to subscribe to for everything that may start the workflow. */
export function subscribedTypes({ types, outcomes }: Settings): string[] {
	if (types.includes(ANY_EVENT) || outcomes.includes('failed')) return [ANY_EVENT];
	return [...new Set([...types, ...outcomes.flatMap(typesEnding)])];
}

/** What the trigger listens to; `chosen`: all values of Events that were chosen. */
export function subjectOf({ resource, listenTo, types, outcomes }: Settings) {
	const chosen = [...types, ...outcomes.map(outcomeType)];
	return { resource, isAccount: listenTo === 'account', chosen };
}
