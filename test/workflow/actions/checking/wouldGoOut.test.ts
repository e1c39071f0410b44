import { ADA, BEN, CHARLES } from '../../../people';
import { runNode, storedFile } from '../../engine/engine';
import { byId, pdfOf } from '../../engine/fixtures';
import { docxOf } from '../../engine/wordFiles';
import { checksOnService, fromRows } from './checks';

const { local, run, writes, reads } = checksOnService();

const checkOnly = true;
const account = { environment: 'custom', creditsLeft: [{ type: 'advanced', left: 1000 }] };
const nobodyKnows = 'as set in the account';

/** Parameters for templates. */
const templates = (...names: string[]) => ({
	source: 'templates',
	templates: { template: names.map((name) => ({ id: byId(name) })) },
});

describe('a check says what would go out', () => {
	it('of a signature request: who gets it and what is asked, files, texts, days', async () => {
		const { first } = await run(
			'create',
			{
				checkOnly,
				name: 'Contract',
				expireTime: 30,
				reminders: '3,7',
				signingMode: 'sequential',
				cc: { copy: [{ email: CHARLES.email, name: CHARLES.name }] },
				data: { pair: [{ key: 'crm_id', value: 2445 }] },
				reference: 'contract 1',
				body: 'Please sign',
			},
			[{}],
			{
				more: {
					subject: 'Your contract',
					recipients: {
						recipient: [
							{ ...BEN, type: 'validator' },
							{ ...ADA, method: 'sms', phone: '+34 600 000 000', smsCode: true, requirePhotoId: 1 },
						],
					},
				},
			},
		);
		expect(first).toEqual({
			checkOnly: true,
			wouldSend: true,
			problems: [],
			hints: [],
			recipients: [
				{ ...BEN, order: 1, channel: 'Email', asked: 'approves' },
				{
					...ADA,
					phone: '34600000000',
					order: 2,
					channel: 'SMS',
					asked: 'signs',
					demands: [
						'confirms with a code that is sent by SMS',
						'takes photos of an identity document',
					],
				},
				{ ...CHARLES, channel: 'Email', asked: 'gets a copy of the signed documents' },
			],
			documents: [{ fileName: 'contract.pdf', pages: 1, fileSize: expect.stringMatching(/kB$/) }],
			texts: { subject: 'Your contract', body: 'Please sign' },
			settings: {
				...account,
				reference: 'contract 1',
				requestName: 'Contract',
				signingMode: 'Sequential',
				expiresAfterDays: 30,
				remindersAfterDays: [3, 7],
				data: { crm_id: '2445' },
			},
		});
	});

	it('with the pages of PDFs only, and the sizes', async () => {
		const binary = {
			contract: await storedFile(await pdfOf('A', 'B', 'C'), 'a.pdf'),
			terms: await storedFile(Buffer.from(docxOf('Terms')), 'terms.docx'),
		};
		const { items } = await runNode({
			parameters: {
				resource: 'signature',
				operation: 'create',
				binaryPropertyNames: 'contract,terms',
				recipients: { recipient: [ADA] },
				options: { checkOnly, events: 'none' },
			},
			credential: local.credential,
			items: [{ json: {}, binary }],
		});
		expect(items[0]?.json.documents).toEqual([
			{ fileName: 'a.pdf', pages: 3, fileSize: expect.stringMatching(/^[\d.]+ kB$/) },
			{ fileName: 'terms.docx', pages: 'unknown', fileSize: expect.stringMatching(/^[\d.]+ k?B$/) },
		]);
		expect(items[0]?.json.settings).toMatchObject({
			expiresAfterDays: nobodyKnows,
			remindersAfterDays: nobodyKnows,
		});
	});

	it('in parallel at the same time, and no reminders for 0', async () => {
		const options = { checkOnly, signingMode: 'parallel', reminders: 0, deliveryType: 'url' };
		const { first } = await run('create', options);
		expect(first.recipients).toMatchObject([
			{ order: 1, channel: 'URL' },
			{ order: 1, channel: 'URL' },
		]);
		expect(first.settings).toMatchObject({ signingMode: 'Parallel', remindersAfterDays: [] });
	});

	it('of templates: the fields that are filled, those with a value of their own, and the others', async () => {
		const data = {
			pair: [
				{ key: 'company', value: 'ACME' },
				{ key: 'colour', value: 'red' },
			],
		};
		const more = templates('#NDA', '#employmentcontract');
		const { first } = await run('create', { checkOnly, data }, [{}], { more });
		expect(first.wouldSend).toBe(true);
		expect(first.documents).toMatchObject([
			{
				template: '#NDA',
				templateName: '#NDA',
				filled: [
					{ field: 'Company', value: 'ACME' },
					{ field: 'Purpose', value: 'Evaluation', isDefault: true },
				],
				leftEmpty: [],
			},
			{ templateName: '#EmploymentContract', filled: [], leftEmpty: ['Position', 'First day'] },
		]);
		expect(first.hints).toEqual([expect.stringContaining('tells of no field "colour"')]);
	});

	it('of a certified email with its copies', async () => {
		const bcc = { copy: [{ email: CHARLES.email }] };
		const { first } = await run('createEmail', { checkOnly, bcc, type: 'open_document' });
		expect(first).toMatchObject({
			wouldSend: true,
			hints: [expect.stringContaining('there are no Attachments')],
			recipients: [
				{ ...ADA, channel: 'Email', asked: 'gets the email' },
				{ email: CHARLES.email, asked: 'gets a copy that the others do not see' },
			],
			documents: [],
			settings: { ...account, certificationType: 'Open Document' },
		});
	});

	it('of a certified SMS', async () => {
		const { first } = await run('createSms', { checkOnly });
		expect(first).toMatchObject({
			wouldSend: true,
			recipients: [{ phone: '34600000000', channel: 'SMS', asked: 'gets the SMS' }],
			texts: { body: 'Mañana a las 10' },
		});
	});

	it('without the address at which events wake the execution', async () => {
		const { first } = await run('sendAndWait', { checkOnly });
		expect(JSON.stringify(first)).not.toContain('signature=');
	});

	it('with the hints of a sending, in the item and above the output', async () => {
		const { first, hints } = await run('create', { checkOnly, deliveryType: 'sms' }, [{}], {
			more: { recipients: { recipient: [{ ...ADA, phone: '600' }] } },
		});
		expect(first.hints).toEqual([expect.stringContaining('has no country code')]);
		expect(hints).toEqual(expect.arrayContaining(first.hints as string[]));
	});

	it('with the branding by its name', async () => {
		const list = await fetch(`${local.service.url}/v3/brandings.json`, {
			method: 'POST',
			headers: {
				Authorization: `Bearer ${local.service.token}`,
				'Content-Type': 'application/x-www-form-urlencoded',
			},
			body: 'name=Plain',
		});
		const { id } = (await list.json()) as { id: string };
		await local.control.clearRequests();
		const { first } = await run('create', { checkOnly, brandingId: byId(id) }, [{}, {}]);
		expect(first.settings).toMatchObject({ brandingId: id, brandingName: 'Plain' });
		expect((await reads()).sort()).toEqual([
			'/v3/account/credits.json',
			`/v3/brandings/${id}.json`,
		]);
	});
});

