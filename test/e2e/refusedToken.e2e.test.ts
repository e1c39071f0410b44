import { EACH_MINUTE } from './lib/pollTimes';
import { quiet } from './lib/report';
import { startStack, type Stack } from './lib/stack';
import { credentialData } from './mainJob';
import { jsonOf, TriggerScenario } from './triggerScenario';
import { ADA } from '../people';

const EVENTS = { events: ['document_completed'] };

let stack: Stack;

beforeAll(async () => {
	stack = await startStack({ report: quiet });
});

afterAll(async () => await stack?.stop());

it("says in the service's words that the access token is refused, of 20 new workflows while others poll", async () => {
	const polling = await TriggerScenario.on(stack);
	await polling.activate({ ...EVENTS, pollTimes: EACH_MINUTE });
	const wrong = { ...credentialData(stack), accessToken: 'wrong' };
	const settings = [{}, { arrival: 'polling' }, { listenTo: 'account' }];
	for (let count = 0; count < 5; count++) {
		const refused = await Promise.allSettled(
			[...settings, { listenTo: 'account', arrival: 'polling' }].map(async (more) => {
				const scenario = await TriggerScenario.on(stack, wrong);
				await scenario.activate({ ...EVENTS, ...more });
			}),
		);
		for (const result of refused) {
			const { message } = result.status === 'rejected' ? (result.reason as Error) : { message: '' };
			expect(message).toMatch(/access token/i);
		}
	}
	const { id } = await polling.sendWithoutUrl(await polling.mark());
	await polling.sign(id, ADA);
	expect(jsonOf(await polling.executions(1))).toMatchObject([{ signatureId: id }]);
});
