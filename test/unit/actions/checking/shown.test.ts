import {
	shownRecipients,
	shownSettings,
	sizeText,
} from '../../../../nodes/Signaturit/actions/checking/shown';
import { ADA } from '../../../people';

const resource = 'signature' as const;

describe('the size of a file', () => {
	it.each([
		[0, '0 B'],
		[999, '999 B'],
		[1_000, '1 kB'],
		[41_230, '41.2 kB'],
		[999_999, '1000 kB'],
		[15 * 1024 * 1024, '15.7 MB'],
		[5_000_000_000, '5000 MB'],
	])('of %d bytes is %s', (bytes, shown) => {
		expect(sizeText(bytes)).toBe(shown);
	});
});

describe('the recipients as a person reads them', () => {
	const recipient = (row: object, fields: object = {}) =>
		shownRecipients({ resource, fields: { recipients: [{ ...ADA, ...row }], ...fields } })[0];

	it('keep words that the panel does not have', () => {
		const words = { type: 'witness', method: 'fax' };
		expect(recipient(words)).toMatchObject({ asked: 'witness', channel: 'fax' });
	});

	it('have the channel of the request unless they have one of their own', () => {
		expect(recipient({}, { delivery_type: 'sms' })).toMatchObject({ channel: 'SMS' });
		expect(recipient({ method: 'email' }, { delivery_type: 'sms' })).toMatchObject({
			channel: 'Email',
		});
		expect(recipient({ method: 'device', device_id: '7' })).toMatchObject({
			channel: 'Device',
			deviceId: '7',
		});
	});

	it('name what else is asked, and no switch that is off', () => {
		const demands = { sms_code: true, require_photo: 0, require_sms_validation: false };
		const widgets = [{ type: 'signature' }, { type: 'text' }];
		expect(recipient({ ...demands, widgets })).toMatchObject({
			demands: ['confirms with a code that is sent by SMS'],
			widgets: ['signature', 'text'],
		});
		expect(recipient({ require_photo: [0, 0] })).not.toHaveProperty('demands');
	});
});

describe('the settings as a person reads them', () => {
	it('have what the panel does not know under other, and no address of n8n', () => {
		const fields = {
			locale: 'es',
			events_url: 'https://n8n.example.com/?signature=x',
			type: 'smart',
		};
		expect(shownSettings({ resource, fields })).toEqual({
			signingMode: 'Sequential',
			signatureType: 'Smart',
			expiresAfterDays: 'as set in the account',
			remindersAfterDays: 'as set in the account',
			other: { locale: 'es' },
		});
	});
});
