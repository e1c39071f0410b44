import { startDesk } from './editor/desk';
import { openLast, SIGNATURIT } from './editor/panel';
import { node } from './lib/n8n/workflowNodes';
import * as job from './mainJob';

const desk = startDesk();

const execute = 'Execute step';

it('says who has declined, when, and why, when somebody reminds the signers all the same', async () => {
	const { stack, shoot } = desk();
	const [signatureId = ''] = await stack.control.seed({ count: 1, status: 'ready' });
	await stack.control.decline({ signatureId, email: 'signer1@example.com' }, 'The price is wrong');
	const panel = await openLast(desk(), [
		node('Remind', SIGNATURIT, 1, {
			operation: 'sendReminder',
			signatureId: { __rl: true, mode: 'id', value: signatureId },
		}),
	]);
	await panel.getByRole('button', { name: execute }).first().click();
	await panel
		.getByText(/^Nothing to remind: .+ declined ".+" on \d+ \w+ \("The price is wrong"\)/)
		.first()
		.waitFor();
	await panel.getByText('The operation Create sends a new one').first().waitFor();
	await shoot('refused-reminder');
});

it('shows by Check Only what would go out, and sends nothing', async () => {
	const { stack, shoot } = desk();
	const [ada, charles] = job.SIGNERS;
	const panel = await openLast(desk(), [
		node('People', 'n8n-nodes-base.code', 2, {
			jsCode: `return ['${ada?.email}', 'nobody'].map((email) => ({ json: { email } }));`,
		}),
		node('Create', SIGNATURIT, 1, {
			source: 'templates',
			templates: { template: [{ id: { __rl: true, mode: 'id', value: '#NDA' } }] },
			recipients: { recipient: [{ name: ada?.name, email: '={{ $json.email }}' }, charles] },
			options: { checkOnly: "={{ $execution.mode === 'test' }}" },
		}),
	]);
	await stack.control.clearRequests();
	await panel.getByRole('button', { name: execute }).first().click();
	await panel
		.getByText('Nothing was sent, as Check Only is on. 1 of 2 would be sent, 1 would not: row 2.')
		.first()
		.waitFor();
	for (const name of ['wouldSend', 'problems', 'recipients', 'documents']) {
		await panel.getByText(name, { exact: true }).first().waitFor();
	}
	await shoot('check-only');
	const methods = (await stack.control.requests()).map(({ method }) => method);
	expect(new Set(methods)).toEqual(new Set(['GET']));
});
