// Tests the recipes that have attachments of Gmail and Outlook mails signed.

/** The recipes that have attachments of mails signed, by Gmail and by Outlook. */
import { readFile } from 'node:fs/promises';
import { ADA, BEN, MARY } from '../../people';
import type { ExampleRun, ExampleSite } from '../examples/exampleSite';
import type { Execution, WorkflowFile } from '../lib/n8n/n8nClient';
import { CONTRACT, itemsOf, outputsOf, pagesOf } from '../mainJob';
import { handedOver, replaced, type PinnedItem } from './recipe';
import { postedRequests } from './posted';

const SUBJECT = 'Please sign: the lease';
const SEND = 'Send for Signature';
const SIGNED = 'Answer: Signed';
const NOT_SIGNED = 'Answer: Not Signed';

interface Mail {
	id: string;
	/** The addresses in its field *From*. */
	from: string[];
	subject: string;
	attachments: Record<string, Buffer>;
}

/** One of the two recipes. */
interface Recipe {
	example: string;
	/** As the trigger gives it out. */
	json: (mail: Mail) => object;
	/** An ID as long as this service makes them. */
	idOf: (name: string) => string;
	/** What the node that answers is given, beside the text: which mail it answers, and whom. */
	answers: (id: string) => object;
	/** What the answer with the signed file is given beside that. */
	attaches: object;
}

const gmail: Recipe = {
	example: 'gmailAttachment',
	idOf: (name) => `19a2${name.padStart(12, '0')}`,
	json: ({ id, from, subject }) => ({
		id,
		threadId: id,
		labelIds: ['UNREAD', 'INBOX'],
		sizeEstimate: 41230,
		headers: { from: `From: ${from.join(', ')}` },
		html: false,
		text: 'The contract is attached.',
		subject,
		date: '2026-03-01T10:00:00.000Z',
		// A name may be anything, also the address of somebody else.
		from: { value: from.map((address) => ({ address, name: BEN.email })), text: from.join(', ') },
		messageId: `<${id}@mail.example.com>`,
	}),
	answers: (messageId) => ({
		operation: 'reply',
		messageId,
		options: { replyToSenderOnly: 'true' },
	}),
	attaches: { options: { attachmentsUi: { attachmentsBinary: [{ property: 'signed_1' }] } } },
};

const outlook: Recipe = {
	example: 'outlookAttachment',
	idOf: (name) => `AAMkAGI2${name}${'THVSAAA-_'.repeat(20)}`.slice(0, 151) + '=',
	json: ({ id, from: [from], subject }) => ({
		id,
		conversationId: 'AAQkAGI2THVSAAA=',
		subject,
		bodyPreview: 'The contract is attached.',
		from,
		to: ['office@example.com'],
		categories: [],
		hasAttachments: true,
	}),
	answers: (id) => ({
		operation: 'reply',
		messageId: { mode: 'id', value: id },
		replyToSenderOnly: 'true',
		additionalFields: { toRecipients: BEN.email },
	}),
	attaches: {
		additionalFields: { attachments: { attachments: [{ binaryPropertyName: 'signed_1' }] } },
	},
};

function item(json: object, attachments: Mail['attachments']): PinnedItem {
	const entries = Object.entries(attachments).map(([fileName, bytes], index) => {
		const isPdf = fileName.endsWith('.pdf');
		const file = {
			data: bytes.toString('base64'),
			mimeType: isPdf ? 'application/pdf' : 'image/png',
			fileName,
			fileExtension: isPdf ? 'pdf' : 'png',
		};
		return [`attachment_${index}`, file] as const;
	});
	return { json, ...(entries.length > 0 && { binary: Object.fromEntries(entries) }) };
}

/** The mails of one look into the mailbox. The first one's contract and annex shall be signed, and nothing else. */
async function mails({ idOf, json }: Recipe): Promise<PinnedItem[]> {
	const pdf = await readFile(CONTRACT);
	const logo = Buffer.from('89504e470d0a1a0a', 'hex');
	const from = [BEN.email.toUpperCase()];
	const all: Mail[] = [
		{
			id: idOf('good'),
			from,
			subject: SUBJECT,
			attachments: { 'logo.png': logo, 'contract.pdf': pdf, 'annex.pdf': pdf },
		},
		{ id: idOf('stranger'), from: [MARY.email], subject: SUBJECT, attachments: { 'a.pdf': pdf } },
		{ id: idOf('answer'), from, subject: `Re: ${SUBJECT}`, attachments: { 'b.pdf': pdf } },
		{ id: idOf('empty'), from, subject: SUBJECT, attachments: {} },
		{
			id: idOf('broken'),
			from,
			subject: SUBJECT,
			attachments: { 'broken.pdf': pdf.subarray(0, 1000) },
		},
	];
	return all.map((mail) => item(json(mail), mail.attachments));
}

