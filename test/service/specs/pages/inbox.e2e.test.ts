/// <reference lib="dom" />
import { ADA, BEN } from '../../../people';
import { accessibilityProblems, pageForEach, sidewaysScroll } from '../support/browser';
import { rigForEach } from '../support/rig';
import { createSignature, recipients } from '../support/wire';

// Registered first, so that a page is closed before its service.
const visit = pageForEach();
const rig = rigForEach();

describe('inbox', () => {
	test('the inbox shows mail and SMS newest first, adds new ones by itself, and is accessible', async () => {
		await visit.page.goto(`${rig.service.url}/inbox`);
		await visit.page.getByText('Nothing yet').waitFor();
		await createSignature(rig, { ...recipients(ADA), subject: 'First <b>mail</b>' });
		await visit.page.getByRole('link', { name: 'First <b>mail</b>' }).waitFor();
		await createSignature(rig, {
			...recipients(BEN),
			'recipients[0][phone]': '34600000000',
			delivery_type: 'sms',
			body: 'Sign at {{url}}',
		});
		await visit.page.getByText('Sign at (link)').waitFor();
		expect(await visit.page.locator('.badge').allTextContents()).toEqual(['SMS', 'Email']);
		expect(await accessibilityProblems(visit.page)).toEqual([]);
		expect(await visit.page.content()).not.toContain(rig.service.token);
		expect(await visit.page.content()).not.toContain(rig.service.controlToken);
	});

	test('the inbox shows the HTML of a mail in a frame that runs no script', async () => {
		await createSignature(rig, {
			...recipients(ADA),
			subject: 'Mail',
			body: '<p>Dear <b>Ada</b></p><script>document.body.textContent = "ran"</script>',
		});
		await visit.page.goto(`${rig.service.url}/inbox`);
		await visit.page.getByRole('link', { name: 'Mail' }).first().click();
		const body = visit.page.frameLocator('.mail-body').locator('body');
		expect(await body.locator('b').textContent()).toBe('Ada');
		expect(await accessibilityProblems(visit.page)).toEqual([]);
	});

	test('the inbox fits a screen of 360 pixels', async () => {
		await visit.page.setViewportSize({ width: 360, height: 640 });
		await createSignature(rig, { ...recipients(ADA), subject: 'A'.repeat(120) });
		await visit.page.goto(`${rig.service.url}/inbox`);
		expect(await sidewaysScroll(visit.page)).toBe(0);
	});
});
