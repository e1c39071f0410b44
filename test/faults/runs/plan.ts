// Which faults each row meets, in the full run and in the part for every commit.

import type { WriteRow, ReadRow } from '../operations/row';
import type { Fault, Kind, Moment } from '../table/fault';
import { faults, undisturbed } from '../table';

/** A fault, and what of a run meets it. */
export interface Planned {
	fault: Fault;
	moment: Moment;
	/** How many requests at the place meet it. */
	times: number;
	/** How a report names the moment. */
	when: string;
}

/** All of the table, or the part of it that fits into every commit's checks. */
export type Size = 'all' | 'part';

export const size: Size = process.env.FAULTS === 'all' ? 'all' : 'part';

const kinds = [...new Set(faults.map(({ kind }) => kind))];

/** Faults of each kind that a read or a write gets in the part. */
const perKind: Partial<Record<Kind, number>> = { file: 3 };

/**
 * Chooses from the faults of a row: all of them, or a few of each kind, which differ from row to row so
 * that each fault occurs somewhere.
 *
 * @param index the row's number among all rows
 */
function chosen(possible: readonly Fault[], index: number, scope: Size): Fault[] {
	if (scope === 'all') return [undisturbed, ...possible];
	return [
		undisturbed,
		...kinds.flatMap((kind) => {
			const ofKind = possible.filter((fault) => fault.kind === kind);
			const count = Math.min(perKind[kind] ?? 1, ofKind.length);
			return Array.from(
				{ length: count },
				(_, turn) => ofKind[(index * count + turn) % ofKind.length] as Fault,
			);
		}),
	];
}

const inScope = <Entry>(list: readonly Entry[], index: number, scope: Size): readonly Entry[] =>
	scope === 'all' ? list : list.slice(index % list.length).slice(0, 1);

/** The faults that a write meets, before and after the service has acted. */
export function plannedWrites(row: WriteRow, index: number, scope = size): Planned[] {
	const possible = faults.filter((fault) => fault.moments.length > 0 && canMeet(row, fault));
	return chosen(possible, index, scope).flatMap((fault, turn) =>
		inScope(fault.moments, index + turn, scope).map((moment) => ({
			fault,
			moment,
			times: fault.times ?? 1,
			when: `${moment} the service acted`,
		})),
	);
}

/**
 * The faults after which n8n may run a write again: those that do not end as done.
 *
 * @param share which half of the kinds it is, 0 or 1, in the part
 */
export function plannedRetries(
	row: WriteRow,
	index: number,
	share: 0 | 1,
	scope = size,
): Planned[] {
	return plannedWrites(row, index, scope)
		.filter(({ fault }) => fault.verdict !== 'done' || fault === undisturbed)
		.filter((_, turn) => scope === 'all' || turn % 2 === share);
}

/** The faults that a read meets, at its first try and at every try. The service is asked each time. */
export function plannedReads(row: ReadRow, index: number, scope = size): Planned[] {
	const possible = faults.filter((fault) => canMeet(row, fault));
	return chosen(possible, index, scope).flatMap((fault, turn) => {
		const atFirst = {
			times: fault.times ?? 1,
			when: fault.times === 2 ? 'at two tries' : 'at the first try',
		};
		const always = { times: Infinity, when: 'at every try' };
		const spans = [...(fault.address ? [] : [atFirst]), ...(fault.times ? [] : [always])];
		return inScope(spans, index + turn, scope).map((span) => ({
			fault,
			moment: 'after' as const,
			...span,
		}));
	});
}

function canMeet(
	{ place, convincing = [], isLarge = false }: Pick<WriteRow, 'place' | 'convincing' | 'isLarge'>,
	fault: Fault,
): boolean {
	// A test cannot wait for minutes; the other requests of the operation show silence.
	if (isLarge && fault.isSilent) return false;
	// Before a later request, the address has answered already.
	if (fault.address && (place.nth ?? 1) > 1) return false;
	if (fault.looksLike && convincing.includes(fault.looksLike)) return false;
	return !fault.only || fault.only.test(sampleOf(place.url));
}

/** A pattern without its signs: `/download\/signed/` gives `download/signed`. */
function sampleOf({ source }: RegExp): string {
	return source.replaceAll('\\', '');
}
