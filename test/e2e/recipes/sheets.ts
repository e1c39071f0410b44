// Tests the examples that send from a Google Sheet and report into one each month.

import { DateTime } from 'luxon';
import { z } from 'zod';
import { ADA, BEN, CHARLES } from '../../people';
import { withNode, type ExampleSite } from '../examples/exampleSite';
import type { WorkflowFile } from '../lib/n8n/n8nClient';
import { itemsOf } from '../mainJob';
import { choose, expectPdf, fromList, mailsTo, sentBodies, withAccount } from './google';
import { handedOver, pinned, replaced, type PinnedItem } from './recipe';

const SPREADSHEET = '1BxiMVs0XRA5nFMdKvBdBZjgmUUqptlbs74OgvE2upms';
const BY_HAND = { type: 'n8n-nodes-base.manualTrigger', typeVersion: 1, parameters: {} };

/** A row as Google Sheets gives it out. */
const row = (number: number | string, person: { name: string; email: string }, more = {}) => ({
	json: {
		row_number: 2,
		number,
		...person,
		company: 'Engines',
		purpose: '',
		status: '',
		link: '',
		...more,
	},
});

function describeRows(site: () => ExampleSite): void {
	describe('the example that sends a contract to each row of a Google Sheet', () => {
		const rowsChosen = (file: WorkflowFile) =>
			choose(file, 'Rows', { documentId: fromList(SPREADSHEET), sheetName: fromList('gid=0') });
		const link = 'https://drive.google.com/file/d/1signed/view?usp=drivesdk';
		/** Where the nodes that write find the sheet that was chosen in the one that reads. */
		const sheet = {
			documentId: { mode: 'url', value: SPREADSHEET },
			sheetName: { mode: 'id', value: 'gid=0' },
		};

		/** Published, with these rows in the sheet. */
		async function withRows(...rows: PinnedItem[]) {
			const account = await withAccount(site(), 'Rows', 'googleSheetsOAuth2Api');
			return await site().published('sheetRowsToContracts', (file) => {
				const chosen = account(withNode(rowsChosen(file), 'Every Morning', BY_HAND));
				const others = { 'Keep Signed PDF': { id: '1signed', webViewLink: link } };
				return pinned(replaced(chosen, { ...others, 'Note It': 'same', 'Note the End': 'same' }), {
					Rows: rows,
				});
			});
		}

		it('sends each new row once, and writes into the row whether it was sent', async () => {
			const example = await withRows(
				row(17, ADA),
				row('C-18', BEN, { company: 'Mills' }),
				row('C-19', { name: 'Nobody', email: 'no address' }),
				row('C-20', CHARLES, { status: 'completed' }),
				row('', CHARLES),
			);
			const before = await mailsTo(site(), ADA, BEN, CHARLES);
			await site().writes();

			const execution = await example.execute('Every Morning');
			const notes = handedOver(execution, 'Note It').map(({ parameters }) => parameters);
			const values = [
				{ number: '17', status: 'sent' },
				{ number: 'C-18', status: 'sent' },
				{ number: 'C-19', status: expect.stringMatching(/^refused: .*no address/s) as unknown },
			];
			const matchingColumns = ['number'];
			expect(notes).toEqual(
				values.map((value) => {
					const columns: unknown = expect.objectContaining({ value, matchingColumns });
					return expect.objectContaining({ operation: 'update', ...sheet, columns }) as unknown;
				}),
			);
			const filled = (company: string) => {
				const data: unknown = expect.objectContaining({ company });
				return expect.objectContaining({ templates: ['#NDA'], data }) as unknown;
			};
			const bodies = await sentBodies(site());
			expect(bodies).toHaveLength(2);
			expect(bodies).toEqual(expect.arrayContaining([filled('Engines'), filled('Mills')]));
			const once = before.map((count, index) => count + (index < 2 ? 1 : 0));
			expect(await mailsTo(site(), ADA, BEN, CHARLES)).toEqual(once);

			// As if n8n had stopped before it wrote into the rows.
			const again = await example.execute('Every Morning');
			expect(itemsOf(again, 'Send Contract').map(({ json }) => json.reused)).toEqual([
				true,
				true,
				undefined,
			]);
			expect(handedOver(again, 'Note It').map(({ parameters }) => parameters)).toEqual(notes);
			expect(await sentBodies(site())).toEqual([]);
			expect(await mailsTo(site(), ADA, BEN, CHARLES)).toEqual(once);
			await example.end();
		});

		it('keeps the signed PDF, and writes how each contract has ended into its row', async () => {
			const { control } = site().stack;
			const example = await withRows(row(31, ADA), row('C-32', BEN));
			const sending = await example.execute('Every Morning');
			const sent = itemsOf(sending, 'Send Contract').map(({ json }) => String(json.signatureId));
			const [first = '', second = ''] = sent;
			const noted = async (value: object) => {
				const execution = await example.next('Note the End');
				const columns: unknown = expect.objectContaining({ value, matchingColumns: ['number'] });
				expect(handedOver(execution, 'Note the End').map(({ parameters }) => parameters)).toEqual([
					expect.objectContaining({ ...sheet, columns }),
				]);
				return execution;
			};

			await control.sign({ signatureId: first, email: ADA.email });
			const signed = await noted({ number: '31', status: 'completed', link });
			const [kept, ...more] = handedOver(signed, 'Keep Signed PDF');
			expect(more).toEqual([]);
			// Without it, Google Drive tells no link.
			expect(kept?.parameters.options).toEqual({ simplifyOutput: 'false' });
			const field = String(kept?.parameters.inputDataFieldName);
			expect(kept?.binary[field]?.fileName).toBe('NDA - Ada Lovelace - signed.pdf');
			await expectPdf(site().stack, kept?.binary[field]);

			await control.decline({ signatureId: second, email: BEN.email }, 'No');
			const declined = await noted({ number: 'C-32', status: 'declined', link: '' });
			expect(handedOver(declined, 'Keep Signed PDF')).toEqual([]);
			await example.end();
		});
	});
}

