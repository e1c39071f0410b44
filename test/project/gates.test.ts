import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Gate, Stages } from '../../nodes/Signaturit/trigger/gate';
import { gates } from '../../nodes/Signaturit/trigger/gates';

const ARCHITECTURE = join(__dirname, '..', '..', 'ARCHITECTURE.md');

/** Each stage, and whether it is on the way of posts or of polls. */
const stages: Readonly<Record<keyof Stages, readonly string[]>> = {
	webhook: ['posts'],
	execution: ['posts'],
	poll: ['polls'],
	end: ['posts', 'polls'],
};

function rowOf(gate: Gate): string {
	const asked = Object.keys(stages).filter((stage) => stage in gate) as (keyof Stages)[];
	const ways = [...new Set(asked.flatMap((stage) => stages[stage]))];
	const status = gate.webhook ? String((gate.answer ?? [200])[0]) : '';
	return `| ${[gate.name, gate.passes, ways.join(', '), asked.join(', '), status].join(' | ')} |`;
}

const tableOf = (list: readonly Gate[]) =>
	[
		'| Gate | An event passes if | Way | Asked in | Otherwise, a post gets |',
		'|---|---|---|---|---|',
		...list.map(rowOf),
	].join('\n');

it('the table of the gates in ARCHITECTURE.md is the list in the code', () => {
	const text = readFileSync(ARCHITECTURE, 'utf8');
	const [, printed] = /<!-- gates -->\n([^]*?)\n<!-- \/gates -->/.exec(text) ?? [];
	expect(printed).toBe(tableOf(gates));
});
