// What is said or refused when n8n tells no address of a published trigger.

// What is said, or refused, when n8n gives no address of a published trigger of this workflow.

import { Unfound } from '../input/schemas';
import { workflowNodes, type WorkflowNode } from '../n8n/workflowNodes';
import type { ExecuteCall } from '../transport/call';
import type { DeliveryKind } from '../transport/endpoints';

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

const resourceOf = ({ parameters: { resource = 'signature' } }: WorkflowNode) => String(resource);

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
	const nodes = workflowNodes(call.n8n);
	const triggers = (nodes ?? []).filter(
		({ type, disabled }) => /(^|\.)signaturitTrigger$/.test(type) && !disabled,
	);
	const trigger = triggers.find((one) => resourceOf(one) === resource);
	if (isHidden(call) && (trigger || !nodes)) {
		if (!nodes && resource !== 'certifiedSms') return unknownNodes(call);
		if (resource !== 'certifiedSms' || trigger?.parameters.listenTo === 'account') return {};
		const refusal = new Unfound(
			'The trigger of this workflow would not hear of this certified SMS',
			'n8n 2.41 in queue mode hides its address from workers, and it is not documented that polls can find the SMS of one workflow. Set the option "Events" to "Send to a URL" and enter the production URL of the trigger, or set its "Listen To" to "Everything in the Account".',
			'builder',
		);
		return { isLost: true, refusal };
	}
	return trigger ? unpublished(call, trigger.name) : withoutTrigger(resource, triggers);
}

/** n8n hides published triggers from this run, and does not say whether there may be one. */
function unknownNodes(call: ExecuteCall): Unheard {
	const unknown = 'n8n does not say which nodes this workflow has';
	const hint = `${unknown}, so it is not known whether a Signaturit Trigger hears of it. Update n8n-nodes-signaturit.`;
	call.once('unknownNodes', () => call.log('warn', `Signaturit: ${unknown}`));
	const advice = 'Update n8n-nodes-signaturit, or set the option "Events" to another value.';
	return { refusal: new Unfound(unknown, advice, 'builder'), hint };
}

/** The trigger is there, but not published, as far as this run knows. */
function unpublished({ n8n }: ExecuteCall, name: string): Unheard {
	const hidden =
		n8n.getMode() === 'manual'
			? ' If it is published: n8n hides that from manual runs on a worker (OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS=true). Let the trigger of the workflow start it.'
			: '';
	return {
		refusal: new Unfound(
			`Publish this workflow first: "${name}" listens only then`,
			orNoTrigger('Publish it', hidden),
			'builder',
		),
		hint: `"${name}" hears of it while the workflow is published.`,
	};
}

/** The workflow has no trigger, or only triggers for other resources. */
function withoutTrigger(resource: DeliveryKind, triggers: readonly WorkflowNode[]): Unheard {
	const lines = triggers.map((one) => {
		const other = resourceOf(one);
		return `"${one.name}" listens to ${resourceNames[other] ?? other} only. `;
	});
	const otherTriggers = lines.join('');
	const needed = `a Signaturit Trigger with the resource ${resourceNames[resource]}`;
	const isPlain = resource === 'signature' && otherTriggers === '';
	const occasion = resource === 'signature' ? 'everyone has signed' : 'something happens to it';
	const steps = `${otherTriggers}Add ${needed} to this workflow and publish the workflow`;
	return {
		refusal: new Unfound(
			`This workflow has no published Signaturit Trigger for ${plurals[resource]}`,
			orNoTrigger(steps),
			'builder',
		),
		hint: `${otherTriggers}To start this workflow when ${occasion}, add ${isPlain ? 'a Signaturit Trigger' : needed} to it and publish.`,
	};
}

const orNoTrigger = (steps: string, more = '') =>
	`${steps}, or set the option "Events" to "Automatic" or "Don't Send".${more}`;

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
