// Fills in the example's form with the contract and its two signers.

import type { Page } from 'playwright-core';
import { CONTRACT, SIGNERS } from '../mainJob';

/** Fills in the form of the example *sendContractAndArchive*: the contract and its two signers. */
export async function fillInContract(form: Page): Promise<void> {
	await form.locator('input[type=file]').setInputFiles(CONTRACT);
	for (const [which, { name, email }] of [
		['First', SIGNERS[0]],
		['Second', SIGNERS[1]],
	] as const) {
		await form.getByLabel(`${which} signer's name`).fill(name);
		await form.getByLabel(`${which} signer's email`).fill(email);
	}
}
