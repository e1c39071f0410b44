import { readFile } from 'node:fs/promises';
import { ADA } from '../../people';
import { waitFor } from '../lib/wait';
import { CONTRACT, itemsOf } from '../mainJob';
import type { ExampleSite } from './exampleSite';

/** The example that sends contracts one after the other, which differ in nothing but their files. */
export function describeOneByOne(site: () => ExampleSite): void {
	describe('the example that sends contracts one after the other', () => {
		it('sends the next one when one has ended, and gives each its own outcome', async () => {
			const { control } = site().stack;
			const example = await site().published('oneAfterTheOther');
			const bytes = await readFile(CONTRACT);
			const files = ['one.pdf', 'two.pdf'].map((fileName) => ({
				bytes,
				fileName,
				type: 'application/pdf',
			}));
			const known = await site().newestRequests();
			const nextAfter = async (earlier: string[]) =>
				await waitFor<string>({ what: 'the next request' }, async () => {
					const [found, ...more] = (await site().newestRequests()).filter(
						(id) => !earlier.includes(id),
					);
					expect(more).toEqual([]);
					return found === undefined ? { seen: 'none' } : { done: found };
				});
			await example.submit('Contracts Form', [files, ADA.name, ADA.email]);
			const first = await nextAfter(known);
			await control.settled();
			await control.sign({ signatureId: first, email: ADA.email });
			const second = await nextAfter([...known, first]);
			await control.settled();
			await control.decline({ signatureId: second, email: ADA.email });

			const execution = await example.next('Not Signed');
			const told = (name: string) =>
				itemsOf(execution, name).map(({ json, binary }) => [
					json.signatureId,
					json.outcome,
					Object.keys(binary ?? {}),
				]);
			expect(told('Signed')).toEqual([[first, 'completed', ['signed_1']]]);
			expect(told('Not Signed')).toEqual([[second, 'declined', []]]);
			await example.end();
		});
	});
}
