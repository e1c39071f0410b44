const { build: bundle } = require('esbuild');
const { dest, parallel, src } = require('gulp');
const fs = require('node:fs/promises');
const { basename, dirname, relative } = require('node:path');
const { n8n } = require('./package.json');

const BUNDLE = 'dist/code.js';
const LICENSES = 'dist/licenses.txt';

/**
 * Puts all code into one file, for Node takes longer to find and read a hundred files than to run them. The files
 * that n8n loads give out their class from there. Packages are put in as well: n8n brings whichever version it needs
 * itself. n8n-workflow alone is n8n's, because its errors are known by their class.
 */
async function code() {
	const entries = [...n8n.credentials, ...n8n.nodes];
	const sources = entries.map((path) => path.replace('dist/', './').replace(/\.js$/, ''));
	const contents = sources.map((path) => `export * from '${path}';`).join('\n');
	const { metafile } = await bundle({
		stdin: { contents, resolveDir: __dirname },
		outfile: BUNDLE,
		bundle: true,
		platform: 'node',
		external: ['n8n-workflow'],
		metafile: true,
	});
	await Promise.all([...entries.map(writeEntry), writeLicenses(Object.keys(metafile.inputs))]);
}

/** Writes a file that n8n loads: it wants a class named as the file is. */
async function writeEntry(path) {
	const [name] = basename(path).split('.');
	await fs.mkdir(dirname(path), { recursive: true });
	const from = relative(dirname(path), BUNDLE);
	await fs.writeFile(path, `exports.${name} = require('${from}').${name};\n`);
}

/** Writes the licenses of the packages that these files belong to. */
async function writeLicenses(paths) {
	const folders = paths.map((path) => /^node_modules\/(@[^/]+\/)?[^/]+/.exec(path)?.[0]);
	const texts = [...new Set(folders)].filter(Boolean).map(async (folder) => {
		const { name, version } = require(`./${folder}/package.json`);
		const [file] = (await fs.readdir(folder)).filter((each) => /^licen[sc]e/i.test(each));
		return `${name} ${version}\n\n${await fs.readFile(`${folder}/${file}`, 'utf8')}`;
	});
	await fs.writeFile(LICENSES, (await Promise.all(texts)).join(`\n${'-'.repeat(80)}\n\n`));
}

/** Copies the icons. */
function icons() {
	return src('icons/**/*.svg', { encoding: false }).pipe(dest('dist/icons'));
}

/**
 * Copies the nodes' codex files and output schemas. n8n finds a schema by its path (2.8 and 2.41, `resolveSchema` of
 * `load-nodes-and-credentials.js`). Without it, a user sees no preview of the output before the first run; nothing else
 * reads it.
 */
function nodeFiles() {
	return src(['nodes/**/*.node.json', 'nodes/**/__schema__/**/*.json'], { base: 'nodes' }).pipe(
		dest('dist/nodes'),
	);
}

async function clean() {
	await fs.rm('dist', { recursive: true, force: true });
}

module.exports = { build: parallel(code, icons, nodeFiles), clean };
