// Tests the recipe that sends a contract's link by WhatsApp and reminds after three days.

import axios from 'axios';
import { ADA, BEN } from '../../people';
import { withNode, type ExampleRun, type ExampleSite } from '../examples/exampleSite';
import type { Execution } from '../lib/n8n/n8nClient';
import { contract, itemsOf } from '../mainJob';
import { handedOver, replaced } from './recipe';

/**
 * The example as it is set up. It sleeps until the test wakes it, in place of three days; n8n keeps the execution in
 * its database in both cases.
 */
const published = async (site: ExampleSite): Promise<ExampleRun> =>
	await site.published('whatsappContract', (file) => {
		const woken = { parameters: { resume: 'webhook', options: {} } };
		return replaced(withNode(file, 'Three Days', woken), {
			'Send Link': {
				messaging_product: 'whatsapp',
				contacts: [{ input: '34600112233', wa_id: '34600112233' }],
				messages: [{ id: 'wamid.HBgL', message_status: 'accepted' }],
				wakeUrl: '{{ $execution.resumeUrl }}',
			},
			'Tell the Manager': { accepted: [BEN.email], messageId: '<1@example.com>' },
		});
	});

async function submit(example: ExampleRun, number: string): Promise<void> {
	const phone = '+34 600-11 22 33';
	const answers = [number, ADA.name, ADA.email, phone, BEN.email, await contract()];
	await example.submit('Contract Form', answers);
}

/** Submits the form. Resolves to the execution that sleeps then, and its request. */
async function send({ stack }: ExampleSite, example: ExampleRun, number: string) {
	await submit(example, number);
	const execution = await stack.client.sleeping(example.workflow.id, hasSent(1));
	const [sent] = itemsOf(execution, 'Send Contract');
	return { execution, signatureId: String(sent?.json.signatureId), url: String(sent?.json.url) };
}

/** Whether an execution has sent the link so many times. */
const hasSent = (times: number) => (execution: Execution) =>
	itemsOf(execution, 'Send Link').length === times;

/** What three days do. */
async function wake(execution: Execution): Promise<void> {
	const url = itemsOf(execution, 'Send Link').at(-1)?.json.wakeUrl;
	await axios.get(String(url), { proxy: false });
}

export function describeWhatsappContract(site: () => ExampleSite) {
	describe('the recipe for a contract by WhatsApp', () => {
		let example: ExampleRun;

		beforeAll(async () => {
			example = await published(site());
		});

		afterAll(async () => await example?.end());

		it('sends the link, once more after three days, and then tells the manager without it', async () => {
			const { client, control } = site().stack;
			const mails = await control.outbox();
			const { execution, url } = await send(site(), example, 'w-1');
			expect(url).toMatch(/^http/);
			await wake(execution);
			await wake(await client.sleeping(example.workflow.id, hasSent(2)));

			const ended = await example.next('Tell the Manager');
			const message = {
				operation: 'sendTemplate',
				recipientPhoneNumber: '34600112233',
				components: {
					component: [
						{
							type: 'body',
							bodyParameters: { parameter: [{ text: ADA.name }, { text: 'w-1' }, { text: url }] },
						},
					],
				},
			};
			const sent = handedOver(ended, 'Send Link');
			expect(sent).toHaveLength(2);
			expect(sent).toMatchObject([{ parameters: message }, { parameters: message }]);
			const [told, ...more] = handedOver(ended, 'Tell the Manager');
			expect(more).toEqual([]);
			expect(told?.parameters).toMatchObject({
				toEmail: BEN.email,
				subject: 'Contract w-1 is not signed',
			});
			expect(JSON.stringify(told)).not.toMatch(/http/);
			// Signaturit itself sends neither the link nor a reminder.
			expect(await control.outbox()).toEqual(mails);
		});

		it('says nothing more to who has signed or declined, before or after the reminder', async () => {
			const { client, control } = site().stack;
			const signer = { email: ADA.email };
			const signed = await send(site(), example, 'w-2');
			await control.sign({ ...signer, signatureId: signed.signatureId });
			await wake(signed.execution);
			const first = await client.finished(signed.execution.id);
			expect(first.status).toBe('success');
			expect(handedOver(first, 'Send Link')).toHaveLength(1);
			expect(handedOver(first, 'Tell the Manager')).toEqual([]);

			const declined = await send(site(), example, 'w-3');
			await wake(declined.execution);
			const reminded = await client.sleeping(example.workflow.id, hasSent(2));
			await control.decline({ ...signer, signatureId: declined.signatureId });
			await wake(reminded);
			const second = await client.finished(reminded.id);
			expect(second.status).toBe('success');
			expect(handedOver(second, 'Send Link')).toHaveLength(2);
			expect(handedOver(second, 'Tell the Manager')).toEqual([]);
		});

		it('sends nothing for a number that was sent before, and says so', async () => {
			const { signatureId } = await send(site(), example, 'w-4');
			await site().writes();
			await submit(example, 'w-4');
			const reason = await example.nextFailure();
			expect(reason).toContain('Contract w-4 was sent before');
			expect(reason).toContain(signatureId);
			expect(await site().writes()).toEqual([]);
		});
	});
}
