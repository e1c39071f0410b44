import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';
import { SetupError } from './setupError';

const FLAGS = [
	'--no-sandbox',
	'--disable-dev-shm-usage',
	'--disable-gpu',
	'--disable-quic',
	'--no-first-run',
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync',
];

/** @throws SetupError when there is no Chromium where CHROMIUM_PATH (default: /usr/bin/chromium) says */
export async function openBrowser(): Promise<Browser> {
	const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
	if (!existsSync(executablePath)) {
		throw new SetupError(
			`No Chromium at ${executablePath}. Install one ("apt-get install chromium"), or say in CHROMIUM_PATH where it is.`,
		);
	}
	return await chromium.launch({ executablePath, args: FLAGS });
}
