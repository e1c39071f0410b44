// Tests the recipes that send documents of Google Docs and of Word.

/** The recipes that send documents of Google Docs and of Word. */
import { readFile } from 'node:fs/promises';
import { ADA } from '../../people';
import type { ExampleRun, ExampleSite } from '../examples/exampleSite';
import type { Execution } from '../lib/n8n/n8nClient';
import { CONTRACT, outputsOf, pagesOf } from '../mainJob';
import { postedRequests } from './posted';
import { handedOver, replaced, type PinnedItem } from './recipe';

const FORM = 'Contract Form';
const SEND = 'Send for Signature';
const OFFICE = 'office@example.com';

type Files = NonNullable<PinnedItem['binary']>;

/** A PDF as a node gives it out. */
async function pdf(fileName: string, fileExtension = 'pdf'): Promise<Files> {
	const data = (await readFile(CONTRACT)).toString('base64');
	return { data: { data, mimeType: 'application/pdf', fileName, fileExtension } };
}

const idsOf = (execution: Execution) =>
	outputsOf(execution, SEND).map(({ json }) => String(json.signatureId));

/** The recipe, published, with what its nodes give out before something is sent. */
async function publishedWith(
	site: ExampleSite,
	example: string,
	pins: Record<string, PinnedItem[]>,
	outputs: Parameters<typeof replaced>[1],
): Promise<ExampleRun> {
	return await site.published(example, (file) => ({
		...replaced(file, outputs),
		pinData: pins,
	}));
}

const answers = {
	number: '2026/0042',
	name: ADA.name,
	email: ADA.email,
	position: 'Engineer [name]',
	start: '2026-03-01',
	office: OFFICE,
};
const copy = {
	kind: 'drive#file',
	id: 'copy-1',
	name: `2026/0042 ${ADA.name}`,
	mimeType: 'application/vnd.google-apps.document',
};

function describeGoogleDoc(site: () => ExampleSite): void {
	describe('the recipe that fills in a document of Google Docs', () => {
		const outputs = {
			'Copy Template': copy,
			'Fill In': { occurrencesChanged: 1, documentId: copy.id },
			'Get PDF': 'same',
			'Mail the Contract': { id: 'mail' },
			'Mail the Reason': { id: 'mail' },
		} as const;

		it('gives the values of its form to the nodes of Google', async () => {
			const example = await publishedWith(site(), 'googleDocFromForm', {}, outputs);
			// The nodes of Google give out no file here, and the form says that something went wrong.
			const submitted = example.submit(FORM, Object.values(answers));
			await expect(submitted).rejects.toMatchObject({ status: 500 });
			const execution = await example.next('Get PDF');
			const [copied] = handedOver(execution, 'Copy Template');
			expect(copied?.parameters).toMatchObject({
				operation: 'copy',
				name: copy.name,
				sameFolder: 'true',
			});
			const [filled] = handedOver(execution, 'Fill In');
			expect(filled?.parameters).toMatchObject({
				operation: 'update',
				documentURL: copy.id,
				actionsUi: {
					actionFields: [
						['[number]', answers.number],
						['[name]', answers.name],
						['[position]', answers.position],
						['[start]', '01/03/2026'],
					].map(([text, replaceText]) => ({ action: 'replaceAll', text, replaceText })),
				},
			});
			const [exported] = handedOver(execution, 'Get PDF');
			expect(exported?.parameters).toMatchObject({
				operation: 'download',
				fileId: { mode: 'id', value: copy.id },
				options: { googleFileConversion: { conversion: { docsToFormat: 'application/pdf' } } },
			});
			await example.end();
		});

		it('sends the PDF once for each number, and mails the office how each ended', async () => {
			const { client, control } = site().stack;
			const numbers = ['2026/0042', '2026/0043'];
			const json = { documentId: copy.id };
			const example = await publishedWith(
				site(),
				'googleDocFromForm',
				{
					[FORM]: numbers.map((number) => ({ json: { ...answers, number } })),
					'Copy Template': numbers.map((number) => ({
						json: { ...copy, name: `${number} ${ADA.name}` },
					})),
					'Fill In': numbers.map(() => ({ json })),
					// Google Drive names a document without an ending.
					'Get PDF': [
						{ json, binary: await pdf(`0042 ${ADA.name}`) },
						{ json, binary: await pdf(`0043 ${ADA.name}`) },
					],
				},
				outputs,
			);
			await control.clearRequests();
			const sending = await example.execute(FORM);
			const sent = await postedRequests(control);
			expect(
				sent.map(({ recipients, files }) => [recipients, files.map(({ name }) => name)]),
			).toEqual(['0042', '0043'].map((number) => [[ADA], [`${number} ${ADA.name}.pdf`]]));
			expect(sent.map(({ data }) => data.office)).toEqual([OFFICE, OFFICE]);

			const again = await example.execute(FORM);
			expect(idsOf(again)).toEqual(idsOf(sending));
			expect(await postedRequests(control)).toEqual([]);

			const [first = '', second = ''] = idsOf(sending);
			await control.sign({ signatureId: first, email: ADA.email });
			const [signed, ...more] = handedOver(
				await example.next('Mail the Contract'),
				'Mail the Contract',
			);
			expect(more).toEqual([]);
			expect(signed?.parameters).toMatchObject({
				operation: 'send',
				sendTo: OFFICE,
				subject: `Signed: 0042 ${ADA.name}.pdf`,
				message: `Contract 2026/0042 is signed by ${ADA.name}.`,
				options: { attachmentsUi: { attachmentsBinary: [{ property: 'signed_1,auditTrail_1' }] } },
			});
			const files = Object.values(signed?.binary ?? {});
			expect(files.map(({ fileName }) => fileName)).toEqual([
				`0042 ${ADA.name} - ${ADA.name} - signed.pdf`,
				`0042 ${ADA.name} - ${ADA.name} - audit trail.pdf`,
			]);
			for (const file of files) {
				expect(await pagesOf(await client.download(file))).toBeGreaterThan(0);
			}

			await control.decline({ signatureId: second, email: ADA.email }, 'The salary');
			const [declined] = handedOver(await example.next('Mail the Reason'), 'Mail the Reason');
			expect(declined?.parameters).toMatchObject({
				sendTo: OFFICE,
				subject: `Not signed: 0043 ${ADA.name}.pdf`,
				message: `Contract 2026/0043 is not signed by ${ADA.name}: declined The salary`,
			});
			await example.end();
		});
	});
}

