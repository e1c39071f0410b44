// A row that is checked, and an earlier row with the same Reference.

import { CONTENTS_KEY } from '../../events/tracking';
import type { ExecuteCall } from '../../transport/call';
import { Refusal } from '../../transport/errors/refusal';
import { showValue } from '../../transport/errors/shown';
import type { Operation, WriteOperation } from '../operation';
import { contentsValue, differences } from '../sending/contents';
import { creations, type CreationContents, type Creation } from '../sending/creation';
import { referenceOf } from '../sending/notes';

export type Describe = NonNullable<WriteOperation['describe']>;

/** A row that is checked. */
export interface CheckedRow {
	item: number;
	/** That of the user. */
	reference?: string;
	/** What would be sent for it. */
	creation: Promise<Creation>;
}

/** What has been found out about a row. */
export interface RowFindings {
	hints: string[];
	/** Does a part of the check. If that throws, the error is a problem of the row, and there is no result. */
	attempt<Result>(part: () => Promise<Result>): Promise<Result | undefined>;
}

interface RowWithReference {
	item: number;
	/** `undefined` if the row is not valid. */
	contents: Promise<CreationContents | undefined>;
}

/** The rows with a Reference, in their order. */
const checkedRows = (call: ExecuteCall) =>
	call.once('checked rows', () => new Map<string, RowWithReference[]>());

/** To be called for the rows in their order; it waits for nothing. */
export function checkedRow(
	call: ExecuteCall,
	item: number,
	operation: Operation,
	describe: Describe,
): CheckedRow {
	const reference = referenceOf(call, operation, item);
	const creation = describe(call, item).then(async (read) => await read());
	const contents = creation.then(
		(described) => described.contents,
		() => undefined,
	);
	if (reference !== undefined) {
		const rows = checkedRows(call);
		rows.set(reference, [...(rows.get(reference) ?? []), { item, contents }]);
	}
	return { item, reference, creation };
}

/**
 * A hint that what an earlier row sends would be given out for a row, because it has the same Reference; `undefined` if
 * there is none.
 *
 * @throws UserError when they are not the same otherwise
 */
export async function sameInEarlierRow(
	call: ExecuteCall,
	{ item, reference = '' }: CheckedRow,
	{ resource, contents }: Creation,
): Promise<string | undefined> {
	const { noun } = creations[resource];
	const earlier = (checkedRows(call).get(reference) ?? []).filter((row) => row.item < item);
	for (const row of earlier) {
		const other = await row.contents;
		if (!other) continue;
		const data = { [CONTENTS_KEY]: contentsValue(other) };
		const lines = differences(contents, { data }).map((line) => `• ${line}`);
		const what = `Row ${row.item + 1} has the Reference ${showValue(reference)} too`;
		if (lines.length === 0) return `${what}: its ${noun} would be given out, and nothing sent.`;
		throw new Refusal(`${what}, and another ${noun}`, 'model', {
			facts: lines.join('\n'),
			advice: `Use another Reference for another ${noun}.`,
		});
	}
	return undefined;
}
