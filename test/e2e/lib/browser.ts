// Starts Chromium for tests and pictures.

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

/**
 * Starts Chromium.
 *
 * @throws SetupError when there is none at CHROMIUM_PATH (default: /usr/bin/chromium)
 */
export async function openBrowser(): Promise<Browser> {
	const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
	if (!existsSync(executablePath)) {
		throw new SetupError(
			`No Chromium at ${executablePath}. Install it ("apt-get install chromium"), or set CHROMIUM_PATH to its path.`,
		);
	}
	return await chromium.launch({ executablePath, args: FLAGS });
}
