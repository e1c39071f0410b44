// Runs the local service's command with the arguments of this process.

import { runCommand } from './command';

void runCommand(process.argv.slice(2), console).then((code) => (process.exitCode = code));
