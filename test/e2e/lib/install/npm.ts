// Runs npm in a folder, free of the settings of an outer `npm run`.

import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { keep } from '../keep';
import { SetupError } from '../setupError';

const TAIL_LINES = 30;

/** Variables of `npm run` that describe the outer package. They would mislead an npm in another folder. */
const INHERITED = /^npm_(package|lifecycle|config_(ignore_scripts|local_prefix|prefix)$)/i;

function environment(): NodeJS.ProcessEnv {
	const kept = Object.entries(process.env).filter(([name]) => !INHERITED.test(name));
	const node = dirname(process.execPath);
	// With the headers beside this Node, node-gyp needs no download.
	const prefix = dirname(node);
	const headers = existsSync(join(prefix, 'include', 'node', 'node.h'))
		? { npm_config_nodedir: prefix }
		: {};
	return {
		...headers,
		...Object.fromEntries(kept),
		PATH: `${node}${delimiter}${process.env.PATH ?? ''}`,
		NO_UPDATE_NOTIFIER: '1',
	};
}

/** The npm that started this process, run by the same Node; otherwise the npm on the PATH. */
function command(): [string, string[]] {
	const cli = process.env.npm_execpath;
	return cli?.endsWith('npm-cli.js') ? [process.execPath, [cli]] : ['npm', []];
}

/**
 * Runs npm in a folder and collects what it prints.
 *
 * @returns standard output
 * @throws SetupError when npm is missing or fails, with the last lines it printed
 */
export async function npm(args: string[], cwd: string): Promise<string> {
	const [file, before] = command();
	// An npm that outlived this process would go on writing into a folder that the next run uses.
	const child = keep(file, [...before, ...args], { cwd, env: environment(), output: 'pipe' });
	let output = '';
	let everything = '';
	child.stdout?.setEncoding('utf8').on('data', (text: string) => {
		output += text;
		everything += text;
	});
	child.stderr?.setEncoding('utf8').on('data', (text: string) => (everything += text));
	const [code] = (await once(child, 'close')) as [number | null];
	if (everything.includes('spawn npm ENOENT')) {
		throw new SetupError('npm was not found. It comes with Node.js: https://nodejs.org');
	}
	if (code !== 0) {
		const tail = everything.trimEnd().split('\n').slice(-TAIL_LINES).join('\n');
		throw new SetupError(
			`"npm ${args.join(' ')}" failed in ${cwd} (exit code ${String(code)}). Its last lines:\n${tail}`,
		);
	}
	return output;
}
