import { z } from 'zod';
import { Unfound } from '../input/schemas';
import type { ExecuteCall } from '../transport/call';
import type { DeliveryKind } from '../transport/endpoints';

const nodeSchema = z.object({
	name: z.string(),
	type: z.string(),
	disabled: z.boolean().optional(),
	parameters: z.object({
		resource: z.string().default('signature'),
		listenTo: z.unknown(),
	}),
});

const contextSchema = z.object({ workflow: z.object({ nodes: z.record(nodeSchema) }) });

/** The names of the trigger's resources, in its panel and in problems. */
const resourceNames: Readonly<Record<string, string>> = {
	signature: 'Signature Request',
	certifiedEmail: 'Certified Email',
	certifiedSms: 'Certified SMS',
	embeddedSigning: 'Embedded Signing',
};

const plurals: Record<DeliveryKind, string> = {
	signature: 'signature requests',
	certifiedEmail: 'certified emails',
	certifiedSms: 'certified SMS',
};

/** The messages for when n8n tells no address of a published trigger. */
interface Unheard {
	/** Why nothing is sent, if a trigger has to hear of it. */
	refusal?: Unfound;
	/** Whether a trigger listens, but would not hear of it. */
	isLost?: boolean;
	/** The hint when it is sent all the same. */
	hint?: string;
}

/** Tells why n8n gives no address of a published trigger, by the triggers among the nodes of this run. */
export function unheard(call: ExecuteCall, resource: DeliveryKind): Unheard {
	// n8n documents no way to list nodes, but its contexts carry the workflow.
	const { data } = contextSchema.safeParse(call.n8n);
	const triggers = Object.values(data?.workflow.nodes ?? {}).filter(
		({ type, disabled }) => /(^|\.)signaturitTrigger$/.test(type) && !disabled,
	);
	const trigger = triggers.find(({ parameters }) => parameters.resource === resource);
	if (isHidden(call) && (trigger || !data)) {
		const isFound = resource !== 'certifiedSms' || trigger?.parameters.listenTo === 'account';
		return isFound ? {} : { isLost: true, refusal: new Unfound(SMS_LOST, SMS_ADVICE) };
	}
	return trigger ? unpublished(call, resource, trigger.name) : withoutTrigger(resource, triggers);
}

/** The trigger is there, but not published, as far as this run knows. */
function unpublished({ n8n }: ExecuteCall, resource: DeliveryKind, name: string): Unheard {
	const steps = `Publish the workflow: "${name}" listens only then`;
	const hidden =
		n8n.getMode() === 'manual'
			? ' If it is published: n8n hides that from manual runs on a worker (OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS=true). Let the trigger of the workflow start it.'
			: '';
	return {
		refusal: noTrigger(resource, steps, hidden),
		hint: `Sent. "${name}" hears of it while the workflow is published.`,
	};
}

/** The workflow has no trigger, or only triggers for other resources. */
function withoutTrigger(
	resource: DeliveryKind,
	triggers: ReadonlyArray<z.infer<typeof nodeSchema>>,
): Unheard {
	const otherTriggers = triggers
		.map(({ name, parameters }) => {
			const other = resourceNames[parameters.resource] ?? parameters.resource;
			return `"${name}" listens to ${other} only. `;
		})
		.join('');
	const needed = `a Signaturit Trigger with the resource ${resourceNames[resource]}`;
	const isPlain = resource === 'signature' && otherTriggers === '';
	const occasion = resource === 'signature' ? 'everyone has signed' : 'something happens to it';
	return {
		refusal: noTrigger(
			resource,
			`${otherTriggers}Add ${needed} to this workflow and publish the workflow`,
		),
		hint: `Sent. ${otherTriggers}To start this workflow when ${occasion}, add ${isPlain ? 'a Signaturit Trigger' : needed} to it and publish.`,
	};
}

const noTrigger = (resource: DeliveryKind, steps: string, more = '') =>
	new Unfound(
		`This workflow has no published Signaturit Trigger for ${plurals[resource]}`,
		`${steps}, or set the option "Events" to "Automatic" or "Don't Send".${more}`,
	);

const SMS_LOST = 'The trigger of this workflow would not hear of this certified SMS';
const SMS_ADVICE =
	'n8n 2.41 in queue mode hides its address from workers, and it is not documented that polls can find the SMS of one workflow. Set the option "Events" to "Send to a URL" and enter the production URL of the trigger, or set its "Listen To" to "Everything in the Account".';

/**
 * Whether triggers among the nodes of this run may listen, although n8n tells nothing of them. A run in production with
 * the trigger among its nodes is one of a published workflow, whose address n8n 2.41 does not tell its workers. The
 * trigger finds what is sent by the mark; for certified SMS that is not documented. The nodes of a manual run may be
 * unpublished.
 */
function isHidden({ n8n }: ExecuteCall): boolean {
	const mode = n8n.getMode();
	const { signaturitTriggers } = n8n.getWorkflowStaticData('global');
	// A sub-workflow may be run that is not published.
	const isPublished = mode === 'integrated' ? n8n.getWorkflow().active : mode !== 'manual';
	return isPublished && signaturitTriggers === undefined;
}
