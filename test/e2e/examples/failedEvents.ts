import { createServer } from 'node:http';
import { listening } from '../../listening';
import { ADA } from '../../people';
import { createSignature, recipients } from '../../service/specs/support/wire';
import { itemsOf } from '../mainJob';
import type { ExampleSite } from './exampleSite';

/** The examples that have failed posts made again, with an address that does not answer at first. */
export function describeFailedEvents(site: () => ExampleSite): void {
	describe('an example that has failed posts made again', () => {
		it.each([
			['retryFailedEvents', 'Every Hour', 'Only New Ones', '/crm'],
			[
				'wakeWhatWasMissed',
				'Every Quarter of an Hour',
				'Missed',
				'/webhook-waiting/1/a?signature=b',
			],
		])('%s does so once for each that is due', async (name, start, last, path) => {
			const { control } = site().stack;
			let arrived = 0;
			const receiver = createServer((request, response) => {
				arrived++;
				request.resume();
				response.end();
			});
			const { url: receiverUrl, close } = await listening(receiver);
			const url = receiverUrl + path;
			try {
				await control.settings({ unreachable: [url] });
				const fields = { ...recipients(ADA), 'templates[0]': '#Consent', events_url: url };
				await createSignature(site().stack, fields, []);
				const example = await site().imported(name);
				const postAgain = async () => {
					const execution = await example.execute(start);
					await control.settled();
					const posted = itemsOf(execution, 'Post Again').filter(({ json }) => json.retried);
					const due = itemsOf(execution, last);
					expect(posted).toHaveLength(due.length);
					return due.filter(({ json }) => json.url === url).length;
				};
				const failed = await postAgain();
				expect(failed).toBeGreaterThan(0);
				expect(arrived).toBe(0);

				await control.settings({ unreachable: [] });
				expect(await postAgain()).toBe(failed);
				expect(arrived).toBe(failed);

				expect(await postAgain()).toBe(0);
				expect(arrived).toBe(failed);
			} finally {
				await close();
				await control.settings({ unreachable: [] });
			}
		});
	});
}
