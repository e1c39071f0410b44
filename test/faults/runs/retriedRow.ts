// Runs a write with two items that n8n repeats or continues after a fault, and judges it.

import { randomUUID } from 'node:crypto';
import type { INodeParameters } from 'n8n-workflow';
import { claimOf, type Claim } from '../judge/claim';
import { judgeWrite } from '../judge/judgeWrite';
import type { Judged, Problem } from '../judge/problems';
import { nameOf, type Subject, type WriteRow } from '../operations/row';
import type { Planned } from './plan';
import { disturbedRun } from './disturbedRun';
import type { Surroundings } from '../rig/hooks';
import type { NodeRun } from '../rig/nodeRun';
import { pool } from '../rig/pool';
import { idsOf, timesDone, WIDTH } from './writeRow';

/** How n8n repeats a node that failed, as a user sets it. */
export interface RetrySetting {
	name: string;
	settings: NodeRun['settings'];
	/** Which of the two items meets the fault, from 0. */
	faulted: 0 | 1;
}

export const retryOnFail: RetrySetting = {
	name: 'Retry On Fail',
	settings: { retryOnFail: true },
	faulted: 1,
};

export const continueOnFail: RetrySetting = {
	name: 'Continue On Fail',
	settings: { onError: 'continueRegularOutput' },
	faulted: 0,
};

/** n8n repeats the node when the first item stands for a failure. */
export const retryAndContinueOnFail: RetrySetting = {
	name: 'Retry On Fail and Continue On Fail',
	settings: { retryOnFail: true, onError: 'continueRegularOutput' },
	faulted: 0,
};

/**
 * Runs a write for two items, one of which meets the fault at its first try. Whatever happens, the service
 * must do neither of them twice.
 */
export async function judgeRetriedRow(
	{ truth, elsewhere }: Surroundings,
	row: WriteRow,
	plan: readonly Planned[],
	{ name, settings, faulted }: RetrySetting,
): Promise<Judged[]> {
	const subjects = await row.subjects(truth, 2 * plan.length);
	const pairOf = (index: number) => subjects.slice(2 * index, 2 * index + 2) as [Subject, Subject];
	const { nth = 1 } = row.place;
	const place = { ...row.place, nth: nth + faulted * (row.requestsPerItem ?? 1) };
	const runs = await pool(plan, row.width ?? WIDTH, async ({ when: _, ...disturbance }, index) => {
		const pair = pairOf(index);
		return await disturbedRun(truth, elsewhere, {
			...disturbance,
			id: randomUUID(),
			place,
			parameters: together(pair),
			items: pair.map(({ item, parameters }) => ({
				json: { parameters },
				binary: item?.binary,
			})),
			settings,
			writes: true,
		});
	});
	const evidence = await truth.evidence(idsOf(subjects));
	return plan.map(({ fault, when }, index) => {
		const { result, problems } = runs[index] as (typeof runs)[number];
		const [times, timesOfOther] = [faulted, 1 - faulted].map((item) =>
			timesDone(row, evidence, pairOf(index)[item] as Subject),
		) as [number, number];
		const claim = claimOf(result, faulted);
		const other = result && !result.error ? claimOf(result, 1 - faulted) : undefined;
		return {
			name: `${nameOf(row)}, ${fault.name}, ${when}, ${name}`,
			problems: [
				...problems,
				...judgeWrite({ fault, row, claim, times }),
				...(fault.address || !result ? [] : judgeOther(other, timesOfOther)),
			],
		};
	});
}

/** What is wrong with the item that met no fault. An error of the other item says nothing of it. */
function judgeOther(claim: Claim | undefined, times: number): Problem[] {
	const detail = `the other item: the service did it ${times} times`;
	if (times > 1) return [{ kind: 'sent twice', detail }];
	const isLost = times === 0 || (claim && claim.verdict !== 'done');
	const words = claim ? `, the node says ${claim.verdict}` : '';
	return isLost ? [{ kind: 'item lost', detail: `${detail}${words}` }] : [];
}

/** Parameters for both items: those in which they differ are expressions that read the item. */
function together([first, second]: [Subject, Subject]): INodeParameters {
	return Object.fromEntries(
		Object.entries(first.parameters).map(([name, value]) => {
			const isSame = JSON.stringify(value) === JSON.stringify(second.parameters[name]);
			return [name, isSame ? value : differing(value, `$json.parameters.${name}`)];
		}),
	) as INodeParameters;
}

function differing(value: unknown, path: string): unknown {
	if (Array.isArray(value))
		return value.map((entry, index) => differing(entry, `${path}[${index}]`));
	if (typeof value !== 'object' || value === null) return `={{ ${path} }}`;
	return Object.fromEntries(
		Object.entries(value).map(([key, entry]) => [
			key,
			key.startsWith('__') || key === 'mode' ? entry : differing(entry, `${path}.${key}`),
		]),
	);
}
