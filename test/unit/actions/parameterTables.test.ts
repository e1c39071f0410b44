import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { emailNames, smsNames } from '../../../nodes/Signaturit/actions/certified/certifiedForms';
import {
	emailRecipientTable,
	emailTable,
	smsRecipientTable,
	smsTable,
} from '../../../nodes/Signaturit/actions/certified/tables';
import { recipientTable } from '../../../nodes/Signaturit/actions/signature/create/recipientTable';
import { requestTable } from '../../../nodes/Signaturit/actions/signature/create/requestTable';
import { requestNames } from '../../../nodes/Signaturit/actions/signature/create/signatureForm';
import { widgetTables } from '../../../nodes/Signaturit/actions/signature/create/widgetTable';
import type { ParameterTable } from '../../../nodes/Signaturit/input/parameters';
import { inPanelWords } from '../../../nodes/Signaturit/transport/errors/fieldNames';

const LEDGER = join(__dirname, '../../../docs/service');
const ledger = readdirSync(LEDGER)
	.map((name) => readFileSync(join(LEDGER, name), 'utf8'))
	.join('\n');

type Names = Readonly<Record<string, string>>;

/** What the tables' doors are made with. */
const context = { sms: false, timeZone: 'UTC' };

const WIDGET = 'recipients[0][widgets][0]';

/** Every table, with the place in a request where the service has its parameters. */
const tables: Array<[place: string, table: ParameterTable<typeof context>, names: Names]> = [
	['', requestTable, requestNames],
	['recipients[0]', recipientTable, requestNames],
	['', emailTable, emailNames],
	['recipients[0]', emailRecipientTable, emailNames],
	['recipients[to][0]', emailRecipientTable, emailNames],
	['', smsTable, smsNames],
	['recipients[0]', smsRecipientTable, smsNames],
	...widgetTables.map((table): (typeof tables)[number] => [WIDGET, table, requestNames]),
];

/** The parameters of a table and of those in it, each with its place. */
const parametersIn = (
	place: string,
	table: ParameterTable<typeof context>,
): Array<[string, ParameterTable<typeof context>[string]]> =>
	Object.entries(table).flatMap(([key, one]) => {
		const path = place ? `${place}[${key}]` : key;
		const inside = [...(one.inside ? [one.inside] : []), ...(one.rows?.tables ?? [])];
		return [
			[path, one],
			...inside.flatMap((inner) =>
				parametersIn(one.rows ? `${path}[0]` : path, inner as ParameterTable<typeof context>),
			),
		];
	});

const all = tables.flatMap(([place, table, names]) =>
	parametersIn(place, table).map(([path, one]) => ({ path, one, names })),
);

describe('a parameter in a table', () => {
	it.each(all)('has a field of the panel with its name: $path', ({ one: { field, also = [] } }) => {
		for (const { displayName, name, type } of [field, ...also]) {
			expect([displayName, name, type]).not.toContain('');
		}
	});

	it.each(all)('has a door that takes a missing value or names the field: $path', ({ one }) => {
		const { error } = one.door(one.label ?? one.field.displayName, context).safeParse(undefined);
		expect(error?.issues.map(({ message }) => message).join() ?? '').toMatch(/^$|\S+ (is|must)/);
	});

	it.each(all)('has a name in the errors of the service: $path', ({ path, names }) => {
		expect(inPanelWords(`Invalid ${path}`, names)).not.toMatch(/["[\]_]/);
	});

	it.each(all)('stands in the ledger: $path', ({ path }) => {
		const [key = ''] = path
			.split(/\]?\[|\]/)
			.filter((one) => one && !/^\d+$/.test(one))
			.slice(-1);
		expect(ledger).toMatch(new RegExp(`[\`[]${key}[\`\\]]|[\`[]${key}=`));
	});
});
