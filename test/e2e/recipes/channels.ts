// Tests the example that tells Slack and Microsoft Teams who has signed.

import { ADA, BEN } from '../../people';
import { createSignature, recipients } from '../../service/specs/support/wire';
import type { ExampleSite } from '../examples/exampleSite';
import { handedOver, replaced } from './recipe';

export function describeChannels(site: () => ExampleSite): void {
	describe('the example that tells a channel who has signed', () => {
		it('says who has signed and who has declined why, wherever it was sent from', async () => {
			const { stack } = site();
			const example = await site().published('slackSigned', (file) =>
				replaced(file, { Slack: { ok: true }, 'Microsoft Teams': { id: '1' } }),
			);
			/** The next messages. Several events may come in one execution. */
			const messages = async (count: number) => {
				const slack: unknown[] = [];
				const teams: unknown[] = [];
				while (slack.length < count) {
					const execution = await example.next('Slack');
					const ofSlack = handedOver(execution, 'Slack');
					const ofTeams = handedOver(execution, 'Microsoft Teams');
					slack.push(...ofSlack.map(({ parameters }) => parameters.text));
					teams.push(...ofTeams.map(({ parameters }) => parameters.message));
				}
				return { slack: slack.sort(), teams: teams.sort() };
			};
			const said = (...texts: string[]) => ({ slack: texts, teams: texts });
			const request = { ...recipients(ADA, BEN), 'templates[0]': '#Consent' };

			const { id: signatureId } = await createSignature(stack, request, []);
			await stack.control.sign({ signatureId, email: ADA.email });
			expect(await messages(1)).toEqual(said('Ada Lovelace has signed Consent.pdf'));
			await stack.control.sign({ signatureId, email: BEN.email });
			expect(await messages(2)).toEqual(
				said('Ben Okri has signed Consent.pdf', 'Everyone has signed Consent.pdf'),
			);

			const declined = await createSignature(stack, request, []);
			const reason = 'Ask <!channel> & <https://example.com|me>';
			await stack.control.decline({ signatureId: declined.id, email: ADA.email }, reason);
			const text = `Ada Lovelace declined to sign Consent.pdf: ${reason}`;
			expect(await messages(1)).toEqual({ slack: [text.replaceAll('<', '‹')], teams: [text] });
			await example.end();
		});
	});
}
