import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import ts from 'typescript';

const NODES = resolve(__dirname, '..', '..', 'nodes');

/** The names that a file declares, with whether it exports them. */
function declaredIn(path: string): { name: string; isExported: boolean; path: string }[] {
	const text = readFileSync(join(NODES, path), 'utf8');
	const { statements } = ts.createSourceFile(path, text, ts.ScriptTarget.Latest);
	return statements.flatMap((statement) =>
		namesOf(statement).map((name) => ({ name, isExported: isExported(statement), path })),
	);
}

function isExported(statement: ts.Statement): boolean {
	const modifiers = ts.canHaveModifiers(statement) ? ts.getModifiers(statement) : undefined;
	return modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true;
}

function namesOf(statement: ts.Statement): string[] {
	if (ts.isVariableStatement(statement)) {
		const { declarations } = statement.declarationList;
		return declarations.flatMap(({ name }) => (ts.isIdentifier(name) ? [name.text] : []));
	}
	const { name } = statement as ts.Statement & { name?: ts.Node };
	return name && ts.isIdentifier(name) ? [name.text] : [];
}

describe('an exported name', () => {
	it('has one home, so that it means one thing', () => {
		const files = readdirSync(NODES, { recursive: true, encoding: 'utf8' });
		const declared = files.filter((path) => path.endsWith('.ts')).flatMap(declaredIn);
		const exported = new Set(declared.filter((each) => each.isExported).map(({ name }) => name));
		expect(exported.size).toBeGreaterThan(500);
		const several = [...exported]
			.map(
				(name) =>
					[
						name,
						new Set(declared.filter((each) => each.name === name).map(({ path }) => path)),
					] as const,
			)
			.filter(([, homes]) => homes.size > 1);
		expect(several).toEqual([]);
	});
});
