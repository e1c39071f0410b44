// The project's root folder, and the paths of its code and texts.

import { readdirSync } from 'node:fs';
import { extname, join } from 'node:path';

/** The folder of the project. */
export const ROOT = join(__dirname, '../..');

/** Whether a file or folder is hidden, installed or created by a build. */
const isIgnored = (name: string) =>
	name.startsWith('.') || ['node_modules', 'dist', 'demo-output', 'coverage'].includes(name);

/** The paths from the root of the project's texts and code below a folder. */
export function filesIn(folder: string): string[] {
	return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
		const path = join(folder, entry.name);
		if (isIgnored(entry.name)) return [];
		if (entry.isDirectory()) return filesIn(path);
		return ['.ts', '.mjs', '.js', '.md'].includes(extname(path)) ? [path] : [];
	});
}
