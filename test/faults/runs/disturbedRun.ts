// One run of the node through a proxy with a fault, and the problems that the connection shows.

import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import type { NodeResult } from '../../workflow/engine/engine';
import { credentialFor } from '../../workflow/engine/fixtures';
import type { Problem } from '../judge/problems';
import type { Elsewhere } from '../rig/elsewhere';
import { runNode, type NodeRun } from '../rig/nodeRun';
import { FaultProxy, type Disturbance } from '../rig/proxy';
import type { Truth } from '../rig/truth';

/** One run of the node against the service, with a fault between them. */
export interface DisturbedRun extends Omit<Disturbance, 'elsewhere'> {
	/** Nothing else has it. */
	id: string;
	parameters: INodeParameters;
	items: INodeExecutionData[];
	settings?: NodeRun['settings'];
	/** Whether the run changes something, so that no request may follow a redirect. */
	writes: boolean;
}

/** How long the sockets of a node that has ended may take to close. */
const SOCKET_PATIENCE = 3_000;

/** Runs the node through a proxy of its own. */
export async function disturbedRun(
	{ service }: Pick<Truth, 'service'>,
	elsewhere: Elsewhere,
	{ id, parameters, items, settings, writes, ...disturbance }: DisturbedRun,
): Promise<{ result: NodeResult | undefined; problems: Problem[] }> {
	const proxy = await new FaultProxy(service.url, {
		...disturbance,
		elsewhere: elsewhere.url(id),
	}).start();
	try {
		const credential = credentialFor({ url: await proxy.address(), token: service.token });
		const result = await runNode({
			parameters: withTimeout(parameters, disturbance.fault.isSilent),
			credential,
			items,
			settings,
		});
		const open = result ? await proxy.socketsLeftOpen(SOCKET_PATIENCE) : 0;
		const strays = elsewhere.straysOf(id).filter(({ hasToken }) => hasToken || writes);
		const isTokenShown = JSON.stringify([result?.items, result?.error])?.includes(service.token);
		return {
			result,
			problems: [
				...strays.map(({ method, hasToken }): Problem => {
					const detail = `${method} to another host${hasToken ? ', with the token' : ''}`;
					return { kind: 'led astray', detail };
				}),
				...(open > 0 ? [{ kind: 'socket left open', detail: `${open} open` } as const] : []),
				...(isTokenShown ? [{ kind: 'token shown', detail: 'in the result' } as const] : []),
			],
		};
	} finally {
		await proxy.stop();
	}
}

/** The shortest time-out that a user can set, in seconds, for faults that end by it only. */
function withTimeout(parameters: INodeParameters, isSilent = false): INodeParameters {
	if (!isSilent) return parameters;
	return { ...parameters, options: { ...(parameters.options as INodeParameters), timeout: 1 } };
}
