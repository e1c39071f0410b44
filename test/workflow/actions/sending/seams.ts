// Runs a sending once and again, in another execution, process or account, with something going wrong.

import axios from 'axios';
import {
	createRunExecutionData,
	type IDataObject,
	type INodeParameters,
	type IRunExecutionData,
} from 'n8n-workflow';
import type * as NodeModule from '../../../../nodes/Signaturit/Signaturit.node';
import type * as DelaysModule from '../../../../nodes/Signaturit/transport/deadline';
import { delays } from '../../../../nodes/Signaturit/transport/deadline';
import { ADA } from '../../../people';
import { startService, type RunningService } from '../../../service';
import { controlClient } from '../../../service/control/client';
import { DeduplicationMemory } from '../../engine/deduplicationMemory';
import { executeContext, type Run } from '../../engine/executeContext';
import { byId, createParameters, credentialFor } from '../../engine/fixtures';
import { localService, type LocalService } from '../../engine/localService';
import { useDeduplication } from '../../engine/useDeduplication';
import { createEmail } from '../certified/parameters';

/** What sends: an operation, with or without a Reference. */
export type SenderKind = 'automatic' | 'Reference' | 'Send and Wait' | 'certified email';

const byTemplate = {
	source: 'templates',
	templates: { template: [{ id: byId('#Consent') }] },
};
const recipients = { recipient: [{ email: '={{ $json.email }}', name: ADA.name }] };

const parametersOf: Record<SenderKind, INodeParameters> = {
	automatic: createParameters({ ...byTemplate, recipients }),
	Reference: createParameters({
		...byTemplate,
		recipients,
		options: { reference: '={{ $json.reference }}' },
	}),
	'Send and Wait': createParameters({
		operation: 'sendAndWait',
		...byTemplate,
		recipients,
		options: {
			limitWaitTime: { values: { limitType: 'afterTimeInterval', resumeAmount: 1 } },
			subject: '={{ $now.toMillis() }}',
		},
	}),
	'certified email': createEmail({
		recipients,
		binaryPropertyNames: '',
		options: { reference: '={{ $json.reference }}' },
	}),
};

/** How the node is run. */
export interface Try extends Omit<Run, 'parameters'> {
	/** The node of another process of n8n. */
	node?: InstanceType<typeof NodeModule.Signaturit>;
	options?: IDataObject;
}

/** What a try has come to: the items, or the error. */
export interface Tried {
	items: IDataObject[];
	/** What n8n hands on when the limit of Send and Wait is over. */
	unanswered: IDataObject[];
	error?: Error & { context?: { verdict?: string }; description?: string };
}

const stored = (execution: IRunExecutionData): IRunExecutionData => ({
	...(JSON.parse(JSON.stringify(execution)) as IRunExecutionData),
	waitTill: undefined,
});

const hasReference = (sender: SenderKind) => sender === 'Reference' || sender === 'certified email';

/** What may be wrong while the first try sends, by the names that the tests give it. */
const disturbancesOn = (local: LocalService) => ({
	/** The service creates it, and nobody hears of it. */
	'answer lost': async () =>
		await local.control.faults.add({ kind: 'reset_after', method: 'POST' }),
	/** As before, and the service cannot be asked either. */
	'look fails': async (sender: SenderKind) => {
		await local.control.faults.add({ kind: 'reset_after', method: 'POST' });
		// With a Reference, it looks before it sends.
		const skip = hasReference(sender) ? 1 : 0;
		await local.control.faults.add({ kind: 'status', status: 500, method: 'GET', times: 0, skip });
	},
	/** As before, and the list shows it later than anybody looks. */
	'list late': async () => {
		await local.control.faults.add({ kind: 'reset_after', method: 'POST' });
		// `shortDelays` has three looks.
		await local.control.settings({ hideNew: 5 });
	},
	'answer missing': async () =>
		await local.control.faults.add({ kind: 'reset_before', method: 'POST' }),
});

