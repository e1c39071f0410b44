// The command that installs n8n for the end-to-end tests and prepares its database.

/**
 * Installs the n8n that the end-to-end tests use, and prepares its database, if it is not there yet. The tests
 * install it too; this may run before.
 */
import { installN8n } from './lib/install/n8nInstall';
import { prepareDatabase } from './lib/n8n/preparedDatabase';
import { SetupError } from './lib/setupError';

const say = (text: string) => console.log(text);
const progress = { line: say, tick: say };

async function main(): Promise<void> {
	await prepareDatabase(await installN8n(progress), progress);
}

main().catch((error: unknown) => {
	console.error(error instanceof SetupError ? error.message : error);
	process.exitCode = 1;
});
