import { delays } from '../../../../nodes/Signaturit/transport/deadline';
import { startService, type RunningService } from '../../../service';
import { controlClient } from '../../../service/control/client';
import { credentialFor } from '../../engine/fixtures';
import { localService, type LocalService } from '../../engine/localService';
import { itemsOf, requestOf, sleeperIn } from './sleeper';

const local = localService();
let other: RunningService;

beforeAll(async () => {
	other = await startService();
});
afterAll(async () => await other.close());
afterEach(() => jest.restoreAllMocks());

/** A request that has expired. */
async function expired(account: Pick<LocalService, 'service' | 'control'>): Promise<string> {
	const id = await requestOf(account);
	await account.control.expire(id);
	await account.control.settled();
	return id;
}

describe('requests of rows with credentials of their own', () => {
	/** One expired request of each of two accounts, and how n8n knows the credential of each row. */
	async function ofTwoAccounts(moved: object = {}) {
		const senders = [local.credential, credentialFor(other)];
		const theirs = { service: other, control: controlClient(other) };
		const ids = [await expired(local), await expired(theirs)];
		const fields = ['environment', 'accessToken', 'baseUrl'];
		const credential = Object.fromEntries(
			fields.map((name) => [name, `={{ $json.${name} }}`] as const),
		);
		return { ids, ...sleeperIn(local, ids, { credential, senders, moved }) };
	}

	it('are read with those', async () => {
		const { ids, post } = await ofTwoAccounts();
		expect(itemsOf(await post())).toMatchObject([
			{ signatureId: ids[0], outcome: 'expired' },
			{ signatureId: ids[1], outcome: 'expired' },
		]);
	});

	it.each([
		['no function for them', { _getCredentials: undefined }],
		['no items', { connectionInputData: undefined }],
		[
			'the credential of the first row',
			{ _getCredentials: async () => await Promise.resolve(local.credential) },
		],
	])('have no outcome, and n8n says so, when n8n has %s in a webhook', async (_, moved) => {
		jest.replaceProperty(delays, 'unread', { ...delays.unread, refused: 0 });
		const { ids, post, log } = await ofTwoAccounts(moved);
		expect(itemsOf(await post())).toBeUndefined();
		expect(log.join('\n')).toContain(`waits for the request ${ids[1]}, which could not be read`);
		const second = itemsOf(await post())?.[1];
		expect(second).toMatchObject({
			error: {
				signatureId: ids[1],
				description: expect.stringContaining('Its outcome is unknown'),
			},
		});
		expect(second).not.toHaveProperty('outcome');
	});

	it('are read with that of the node, if it holds no expression, when n8n has no function for it', async () => {
		const id = await expired(local);
		const { post } = sleeperIn(local, id, { moved: { _getCredentials: undefined } });
		expect(itemsOf(await post())).toMatchObject([{ signatureId: id, outcome: 'expired' }]);
	});
});

it('an execution sleeps on, and the log says once that it needs help, when n8n does not tell what it waits for', async () => {
	const id = await expired(local);
	const { post, statuses, log } = sleeperIn(local, id, {
		moved: { evaluateExpression: () => undefined },
	});
	expect(await post()).toEqual({ noWebhookResponse: true });
	expect(statuses).toEqual([503]);
	expect(await post({ look: true })).toEqual({ webhookResponse: 'look again' });
	expect(log).toEqual([
		expect.stringMatching(/no post will ever wake execution .*Update n8n-nodes-signaturit/s),
	]);
});
