import type { IExecuteFunctions, IHookFunctions, IWebhookFunctions } from 'n8n-workflow';
import { z } from 'zod';
import {
	ANY_EVENT,
	eventResources,
	outcomes,
	type EventResource,
	type Outcome,
} from '../../events/catalogue';

const outcomeNames = Object.keys(outcomes) as [Outcome, ...Outcome[]];

const types = z.array(z.string()).catch([]);

const optionsSchema = z.object({
	confirm: z.boolean().catch(true),
	fileWait: z.number().min(0).catch(60),
	includeRawBody: z.boolean().catch(false),
	onlyFromSignaturit: z.boolean().catch(false),
	otherEvents: z.string().catch(''),
});

const settingsSchema = z.object({
	resource: z.enum(eventResources).catch('signature'),
	listenTo: z.enum(['workflow', 'account']).catch('workflow'),
	when: z.enum(['each', 'once']).catch('each'),
	events: types,
	outcomes: z.array(z.enum(outcomeNames)).catch([]),
	attachFiles: z.array(z.enum(['signedPdf', 'auditTrail'])).catch([]),
	options: optionsSchema.catch(() => optionsSchema.parse({})),
});

/** The files that can be attached, by the parameter's values. */
export type FileKind = 'signedPdf' | 'auditTrail';

/** How the trigger is set in the panel. */
export interface Settings {
	resource: EventResource;
	listenTo: 'workflow' | 'account';
	/** `once`: one item when the whole request has come to an end. */
	when: 'each' | 'once';
	/** The types that start the workflow; `*` for any. With `once`, the types that can end a request. */
	types: string[];
	outcomes: Outcome[];
	attachFiles: FileKind[];
	confirm: boolean;
	/** Seconds. */
	fileWait: number;
	includeRawBody: boolean;
	onlyFromSignaturit: boolean;
}

/** Reads the trigger's parameters. n8n gives them differently in each of its contexts. */
export function readSettings(
	context: IExecuteFunctions | IHookFunctions | IWebhookFunctions,
): Settings {
	const parameter = (name: string): unknown =>
		'getInputData' in context
			? context.getNodeParameter(name, 0, null)
			: context.getNodeParameter(name, null);
	return toSettings(
		Object.fromEntries(Object.keys(settingsSchema.shape).map((name) => [name, parameter(name)])),
	);
}

/** Turns the parameters' values into settings. A missing or unknown value becomes the default. */
export function toSettings(parameters: unknown): Settings {
	const { events, options, when, resource, ...parsed } = settingsSchema.parse(parameters);
	const { otherEvents, ...more } = options;
	const others = otherEvents
		.split(',')
		.map((type) => type.trim())
		.filter(Boolean);
	const isOnce = when === 'once' && resource === 'signature';
	const chosen = isOnce
		? parsed.outcomes.map((outcome) => outcomes[outcome])
		: [...events, ...others];
	return {
		...parsed,
		...more,
		resource,
		when: isOnce ? 'once' : 'each',
		types: chosen.includes(ANY_EVENT) ? [ANY_EVENT] : [...new Set(chosen)],
	};
}
