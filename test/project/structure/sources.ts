import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import ts from 'typescript';

/** A file of TypeScript, as others see it. */
export interface SourceFile {
	/** From the folder that was read, with slashes. */
	path: string;
	/** Of text. */
	lines: number;
	/** The paths of the files in the folder that it imports from, each once. */
	imports: string[];
	/** The names that it declares and exports. */
	exports: string[];
	/** The names that it declares, whether others see them or not. */
	declares: string[];
}

/** All files of TypeScript in a folder and those below it. */
export function readSources(folder: string): SourceFile[] {
	return readdirSync(folder, { recursive: true, encoding: 'utf8' })
		.filter((path) => path.endsWith('.ts'))
		.sort()
		.map((path) => {
			const text = readFileSync(join(folder, path), 'utf8');
			const { statements } = ts.createSourceFile(path, text, ts.ScriptTarget.Latest);
			return {
				path,
				lines: text.split('\n').length - 1,
				imports: [...new Set(statements.flatMap((each) => importOf(each, folder, path)))],
				exports: statements.filter(isExported).flatMap(namesOf),
				declares: statements.flatMap(namesOf),
			};
		});
}

function importOf(statement: ts.Statement, folder: string, path: string): string[] {
	const isImport = ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement);
	const from = isImport ? statement.moduleSpecifier : undefined;
	if (!from || !ts.isStringLiteral(from) || !from.text.startsWith('.')) return [];
	const { resolvedModule } = ts.resolveModuleName(
		from.text,
		resolve(folder, path),
		{ moduleResolution: ts.ModuleResolutionKind.Node10 },
		ts.sys,
	);
	const file = resolvedModule?.resolvedFileName ?? resolve(folder, dirname(path), from.text);
	return [relative(folder, file)];
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

/** The files that exactly one other file imports from. */
export function withOneImporter(files: readonly SourceFile[]): string[] {
	const importers = new Map<string, number>();
	for (const path of files.flatMap(({ imports }) => imports)) {
		importers.set(path, (importers.get(path) ?? 0) + 1);
	}
	return [...importers].flatMap(([path, count]) => (count === 1 ? [path] : []));
}

/** Exported names that other files declare too, with all these files. */
export function namesWithSeveralHomes(files: readonly SourceFile[]): [string, string[]][] {
	const exported = new Set(files.flatMap(({ exports }) => exports));
	const homes = new Map<string, string[]>();
	for (const { path, declares } of files) {
		for (const name of new Set(declares)) homes.set(name, [...(homes.get(name) ?? []), path]);
	}
	return [...homes].filter(([name, paths]) => paths.length > 1 && exported.has(name));
}