/** Registers the hooks of a local service, a second one for another account, and n8n's database. */
export function seams() {
	const local = localService();
	const memory = new DeduplicationMemory();
	let original: Partial<typeof delays> = {};
	let other: RunningService;
	let before = { here: 0, there: 0 };
	let references = 0;

	beforeAll(async () => {
		await useDeduplication(memory);
		other = await startService();
	});
	afterAll(async () => await other.close());
	const begin = async () => {
		before = await counts();
		references++;
	};
	beforeEach(async () => {
		await begin();
		original = { ...delays };
	});
	afterEach(async () => {
		memory.forget();
		Object.assign(delays, original);
		await local.control.settings({ hideNew: 0 });
	});

	/** How many things an account has got by now. */
	async function count(service: RunningService): Promise<number> {
		const headers = { Authorization: `Bearer ${service.token}` };
		await controlClient(service).settings({ hideNew: 0 });
		const numbers = ['signatures', 'emails'].map(
			async (list) =>
				(await axios.get<{ count: number }>(`${service.url}/v3/${list}/count.json`, { headers }))
					.data.count,
		);
		return (await Promise.all(numbers)).reduce((sum, number) => sum + number);
	}

	const counts = async () => ({ here: await count(local.service), there: await count(other) });

	return {
		local,
		memory,
		disturbances: disturbancesOn(local),
		/** Forgets what was created before, and takes another reference. */
		begin,
		/** The credential of another account. */
		otherAccount: () => credentialFor(other),
		/** The credential of the same account with a new token. */
		newToken: async () =>
			credentialFor({
				...local.service,
				token: await local.control.addUser({ administrator: true }),
			}),
		/** One input item. */
		item: (changes: IDataObject = {}): IDataObject => ({
			email: ADA.email,
			reference: `contract-${references}`,
			...changes,
		}),
		newExecution: (): IRunExecutionData => createRunExecutionData({ executionData: {} }),
		/** What n8n hands on to its Retry: what it has stored. */
		stored,
		/** n8n's Retry of an execution. */
		retryOf: (execution: IRunExecutionData, executionId = '2') => ({
			execution: stored(execution),
			executionId,
			mode: 'retry' as const,
		}),
		/** A node as another process of n8n has loaded it. */
		otherProcess: (): InstanceType<typeof NodeModule.Signaturit> => {
			let node: InstanceType<typeof NodeModule.Signaturit> | undefined;
			jest.isolateModules(() => {
				const loaded: typeof NodeModule = jest.requireActual(
					'../../../../nodes/Signaturit/Signaturit.node.ts',
				);
				node = new loaded.Signaturit();
				const shared: typeof DelaysModule = jest.requireActual(
					'../../../../nodes/Signaturit/transport/deadline',
				);
				Object.assign(shared.delays, delays);
			});
			if (!node) throw new Error('The node was not loaded');
			return node;
		},
		/** Runs the node once. */
		attempt: async (sender: SenderKind, { node, options, ...run }: Try): Promise<Tried> => {
			const parameters = parametersOf[sender];
			const context = executeContext({
				credential: local.credential,
				...run,
				parameters: {
					...parameters,
					options: { ...(parameters.options as INodeParameters), ...(options as INodeParameters) },
				},
			});
			const { Signaturit }: typeof NodeModule = jest.requireActual(
				'../../../../nodes/Signaturit/Signaturit.node.ts',
			);
			try {
				const [items = []] = await (node ?? new Signaturit()).execute.call(context);
				const [unanswered] = context.getExecuteData().data.main ?? [];
				return {
					items: items.map(({ json }) => json),
					unanswered: (unanswered ?? []).map(({ json }) => json),
				};
			} catch (error) {
				return {
					items: [],
					unanswered: [],
					error: error as Error & { description?: string },
				};
			}
		},
		/** How many things each account has got in this test. */
		created: async () => {
			const { here, there } = await counts();
			return { here: here - before.here, there: there - before.there };
		},
	};
}
