// Starts the local service and n8n's engine for one test file, and ends them.

import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { startService, type RunningService } from '../../service';
import { controlClient, type ControlClient } from '../../service/control/client';
import { startEngine, stopEngine } from './engine';
import { credentialFor } from './fixtures';
import { shortDelays } from './shortDelays';

/** The local service of one test file. It runs from the first `beforeAll` to the last `afterAll`. */
export interface LocalService {
	readonly service: RunningService;
	readonly control: ControlClient;
	/** The credential with which the node reaches the service. */
	readonly credential: ICredentialDataDecryptedObject;
}

/**
 * Registers the hooks that start and stop n8n's engine and a local service. After each test they clear
 * the service's faults and its recorded requests. The nodes' pauses are short.
 */
export function localService(): LocalService {
	let service: RunningService;
	shortDelays();

	beforeAll(async () => {
		await startEngine();
		service = await startService();
	});
	afterAll(async () => {
		await service.close();
		stopEngine();
	});
	afterEach(async () => {
		await controlClient(service).faults.clear();
		await controlClient(service).clearRequests();
	});

	return {
		get service() {
			return service;
		},
		get control() {
			return controlClient(service);
		},
		get credential() {
			return credentialFor(service);
		},
	};
}
