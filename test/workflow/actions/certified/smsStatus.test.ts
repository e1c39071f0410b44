import { byId } from '../../engine/fixtures';
import { listsOnService } from '../listsOnService';
import { createSms } from './parameters';

const { local, run } = listsOnService('certifiedSms');

describe('Certified SMS: Get SMS Status', () => {
	const status = async (smsId: string, certificateId: string) =>
		await run('getCertifiedSmsStatus', {
			smsId: byId(smsId),
			certificateId: byId(certificateId),
		});

	it('returns the status and the phone number', async () => {
		const parameters = createSms({ binaryPropertyNames: '', type: 'delivery' });
		const created = await run('createSms', parameters);
		const { certifiedSmsId, certificateIds } = created.items[0]?.json ?? {};
		const [certificateId = ''] = certificateIds as string[];
		await local.control.settled();
		const { items } = await status(String(certifiedSmsId), certificateId);
		expect(items.map(({ json }) => json)).toEqual([
			{ certifiedSmsId, certificateId, sms_status: 'delivered', phone_number: '34600000000' },
		]);
	});

	it('names both ids when there is no such certificate', async () => {
		const { error } = await status('sms-1', 'certificate-1');
		expect(error).toMatchObject({ httpCode: '404', message: 'SMS not found' });
		expect(error?.description).toContain('The ID was "sms-1" with "certificate-1".');
	});
});
