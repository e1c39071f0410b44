/** Installs the n8n that the end-to-end tests use, if it is not there yet. They do so too; this may run before. */
import { installN8n } from './lib/install/n8nInstall';
import { SetupError } from './lib/setupError';

const say = (text: string) => console.log(text);

installN8n({ line: say, tick: say }).catch((error: unknown) => {
	console.error(error instanceof SetupError ? error.message : error);
	process.exitCode = 1;
});
