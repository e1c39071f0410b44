import '../engine/engineSettings';
import { NO_BODY } from '../../../nodes/Signaturit/n8n/postedBody';
import { WebhookContext } from 'n8n-core';
import { DeduplicationMemory } from '../engine/deduplicationMemory';
import { stopEngine } from '../engine/engine';
import { triggerWorkflow } from '../engine/engineTrigger';
import { useDeduplication } from '../engine/useDeduplication';

beforeAll(async () => await useDeduplication(new DeduplicationMemory()));
afterAll(stopEngine);
afterEach(() => jest.restoreAllMocks());

const triggers = {
	events: () => triggerWorkflow({ events: ['*'] }),
	'signing pages': () =>
		triggerWorkflow({ resource: 'embeddedSigning', embeddedEvents: ['*'] }, 'setup'),
};

describe.each(Object.entries(triggers))('a post to the trigger for %s', (_, workflow) => {
	const post = async (request: object) => {
		const log = jest.fn();
		const logger = { debug: log, info: log, warn: log, error: log };
		jest.spyOn(WebhookContext.prototype, 'logger', 'get').mockReturnValue(logger as never);
		const { refusal } = await workflow().receive({ headers: {}, query: {}, ...request });
		return { status: refusal?.status, log: log.mock.calls.flat() };
	};

	it.each([{}, { rawBody: '{}' }, { body: {} }])(
		'is to come again, and the log says why, when n8n does not give its content (%j)',
		async (request) => {
			const { status, log } = await post(request);
			expect(status).toBe(503);
			expect(log).toEqual([expect.stringContaining(NO_BODY)]);
		},
	);

	it.each([
		['is empty', { rawBody: Buffer.alloc(0) }],
		['is a form with files', { headers: { 'content-type': 'Multipart/form-data; boundary=a' } }],
	])('is refused when it %s', async (__, request) => {
		expect(await post(request)).toEqual({ status: 400, log: [] });
	});
});
