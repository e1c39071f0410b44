import { eventHookLocator, locatorValue } from '../../input/locators';
import { write } from '../../transport/request';
import { writes } from '../../transport/writes';
import type { Operation } from '../operation';

/**
 * POST /v3/event-hooks/{id}/retry; the answer is empty. Signaturit then posts to somebody's address once
 * more, so the request is never repeated.
 */
export const retry: Operation = {
	name: 'Retry',
	action: 'Retry an event hook by posting its event again',
	description: 'Have Signaturit post an event to its URL once more, e.g. after a failure',
	fields: [eventHookLocator],
	async run(item) {
		const id = locatorValue.call(this, eventHookLocator, item);
		await write.call(this, writes.retryHook(id));
		return [{ json: { retried: true, id } }];
	},
};
