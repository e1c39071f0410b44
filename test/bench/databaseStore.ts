import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Container } from '@n8n/di';
import { BinaryDataConfig, BinaryDataService, type BinaryData } from 'n8n-core';

/** The parts of n8n's server that keep files in its database. */
interface ServerParts {
	DataSource: new (options: object) => {
		initialize(): Promise<unknown>;
		destroy(): Promise<void>;
		getRepository(entity: unknown): unknown;
	};
	BinaryDataFile: unknown;
	DatabaseManager: new (repository: unknown, config: BinaryDataConfig) => BinaryData.Manager;
}

/**
 * Lets the engine keep files in an SQLite database, as n8n does in its binary mode `database`: with n8n's
 * own classes and its settings for SQLite.
 *
 * @param n8nFolder the folder of an installed n8n
 * @returns closes and removes the database
 */
export async function storeInDatabase(n8nFolder: string): Promise<() => Promise<void>> {
	const { DataSource, BinaryDataFile, DatabaseManager } = serverParts(n8nFolder);
	const folder = mkdtempSync(join(tmpdir(), 'n8n-database-'));
	const dataSource = new DataSource({
		type: 'sqlite-pooled',
		poolSize: 3,
		enableWAL: true,
		acquireTimeout: 60_000,
		destroyTimeout: 5_000,
		database: join(folder, 'database.sqlite'),
		entities: [BinaryDataFile],
		synchronize: true,
	});
	await dataSource.initialize();
	const repository = dataSource.getRepository(BinaryDataFile);
	const manager = new DatabaseManager(repository, Container.get(BinaryDataConfig));
	Container.get(BinaryDataService).setManager('database', manager);
	return async () => {
		await dataSource.destroy();
		rmSync(folder, { recursive: true, force: true });
	};
}

function serverParts(n8nFolder: string): ServerParts {
	const load = createRequire(join(n8nFolder, 'node_modules', 'n8n', 'package.json'));
	return {
		...(load('@n8n/typeorm') as Pick<ServerParts, 'DataSource'>),
		...(load('@n8n/db') as Pick<ServerParts, 'BinaryDataFile'>),
		...(load('./dist/binary-data/database.manager') as Pick<ServerParts, 'DatabaseManager'>),
	};
}
