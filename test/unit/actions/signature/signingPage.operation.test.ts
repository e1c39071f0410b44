import { UserError } from 'n8n-workflow';
import { appOrigin } from '../../../../nodes/Signaturit/actions/signature/signingPage.operation';

describe('the links of signers', () => {
	it.each([
		['sandbox', 'https://app.sandbox.signaturit.com'],
		['production', 'https://app.signaturit.com'],
	] as const)('lead to the pages of the environment %s', (environment, origin) => {
		expect(appOrigin({ environment }, '')).toBe(origin);
		expect(appOrigin({ environment }, undefined)).toBe(origin);
	});

	it('lead to the address that was entered, whatever the environment', () => {
		for (const environment of ['custom', 'sandbox'] as const) {
			expect(appOrigin({ environment }, ' https://sign.example.com// ')).toBe(
				'https://sign.example.com',
			);
		}
	});

	it('are not built when nobody knows the address', () => {
		expect(() => appOrigin({ environment: 'custom' }, ' ')).toThrow(
			new UserError('Nobody knows where the signing pages of the environment Custom are'),
		);
		expect(() => appOrigin({ environment: 'custom' }, 'sign.example.com')).toThrow(
			'Signing Page Address "sign.example.com" must start with http:// or https://',
		);
	});
});
