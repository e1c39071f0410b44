// Runs creations of signature requests or certified emails on the local service, and shows what they made.

import axios from 'axios';
import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { ADA } from '../../../people';
import { DeduplicationMemory } from '../../engine/deduplicationMemory';
import { runNode, type NodeRun } from '../../engine/engine';
import { createParameters, itemWithPdf, pdfOf } from '../../engine/fixtures';
import { localService } from '../../engine/localService';
import { useDeduplication } from '../../engine/useDeduplication';
import { createEmail } from '../certified/parameters';

/** Something that the service has created. */
export interface Created {
	id: string;
	data: Array<{ key: string; value: string }>;
}

/**
 * Registers the hooks of `localService`, and returns what creates signature requests or certified emails for
 * items that have an address in `email`, and a reference in `reference` if they want one.
 */
export function creations(resource: 'signature' | 'certifiedEmail' = 'signature') {
	const local = localService();
	const memory = new DeduplicationMemory();
	let pdf: Buffer;
	let before = new Set<string>();
	const path = resource === 'signature' ? 'signatures' : 'emails';

	beforeAll(async () => {
		await useDeduplication(memory);
		pdf = await pdfOf('A contract');
	});
	beforeEach(async () => {
		before = new Set((await listed()).map(({ id }) => id));
		await local.control.clearRequests();
	});
	afterEach(async () => {
		memory.forget();
		await local.control.settings({ hideNew: 0, ignoreCustomData: false });
	});

	async function listed(): Promise<Created[]> {
		const { url, token } = local.service;
		const headers = { Authorization: `Bearer ${token}` };
		const address = `${url}/v3/${path}.json?limit=100`;
		return (await axios.get<Created[]>(address, { headers })).data;
	}

	/** The methods of the requests that the service has received. */
	const requests = async () => (await local.control.requests()).map(({ method }) => method);

	const itemOf = async (json: IDataObject): Promise<INodeExecutionData> => ({
		...(await itemWithPdf(String(json.fileName ?? 'contract.pdf'), pdf)),
		json,
	});

	/** The parameters of Create; the items hold what differs. */
	const parameters = ({ reference = false, options, ...changes }: INodeParameters) => {
		const create = resource === 'signature' ? createParameters : createEmail;
		const differing = {
			recipients: { recipient: [{ email: '={{ $json.email }}', name: ADA.name }] },
			...(resource === 'certifiedEmail' && { binaryPropertyNames: '' }),
			...changes,
			options: {
				...(reference && { reference: '={{ $json.reference }}' }),
				...(options as INodeParameters),
			},
		};
		return create(differing);
	};

	return {
		local,
		/** Runs Create for these items. `reference: true` fills the field Reference from them. */
		run: async (
			items: IDataObject[],
			changes: INodeParameters = {},
			settings: Partial<NodeRun> = {},
		) =>
			await runNode({
				parameters: parameters(changes),
				credential: local.credential,
				items: await Promise.all(items.map(itemOf)),
				...settings,
			}),
		/** What the service has created in this test, in order. */
		created: async () => {
			await local.control.settings({ hideNew: 0, ignoreCustomData: false });
			const all = await listed();
			return all.filter(({ id }) => !before.has(id)).reverse();
		},
		requests,
		/** How many creations the service has received. */
		posts: async () => (await requests()).filter((method) => method === 'POST').length,
	};
}

let references = 0;

/** A reference that no other test of the file uses. */
export const newName = (): string => `contract-${++references}`;

/** The value of a key in the custom data that the service has stored. */
export function dataOf({ data }: Created, key: string): string | undefined {
	return data.find((pair) => pair.key === key)?.value;
}

/** What lets a test stop an execution. */
export function stopping(): { stopped: Promise<void>; stop: () => void } {
	let stop: () => void = () => undefined;
	const stopped = new Promise<void>((resolve) => {
		stop = resolve;
	});
	return { stopped, stop: () => stop() };
}
