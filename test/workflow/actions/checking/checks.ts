// Runs the sending operations on the local service, and shows what a check reads and changes there.

import axios from 'axios';
import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { ADA } from '../../../people';
import { DeduplicationMemory } from '../../engine/deduplicationMemory';
import { runNode, type NodeRun } from '../../engine/engine';
import { createParameters, itemWithPdf, pdfOf } from '../../engine/fixtures';
import { localService } from '../../engine/localService';
import { useDeduplication } from '../../engine/useDeduplication';
import { createEmail, createSms } from '../certified/parameters';

/** The operations that send, with what their parameters need. */
export const sendings = {
	create: createParameters,
	sendAndWait: (changes: INodeParameters = {}) =>
		createParameters({ operation: 'sendAndWait', ...changes }),
	createEmail,
	createSms,
};

export type Sending = keyof typeof sendings;
export const allSendings = Object.keys(sendings) as Sending[];

/** What n8n keeps of an execution, as far as a check could change it. */
interface KeptNotes {
	waitTill?: Date;
	executionData?: { contextData: Record<string, IDataObject> };
	resultData: { runData: Record<string, unknown[]> };
}

/** Registers the hooks of `localService`, and returns what runs operations that send. */
export function checksOnService() {
	const local = localService();
	const memory = new DeduplicationMemory();
	let pdf: Buffer;

	beforeAll(async () => {
		await useDeduplication(memory);
		pdf = await pdfOf('A contract');
	});
	beforeEach(() => (memory.writes = 0));
	afterEach(() => memory.forget());

	const itemOf = async (json: IDataObject = {}): Promise<INodeExecutionData> =>
		await itemWithPdf('contract.pdf', pdf, json);

	/** The requests that could have changed something at the service. */
	const writes = async () =>
		(await local.control.requests()).filter(({ method }) => method !== 'GET');

	return {
		local,
		memory,
		itemOf,
		writes,
		/** The paths that were read. */
		reads: async () => (await local.control.requests()).map(({ path }) => path),
		/** Runs an operation with these options for rows with these values. */
		run: async (
			sending: Sending,
			options: IDataObject,
			rows: IDataObject[] = [{}],
			{ more = {}, ...settings }: Partial<NodeRun> & { more?: INodeParameters } = {},
		) => {
			const ran = await runNode({
				parameters: sendings[sending]({ ...more, options: options as INodeParameters }),
				credential: local.credential,
				items: await Promise.all(rows.map(itemOf)),
				...settings,
			});
			const kept = ran.record as KeptNotes;
			return {
				...ran,
				json: ran.items.map(({ json }) => json),
				first: ran.items[0]?.json ?? {},
				problems: ran.items.map(({ json }) => json.problems),
				sleepsUntil: kept.waitTill,
				tries: kept.resultData.runData.Signaturit?.length,
				/** What n8n keeps in the node's context. */
				context: kept.executionData?.contextData['node:Signaturit'] ?? {},
			};
		},
		/** How many there are at the service, by the path of their list. */
		count: async (path: string) => {
			const headers = { Authorization: `Bearer ${local.service.token}` };
			const address = `${local.service.url}/v3/${path}/count.json`;
			return (await axios.get<{ count: number }>(address, { headers })).data.count;
		},
	};
}

/** Rows whose first recipient is told by the row. */
export const fromRows: INodeParameters = {
	recipients: { recipient: [{ email: '={{ $json.email }}', name: ADA.name }] },
};
