// Lets the bench's engine keep processed items in PostgreSQL, in n8n's own tables.

import { DataDeduplicationService } from 'n8n-core';
import type { IDataDeduplicator, IWorkflowBase } from 'n8n-workflow';
import { requireOf } from './n8nParts';

/** The parts of n8n's server that keep processed items in its database. */
interface ServerParts {
	Container: { get<Type>(type: new () => Type): Type };
	DbConnection: new () => {
		init(): Promise<void>;
		migrate(): Promise<void>;
		close(): Promise<void>;
		dataSource: { query(sql: string): Promise<unknown> };
	};
	WorkflowRepository: new () => { insert(workflow: object): Promise<unknown> };
	DeduplicationHelper: new () => IDataDeduplicator;
}

/** n8n's table of processed items. */
export interface ProcessedItems {
	/** Its size on disk, with its indices, in bytes. */
	size(): Promise<number>;
	close(): Promise<void>;
}

/**
 * Lets the engine keep processed items in a PostgreSQL database, as n8n does: with n8n's own classes, in tables that
 * its migrations make.
 *
 * @param n8nFolder the folder of an installed n8n
 * @param settings n8n's environment variables for the database
 * @param workflow it is saved first: a workflow that was never saved has no processed items
 */
export async function keepProcessedItems(
	n8nFolder: string,
	settings: Readonly<Record<string, string>>,
	workflow: Pick<IWorkflowBase, 'id' | 'name' | 'nodes' | 'connections' | 'active'>,
): Promise<ProcessedItems> {
	// n8n reads them when its classes are made.
	Object.assign(process.env, settings);
	const load = requireOf(n8nFolder);
	const { Container, DbConnection, WorkflowRepository, DeduplicationHelper } = {
		...load('@n8n/di'),
		...load('@n8n/db'),
		...load('./dist/deduplication/deduplication-helper'),
	} as ServerParts;
	const connection = Container.get(DbConnection);
	await connection.init();
	await connection.migrate();
	await Container.get(WorkflowRepository).insert({ ...workflow, versionId: '1' });
	await DataDeduplicationService.init(new DeduplicationHelper());
	return {
		size: async () => {
			const sql = "SELECT pg_total_relation_size('processed_data') AS size";
			const [row] = (await connection.dataSource.query(sql)) as Array<{ size: string }>;
			return Number(row?.size);
		},
		close: async () => await connection.close(),
	};
}
