// Lets the bench's engine keep files in an SQLite database, with n8n's own classes.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Container } from '@n8n/di';
import { BinaryDataConfig, BinaryDataService, type BinaryData } from 'n8n-core';
import { requireOf } from './n8nParts';

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
	const load = requireOf(n8nFolder);
	const { DataSource, BinaryDataFile, DatabaseManager } = {
		...load('@n8n/typeorm'),
		...load('@n8n/db'),
		...load('./dist/binary-data/database.manager'),
	} as ServerParts;
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