const listed = z.array(
	z.object({ created_at: z.string(), documents: z.array(z.object({ status: z.string() })) }),
);

function describeReport(site: () => ExampleSite): void {
	describe('the example that reports every month', () => {
		const link = `https://docs.google.com/spreadsheets/d/${SPREADSHEET}/edit?gid=0#gid=0`;
		const lastMonth = () => DateTime.utc().minus({ months: 1 }).toFormat('yyyy-MM');

		/** How many requests of last month have a document with one of these statuses, by the service. */
		async function count(...statuses: string[]): Promise<number> {
			const { data } = await site().stack.http.get<unknown>('/v3/signatures.json?limit=100');
			const all = listed.parse(data);
			expect(all.length).toBeLessThan(100);
			return all.filter(
				({ created_at: createdAt, documents: [document] }) =>
					DateTime.fromISO(createdAt, { zone: 'utc' }).toFormat('yyyy-MM') === lastMonth() &&
					statuses.includes(document?.status ?? ''),
			).length;
		}

		it('writes what became of the requests of last month, also when there were none', async () => {
			const { control } = site().stack;
			const example = await site().imported('monthlyReport', (file) => {
				const assignments = [{ id: 'link', name: 'link', value: link, type: 'string' }];
				const mySheet = choose(file, 'My Sheet', { assignments: { assignments } });
				return pinned(mySheet, { 'Add Row': [{ json: {} }] });
			});
			const report = async () => {
				const execution = await example.execute('Every Month');
				const [added, ...more] = handedOver(execution, 'Add Row');
				expect(more).toEqual([]);
				expect(added?.parameters).toMatchObject({
					operation: 'appendOrUpdate',
					documentId: { mode: 'url', value: link },
					columns: { mappingMode: 'autoMapInputData', matchingColumns: ['month'] },
				});
				return itemsOf(execution, 'Numbers').map(({ json }) => json);
			};
			const none = { sent: 0, signed: 0, declined: 0, open: 0, others: 0 };
			await control.settings({ credits: 41 });
			expect(await report()).toEqual([
				{ month: lastMonth(), ...none, 'credits left': 'advanced: 41' },
			]);

			const seeds = { completed: 12, declined: 8, expired: 6, canceled: 6, error: 4, ready: 10 };
			for (const [status, count] of Object.entries(seeds)) {
				await control.seed({ count, spreadDays: 75, status: status as keyof typeof seeds });
			}
			const others = ['expired', 'canceled', 'error'];
			const numbers = {
				sent: await count(...Object.keys(seeds)),
				signed: await count('completed'),
				declined: await count('declined'),
				open: await count('ready'),
				others: await count(...others),
			};
			expect(Math.min(...Object.values(numbers))).toBeGreaterThan(0);
			const [row] = await report();
			expect(row).toMatchObject(numbers);
			await control.settings({ credits: 1_000 });
		});
	});
}

/** The examples with Google Sheets. */
export function describeSheets(site: () => ExampleSite): void {
	describeRows(site);
	describeReport(site);
}
