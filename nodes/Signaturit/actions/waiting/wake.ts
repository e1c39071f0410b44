import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { delays } from '../../transport/delays';
import { pause } from '../../transport/pause';
import { quietly } from '../../transport/quiet';
import { inTurn } from '../creation/turns';
import { asGivenOut } from './approval';
import { readAwaited } from './awaited';
import { mayResume, wasResumed } from './resumptions';
import { ATTACH_FILES, endedItems } from './endedItems';

/**
 * Looks whether the requests of a sleeping execution have ended, when an event is posted. The post itself says
 * nothing that counts but the reason of a decline: for the post that has it, others wait a moment. It throws
 * nothing: n8n would let an empty item go on and end the execution with an error.
 */
export async function wake(this: IWebhookFunctions): Promise<IWebhookResponseData> {
	const began = Date.now();
	let answered: IWebhookResponseData = {};
	try {
		const awaited = readAwaited.call(this);
		const attachFiles = this.getNodeParameter(ATTACH_FILES, []);
		const sleeper = `${this.getExecutionId()} ${this.getNode().id}`;
		const mayGoOn = () => mayResume(sleeper, awaited.run, began);
		// One after the other, so that files are not fetched by each of several posts.
		const ended = await inTurn(sleeper, async () => {
			if (wasResumed(sleeper, awaited.run, began)) return undefined;
			const found = await endedItems.call(this, awaited, attachFiles, this.getBodyData());
			return found?.lacksReason || (found && mayGoOn()) ? found : undefined;
		});
		if (!ended) return answered;
		if (ended.lacksReason) {
			// The sender may wait for this answer before it posts the next event.
			this.getResponseObject().status(200).end();
			answered = { noWebhookResponse: true };
			await pause(delays.reason);
			if (!mayGoOn()) return answered;
		}
		return { ...answered, workflowData: [asGivenOut(this, ended.items)] };
	} catch (error) {
		this.logger.warn(`Signaturit: a sleeping execution could not look. ${quietly(error)}`);
		return answered;
	}
}
