import axios from 'axios';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { Signaturit } from '../../../../nodes/Signaturit/Signaturit.node.ts';
import { bytesOf, loadOptionsContext, runNode } from '../../engine/engine';
import { byId } from '../../engine/fixtures';
import { localService } from '../../engine/localService';
import { createEmail, createSms } from './parameters';
import { operationNamed } from '../operationNamed';

const UNKNOWN = '7a0c4c1e-0000-4000-8000-000000000000';

const local = localService();

const run = async (parameters: INodeParameters) =>
	await runNode({ parameters, credential: local.credential });

const kinds = [
	{ resource: 'certifiedEmail', path: 'emails', locator: 'emailId', create: createEmail },
	{ resource: 'certifiedSms', path: 'sms', locator: 'smsId', create: createSms },
];

describe.each(kinds)('$resource', ({ resource, path, locator, create }) => {
	it("Create fails with the service's message when the service refuses, and is not repeated", async () => {
		await local.control.faults.add({ kind: 'status', status: 403, message: 'The user is banned' });
		const { error } = await run(create());
		expect(error).toMatchObject({ httpCode: '403', message: 'The user is banned' });
		expect(await local.control.requests()).toHaveLength(1);
	});

	describe('Download Audit Trail', () => {
		let id: string;
		let certificateId: string;

		beforeEach(async () => {
			const { items } = await run(create());
			id = String(items[0]?.json[`${resource}Id`]);
			certificateId = String((items[0]?.json.certificates as IDataObject[])[0]?.id);
			await local.control.settled();
		});

		const download = async (ids = { outer: id, inner: certificateId }) =>
			await run({
				resource,
				operation: operationNamed(resource, 'Download Audit Trail'),
				[locator]: byId(ids.outer),
				certificateId: byId(ids.inner),
				binaryPropertyName: 'proof',
			});

		it('stores the same bytes as the service has', async () => {
			const { items, error } = await download();
			expect(error).toBeUndefined();
			const { data } = await axios.get<ArrayBuffer>(
				`${local.service.url}/v3/${path}/${id}/certificates/${certificateId}/download/audit_trail`,
				{
					responseType: 'arraybuffer',
					headers: { Authorization: `Bearer ${local.service.token}` },
				},
			);
			expect((await bytesOf(items[0]?.binary?.proof)).equals(Buffer.from(data))).toBe(true);
		});

		it("fails with the service's message for an unknown certificate", async () => {
			const { error } = await download({ outer: id, inner: UNKNOWN });
			expect(error).toMatchObject({ httpCode: '404' });
			expect(error?.message).toMatch(/not found/i);
		});

		it('offers the deliveries and the certificates of the selected one in its lists', async () => {
			const { listSearch } = new Signaturit().methods;
			const isEmail = resource === 'certifiedEmail';
			const [outer, inner] = isEmail
				? [listSearch.searchCertifiedEmails, listSearch.searchEmailCertificates]
				: [listSearch.searchCertifiedSms, listSearch.searchSmsCertificates];
			const contextFor = (chosen: string) =>
				loadOptionsContext(
					{
						resource,
						operation: operationNamed(resource, 'Download Audit Trail'),
						[locator]: byId(chosen),
					},
					local.credential,
				);
			const context = contextFor(id);
			expect((await outer.call(context, 'lovelace')).results).toContainEqual({
				name: expect.stringMatching(/^\d+ [A-Z][a-z]+ \d{4}, [\d:]+ – Ada Lovelace – Sent$/),
				value: id,
			});
			expect((await inner.call(context)).results).toEqual([
				{ name: 'Ada Lovelace – Sent', value: certificateId },
			]);
			await expect(inner.call(contextFor(''))).rejects.toThrow(/^Choose the certified .* first$/);
		});
	});
});
