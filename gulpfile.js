const fs = require('node:fs/promises');
const { dest, parallel, src } = require('gulp');

/** Copies the icons. */
function icons() {
	return src('icons/**/*.svg', { encoding: false }).pipe(dest('dist/icons'));
}

/** Copies the nodes' codex files and output schemas. */
function nodeFiles() {
	return src(['nodes/**/*.node.json', 'nodes/**/__schema__/**/*.json'], { base: 'nodes' }).pipe(
		dest('dist/nodes'),
	);
}

async function clean() {
	await fs.rm('dist', { recursive: true, force: true });
}

module.exports = { build: parallel(icons, nodeFiles), clean };
