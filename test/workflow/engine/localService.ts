import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { startService, type RunningService } from '../../service';
import { controlClient, type ControlClient } from '../../service/control/client';
import { startEngine, stopEngine } from './engine';
import { credentialFor } from './fixtures';
import { shortDelays } from './shortDelays';

/** A service of a test file's own; it is there from the first hook to the last. */
export interface LocalService {
	readonly service: RunningService;
	readonly control: ControlClient;
	/** For the node, to reach the service. */
	readonly credential: ICredentialDataDecryptedObject;
}

/**
 * Registers the hooks that start n8n's engine and a local service, and that stop both. After each
 * test the service's faults are cleared, and the requests that it has recorded. The nodes' pauses are short.
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