/** The workflow, published, with a mailbox that holds these mails. */
async function publishedWith(
	site: ExampleSite,
	{ example }: Recipe,
	pins: PinnedItem[],
): Promise<ExampleRun> {
	const adapt = (file: WorkflowFile): WorkflowFile => ({
		...replaced(file, { 'New Mail': {}, [SIGNED]: { id: 'sent' }, [NOT_SIGNED]: { id: 'sent' } }),
		pinData: { 'New Mail': pins },
	});
	return await site.published(example, adapt);
}

const idsOf = (execution: Execution) =>
	outputsOf(execution, SEND).map(({ json }) => String(json.signatureId));

/** The recipes for attachments. */
export function describeMails(site: () => ExampleSite): void {
	describe.each([gmail, outlook])('the recipe $example', (recipe) => {
		it('sends what an allowed sender has attached, once, and answers that sender with what became of it', async () => {
			const { client, control } = site().stack;
			const example = await publishedWith(site(), recipe, await mails(recipe));
			await control.clearRequests();

			const sending = await example.execute('New Mail');
			const sent = await postedRequests(control);
			expect(sent.map(({ files }) => files.map(({ name }) => name))).toEqual([
				['contract.pdf'],
				['annex.pdf'],
			]);
			expect(sent.flatMap(({ recipients }) => recipients)).toEqual([ADA, ADA]);
			const [broken, ...others] = handedOver(sending, NOT_SIGNED);
			expect(others).toEqual([]);
			expect(broken?.parameters).toMatchObject(recipe.answers(recipe.idOf('broken')));
			expect(broken?.parameters.message).toMatch(/^Not signed\. Your file: .*broken\.pdf/s);

			const again = await example.execute('New Mail');
			expect(idsOf(again)).toEqual(idsOf(sending));
			expect(await postedRequests(control)).toEqual([]);

			const [contractId = '', annexId = ''] = idsOf(sending);
			await control.sign({ signatureId: contractId, email: ADA.email });
			const signed = handedOver(await example.next(SIGNED), SIGNED);
			const answers = recipe.answers(recipe.idOf('good'));
			expect(signed).toHaveLength(1);
			expect(signed[0]?.parameters).toMatchObject(answers);
			expect(signed[0]?.parameters).toMatchObject(recipe.attaches);
			expect(signed[0]?.parameters.message).toBe(`contract.pdf is signed by ${ADA.name}.`);
			const file = signed[0]?.binary.signed_1;
			if (!file) throw new Error('The answer has no file');
			expect(file.fileName).toBe(`contract - ${ADA.name} - signed.pdf`);
			expect(await pagesOf(await client.download(file))).toBeGreaterThan(0);

			await control.decline({ signatureId: annexId, email: ADA.email }, 'The rent');
			const [declined, ...more] = handedOver(await example.next(NOT_SIGNED), NOT_SIGNED);
			expect(more).toEqual([]);
			expect(declined?.parameters).toMatchObject(answers);
			expect(declined?.parameters.message).toBe('Not signed. annex.pdf: declined The rent');
			await example.end();
		});
	});

	describe('the recipe for Gmail', () => {
		it('sends nothing of a mail that names a second sender', async () => {
			const { control } = site().stack;
			const mail: Mail = {
				id: gmail.idOf('two'),
				from: [BEN.email, MARY.email],
				subject: SUBJECT,
				attachments: { 'c.pdf': await readFile(CONTRACT) },
			};
			const example = await publishedWith(site(), gmail, [
				item(gmail.json(mail), mail.attachments),
			]);
			await control.clearRequests();
			const execution = await example.execute('New Mail');
			expect(itemsOf(execution, 'Each File')).toHaveLength(1);
			expect(itemsOf(execution, 'Allowed')).toEqual([]);
			expect(await postedRequests(control)).toEqual([]);
			await example.end();
		});
	});
}
