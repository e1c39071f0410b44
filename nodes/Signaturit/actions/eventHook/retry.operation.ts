import { endpoints } from '../../transport/endpoints';
import { postOrGet } from '../../transport/request';
import { eventHookLocator, locatorValue } from '../../input/locators';
import type { Operation } from '../operation';

/**
 * POST /v3/event-hooks/{id}/retry, whose answer is empty. It posts to someone's address once more, so
 * it is never repeated, whatever happens.
 */
export const retry: Operation = {
	name: 'Retry',
	action: 'Retry an event hook',
	description: 'Have Signaturit post an event to its URL once more, e.g. after a failure',
	fields: [eventHookLocator],
	async run(item) {
		const id = locatorValue.call(this, eventHookLocator, item);
		await postOrGet.call(this, endpoints.eventHook.retry(id));
		return [{ json: { retried: true, id } }];
	},
};
