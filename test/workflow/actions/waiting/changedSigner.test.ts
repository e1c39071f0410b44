import { addChange, Flow, outputsOf } from '../../engine/flow';
import { byId, createParameters } from '../../engine/fixtures';
import { localService } from '../../engine/localService';

const local = localService();

const FIRST = 'a@example.com';
const SECOND = 'new@example.com';

const parameters = createParameters({
	operation: 'sendAndWait',
	source: 'templates',
	templates: { template: [{ id: byId('#Consent') }] },
	recipients: { recipient: [{ email: FIRST, name: 'Ada' }] },
	options: { limitWaitTime: { values: { limitType: 'afterTimeInterval', resumeAmount: 1 } } },
});

const changing = {
	resource: 'document',
	operation: 'changeSigner',
	signatureId: byId('={{ $json.signatureId }}'),
	documentId: byId('={{ $json.documentIds[0] }}'),
	email: SECOND,
};

beforeAll(() => {
	addChange('ended', (item) => (item.json.outcome === undefined ? undefined : item));
	addChange('reached', (item) => (item.json.outcome === 'undelivered' ? undefined : item));
	addChange('same', (item) => item);
});

const requests = async () => {
	const headers = { Authorization: `Bearer ${local.service.token}` };
	const answer = await fetch(`${local.service.url}/v3/signatures.json`, { headers });
	return (await answer.json()) as Array<{ id: string }>;
};

describe('an item whose email came back', () => {
	it('waits for the same request when its signer was changed and it is led back', async () => {
		const flow = new Flow(local.credential, [
			{ name: 'Start', type: 'start', to: [['Sign']] },
			{ name: 'Sign', type: 'signaturit', parameters, to: [['Ended?']] },
			{ name: 'Ended?', type: 'ended', to: [['Reached?'], ['Sign']] },
			{ name: 'Reached?', type: 'reached', to: [['After'], ['Change']] },
			{ name: 'Change', type: 'signaturit', parameters: changing, to: [['Sign']] },
			{ name: 'After', type: 'same' },
		]);
		const known = (await requests()).length;
		const asleep = await flow.run([{ json: {} }]);
		const [{ id: signatureId = '' } = {}] = await requests();
		await local.control.settled();
		await local.control.bounce({ signatureId, email: FIRST });
		await local.control.settled();
		const again = await flow.passLimit(asleep);
		expect(outputsOf(again, 'Sign').flat()).toContainEqual(
			expect.objectContaining({ outcome: 'undelivered', waitingFor: { signatureId } }),
		);
		expect(again.status).toBe('waiting');
		await local.control.settled();
		await local.control.sign({ signatureId, email: SECOND });
		await local.control.settled();
		const over = await flow.passLimit(again);
		expect(outputsOf(over, 'After')).toEqual([
			[expect.objectContaining({ signatureId, outcome: 'completed' })],
		]);
		expect(await requests()).toHaveLength(known + 1);
	});
});
