import axios from 'axios';
import {
	createRunExecutionData,
	type ICredentialDataDecryptedObject,
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
import { executeContext } from '../../engine/executeContext';
import { createParameters, credentialFor } from '../../engine/fixtures';
import { localService } from '../../engine/localService';
import { useDeduplication } from '../../engine/useDeduplication';
import { shownError } from '../../engine/shownError';

/** What sends: an operation, with or without a Reference. */
export type SenderKind = 'automatic' | 'Reference' | 'Send and Wait' | 'certified email';

const template = { template: [{ id: { __rl: true, mode: 'id', value: '#Consent' } }] };
const recipients = { recipient: [{ email: '={{ $json.email }}', name: ADA.name }] };

const parametersOf: Record<SenderKind, INodeParameters> = {
	automatic: createParameters({ source: 'templates', templates: template, recipients }),
	Reference: createParameters({
		source: 'templates',
		templates: template,
		recipients,
		options: { reference: '={{ $json.reference }}' },
	}),
	'Send and Wait': createParameters({
		operation: 'sendAndWait',
		source: 'templates',
		templates: template,
		recipients,
		options: {
			limitWaitTime: { values: { limitType: 'afterTimeInterval', resumeAmount: 1 } },
			subject: '={{ $now.toMillis() }}',
		},
	}),
	'certified email': {
		resource: 'certifiedEmail',
		operation: 'createEmail',
		recipients,
		subject: 'Notice',
		body: 'Dear Ada',
		binaryPropertyNames: '',
		options: { events: 'none', reference: '={{ $json.reference }}' },
	},
};

/** How the node is run. */
export interface Try {
	executionId?: string;
	runIndex?: number;
	execution?: IRunExecutionData;
	items?: IDataObject[];
	credential?: ICredentialDataDecryptedObject;
	abortSignal?: AbortSignal;
	mode?: 'manual' | 'retry';
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

/** Registers the hooks of a local service, a second one for another account, and n8n's database. */
export function seams() {
	const local = localService();
	const memory = new DeduplicationMemory();
	let original: Partial<typeof delays> = {};
	let other: RunningService;
	let known = new Set<string>();
	let references = 0;

	beforeAll(async () => {
		await useDeduplication(memory);
		other = await startService();
	});
	afterAll(async () => await other.close());
	const begin = async () => {
		known = new Set([...(await ids()), ...(await ids(other))]);
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

	async function ids(service: RunningService = local.service): Promise<string[]> {
		const headers = { Authorization: `Bearer ${service.token}` };
		await controlClient(service).settings({ hideNew: 0 });
		const lists = await Promise.all(
			['signatures', 'emails'].map(
				async (list) =>
					(
						await axios.get<Array<{ id: string }>>(`${service.url}/v3/${list}.json?limit=100`, {
							headers,
						})
					).data,
			),
		);
		return lists.flat().map(({ id }) => id);
	}

	return {
		local,
		memory,
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
					error: shownError(error as Error & { description?: string }).error,
				};
			}
		},
		/** How many things each account has got in this test. */
		created: async () => ({
			here: (await ids()).filter((id) => !known.has(id)).length,
			there: (await ids(other)).filter((id) => !known.has(id)).length,
		}),
	};
}
