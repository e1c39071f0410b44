// Starts a PostgreSQL with an empty database for n8n.

import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { chown } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { HOST } from '../n8n/n8nProcess';
import { freePorts } from '../ports';
import { SetupError } from '../setupError';
import { temporaryFolder } from '../temporaryFolder';
import { startCompanion, type Companion } from './companion';

/** Where Debian puts the programs of each version of PostgreSQL. */
const VERSIONS = '/usr/lib/postgresql';
/** The user that Debian's package brings. */
const USER = 'postgres';
/** The owner of the database. */
const OWNER = 'n8n';

const run = promisify(execFile);

function folderOfPrograms(): string {
	const versions = existsSync(VERSIONS) ? readdirSync(VERSIONS).sort() : [];
	const found = versions
		.map((version) => join(VERSIONS, version, 'bin'))
		.find((folder) => existsSync(join(folder, 'initdb')));
	if (!found) {
		throw new SetupError(
			`No PostgreSQL in ${VERSIONS}. Install it ("apt-get install postgresql"); it need not run.`,
		);
	}
	return found;
}

/** How a program is started in a folder: PostgreSQL refuses to run as root. */
async function unprivileged(folder: string): Promise<string[]> {
	if (process.getuid?.() !== 0) return [];
	const id = async (what: '-u' | '-g') => Number((await run('id', [what, USER])).stdout);
	const [uid, gid] = [await id('-u'), await id('-g')];
	await chown(folder, uid, gid);
	return ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups'];
}

/**
 * Starts a PostgreSQL without passwords and without data. Its database is `postgres`.
 *
 * @throws SetupError when PostgreSQL is not installed
 */
export async function startPostgres(): Promise<Companion> {
	const programs = folderOfPrograms();
	const folder = await temporaryFolder('signaturit-postgres-');
	const settings = {
		listen_addresses: HOST,
		unix_socket_directories: '',
		// The data need not survive a crash of the machine.
		fsync: 'off',
		full_page_writes: 'off',
	};
	try {
		const prefix = await unprivileged(folder.path);
		const initdb = [join(programs, 'initdb'), '-D', folder.path, '-U', OWNER, '-A', 'trust'];
		const [file = '', ...args] = [...prefix, ...initdb, '-E', 'UTF8', '--no-locale', '--no-sync'];
		await run(file, args, { cwd: folder.path });

		const [port = 0] = await freePorts(1);
		const options = Object.entries({ ...settings, port }).map(
			([name, value]) => `--${name}=${value}`,
		);
		return await startCompanion({
			name: 'PostgreSQL',
			command: [...prefix, join(programs, 'postgres'), '-D', folder.path, ...options],
			port,
			folder,
			isReady: async () => {
				const where = ['-h', HOST, '-p', String(port), '-U', OWNER];
				return await run(join(programs, 'pg_isready'), where).then(
					() => true,
					() => false,
				);
			},
		});
	} catch (error) {
		await folder.remove();
		throw error;
	}
}

/** n8n's environment variables with which it uses this PostgreSQL. */
export function settingsFor({ port }: Companion): Readonly<Record<string, string>> {
	return {
		DB_TYPE: 'postgresdb',
		DB_POSTGRESDB_HOST: HOST,
		DB_POSTGRESDB_PORT: String(port),
		DB_POSTGRESDB_DATABASE: 'postgres',
		DB_POSTGRESDB_USER: OWNER,
		// n8n has two connections. On a busy machine a query waits for one of them longer than n8n's 20 seconds, and n8n
		// ends an execution that should wake (docs/operate.md#send-and-wait).
		DB_POSTGRESDB_CONNECTION_TIMEOUT: '900000',
	};
}
