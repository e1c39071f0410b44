import { UserError, type IExecuteFunctions } from 'n8n-workflow';
import { activeTriggers } from '../../events/registration';
import { workflowSecret } from './secret';
import { reportToken } from './token';

/**
 * The address to which pages of this workflow report, with a token for one request.
 *
 * @param days how long the token is valid from now on
 * @throws UserError when there is not exactly one active trigger for such reports
 */
export function reportTarget(
	this: IExecuteFunctions,
	signatureId: string,
	days: number,
): { url: string; token: string } {
	const { id = '' } = this.getWorkflow();
	const staticData = this.getWorkflowStaticData('global');
	const [trigger, ...others] = activeTriggers(staticData, id, 'embedded');
	const secret = workflowSecret(staticData, id);
	if (!trigger || secret === undefined) {
		throw new UserError('This workflow has no published Signaturit Trigger for embedded signing', {
			description:
				'Add a Signaturit Trigger node with the resource "Embedded Signing" to this workflow and publish the workflow, or set "Reports" to "Don\'t Send".',
		});
	}
	if (others.length > 0) {
		const names = [trigger, ...others].map(({ nodeName }) => `"${nodeName}"`).join(', ');
		throw new UserError(
			'This workflow has more than one published Signaturit Trigger for embedded signing',
			{ description: `A page reports to one address only. Remove all but one of ${names}.` },
		);
	}
	const expires = Math.floor(Date.now() / 1000) + days * 24 * 3600;
	return { url: trigger.url, token: reportToken(secret, signatureId, expires) };
}