describe('a check says what would be refused', () => {
	it('by the node: each problem of each row', async () => {
		const { json, hints } = await run(
			'create',
			{ checkOnly },
			[{ email: 'ada' }, { email: ADA.email }],
			{
				more: {
					recipients: { recipient: [{ email: '={{ $json.email }}', name: '' }, ADA] },
				},
			},
		);
		expect(json.map(({ problems }) => problems)).toEqual([
			['Recipient 1: Email "ada" is not an email address', 'Recipient 1: Name is empty'],
			['Recipient 1: Name is empty'],
		]);
		expect(json[0]).not.toHaveProperty('recipients');
		expect(hints.join()).toContain('None of the 2 rows would be sent.');
	});

	it('for want of a file, a template or a branding, beside what is right', async () => {
		const more = { ...fromRows, ...templates('NDAs') };
		const options = { checkOnly, brandingId: byId('nobody') };
		const { first } = await run('create', options, [{ email: ADA.email }], { more });
		expect(first).toMatchObject({
			wouldSend: false,
			problems: [
				expect.stringMatching(/^There is no template "NDAs"\. There is "#NDA"/),
				'There is no branding "nobody" in this account. Choose another one under Branding.',
			],
			recipients: [{ email: ADA.email }],
			documents: [{ template: 'NDAs' }],
		});
		expect(
			(await run('createEmail', { checkOnly }, [{}], { more: { binaryPropertyNames: 'x' } }))
				.problems,
		).toEqual([[expect.stringContaining('the item has no file "x"')]]);
	});

	it('because the token is wrong', async () => {
		const credential = { ...local.credential, accessToken: 'wrong' };
		const { first, error } = await run('create', { checkOnly }, [{}], { credential });
		expect(error).toBeUndefined();
		expect(first.problems).toHaveLength(1);
		expect(JSON.stringify(first)).not.toContain('accessToken');
	});

	it('says nothing of what cannot be read but that', async () => {
		const path = { kind: 'status', status: 500, method: 'GET', times: 0 } as const;
		await local.control.faults.add({ ...path, message: 'Out of order' });
		const { first } = await run('create', { checkOnly }, [{}], { more: templates('#NDA') });
		expect(first.wouldSend).toBe(true);
		expect(first.hints).toEqual([
			expect.stringMatching(/^The templates could not be read.*Out of order/),
		]);
		expect(first.settings).not.toHaveProperty('creditsLeft');
	});
});

describe('a check looks for the Reference', () => {
	it('and says that what exists would be given out', async () => {
		const reference = 'exists';
		const { first: sent } = await run('create', { reference });
		const { first, hints } = await run('create', { checkOnly, reference });
		expect(first).toMatchObject({
			wouldSend: false,
			problems: [],
			settings: { existingId: sent.signatureId },
		});
		expect(hints.join()).toContain(
			`${String(sent.signatureId)} exists already: it would be given out`,
		);
		expect(await writes()).toHaveLength(1);
	});

	it('and says how it differs', async () => {
		const reference = 'differs';
		await run('create', { reference });
		const more = { recipients: { recipient: [BEN] } };
		const { first } = await run('create', { checkOnly, reference }, [{}], { more });
		expect(first.problems).toEqual([
			expect.stringMatching(
				/^A signature request with the Reference "differs" exists already.*Ben Okri/s,
			),
		]);
		expect(await writes()).toHaveLength(1);
	});

	it('in the earlier rows too, as nothing was sent for them', async () => {
		const rows = ['', ADA.email, ADA.email, BEN.email].map((email) => ({ email }));
		const options = { checkOnly, reference: 'the same in all rows' };
		const { json } = await run('create', options, rows, { more: fromRows });
		expect(json.map(({ wouldSend }) => wouldSend)).toEqual([false, true, false, false]);
		expect(json[2]?.hints).toEqual([
			'Row 2 has the Reference "the same in all rows" too: its signature request would be given out, and nothing sent.',
		]);
		expect(json[3]?.problems).toEqual([
			expect.stringMatching(
				/^Row 2 has the Reference .* too, and another signature request\. .*Recipients: /s,
			),
		]);
	});
});
