// What is wrong with the output of a read that met a fault: its data or its files.

import type { INodeExecutionData } from 'n8n-workflow';
import { bytesOf, type NodeResult } from '../../workflow/engine/engine';
import type { ExpectedRead } from '../operations/row';
import type { Fault } from '../table/fault';
import type { Problem } from './problems';

/** What is wrong with a read: it must give the right data, or an error. */
export async function judgeRead(
	result: NodeResult | undefined,
	expected: ExpectedRead,
	{ verdict }: Pick<Fault, 'verdict'>,
): Promise<Problem[]> {
	if (!result) return [{ kind: 'hang', detail: 'the node does not end' }];
	if (result.error) {
		const detail = `error: "${result.error.message}"`;
		return verdict === 'done' ? [{ kind: 'success not believed', detail }] : [];
	}
	return [...wrongData(result.items, expected), ...(await wrongFiles(result.items, expected))];
}

function wrongData(items: readonly INodeExecutionData[], { json }: ExpectedRead): Problem[] {
	try {
		expect(items.map((item) => item.json)).toEqual(json);
		return [];
	} catch {
		const detail = `${items.length} items, ${json.length} expected: ${JSON.stringify(items[0]?.json)}`;
		return [{ kind: 'wrong success', detail: detail.slice(0, 200) }];
	}
}

/** Every file must be the service's, to the byte; none may be missing. */
async function wrongFiles(
	items: readonly INodeExecutionData[],
	{ files = {} }: ExpectedRead,
): Promise<Problem[]> {
	const [binary = {}, ...others] = items.map((item) => item.binary ?? {});
	const fields = new Set([
		...Object.keys(files),
		...Object.keys(binary),
		...others.flatMap(Object.keys),
	]);
	const problems: Problem[] = [];
	for (const field of fields) {
		const bytes = binary[field] && (await bytesOf(binary[field]));
		const right = files[field];
		if (bytes && right?.equals(bytes)) continue;
		const detail = `${field}: ${bytes?.length ?? 'no'} bytes instead of ${right?.length ?? 'none'}`;
		problems.push({ kind: 'short file', detail });
	}
	return problems;
}