function describeWord(site: () => ExampleSite): void {
	describe('the recipe for a Word document in OneDrive', () => {
		it("sends Word's PDF once, named as the document, and puts the signed one beside it", async () => {
			const { client, control } = site().stack;
			const UPLOAD = 'Put It in OneDrive';
			const link = ' https://contoso-my.sharepoint.com/:w:/g/personal/ada/Eé?e=1>2~?? ';
			const json = {
				id: '01BYE5RZ6QN3ZWBTUFOFD3GSPGOHDJD36K',
				name: 'Employment contract.docx',
				parentReference: {
					driveId: `b!${'t'.repeat(64)}`,
					id: '01BYE5RZ56Y2GOVW7725BZO354PWSELRRZ',
				},
			};
			const example = await publishedWith(
				site(),
				'wordFromOneDrive',
				{
					// A reference is one of the account.
					[FORM]: [{ json: { ...answers, number: '2026/0100', document: link } }],
					'Find Document': [{ json }],
					// Named after the address that Microsoft redirects to.
					'Get PDF': [{ json, binary: await pdf('pdf', 'pdf') }],
				},
				{ [FORM]: {}, 'Find Document': json, 'Get PDF': 'same', [UPLOAD]: { id: 'new' } },
			);
			await control.clearRequests();
			const sending = await example.execute(FORM);
			const [signatureId = ''] = idsOf(sending);
			const graph = 'https://graph.microsoft.com/v1.0';
			const token = `u!${Buffer.from(link.trim()).toString('base64url')}`;
			expect(token).toMatch(/[-_]/);
			const [found] = handedOver(sending, 'Find Document');
			expect(found?.parameters).toMatchObject({
				url: `${graph}/shares/${token}/driveItem`,
				nodeCredentialType: 'microsoftOneDriveOAuth2Api',
			});
			const [converted] = handedOver(sending, 'Get PDF');
			expect(converted?.parameters).toMatchObject({
				url: `${graph}/drives/${json.parentReference.driveId}/items/${json.id}/content`,
				queryParameters: { parameters: [{ name: 'format', value: 'pdf' }] },
			});
			const sent = await postedRequests(control);
			expect(sent).toMatchObject([
				{ recipients: [ADA], files: [{ name: 'Employment contract.pdf' }] },
			]);

			const again = await example.execute(FORM);
			expect(idsOf(again)).toEqual(idsOf(sending));
			expect(await postedRequests(control)).toEqual([]);

			await control.sign({ signatureId, email: ADA.email });
			const [upload, ...more] = handedOver(await example.next(UPLOAD), UPLOAD);
			expect(more).toEqual([]);
			expect(upload?.parameters).toMatchObject({
				operation: 'upload',
				parentId: json.parentReference.id,
				binaryPropertyName: 'signed_1',
				fileName: `2026-0100 Employment contract - ${ADA.name} - signed.pdf`,
			});
			const file = upload?.binary.signed_1;
			if (!file) throw new Error('No file is uploaded');
			expect(await pagesOf(await client.download(file))).toBeGreaterThan(0);
			await example.end();
		});
	});
}

/** The recipes for documents that are written in Google Docs or in Word. */
export function describeDocuments(site: () => ExampleSite): void {
	describeGoogleDoc(site);
	describeWord(site);
}
