// Finds every place in a file of the nodes that may refuse what a user has entered.

import ts from 'typescript';

/** A place in the code that may refuse what a user has entered. */
export interface Site {
	/** The line, counted from 1. */
	line: number;
	/** The message, or the rule if it has none, as the code writes it. */
	what: string;
}

/** The errors by which the nodes refuse something, and what stands for such a value. */
const ERRORS = [
	...[
		'UserError',
		'Refusal',
		'NodeOperationError',
		'OperationalError',
		'ApplicationError',
		'Unfound',
		'BrokenJson',
	],
];

/** What makes a schema whose rule depends on its arguments. The others refuse the same everywhere. */
const FACTORIES = [
	...[
		'filledText',
		'filledName',
		'choice',
		'numberFrom',
		'wholeNumber',
		'listSchema',
		'fileSchema',
	],
	...['strictObject', 'address', 'validation', 'shortText'],
];

/** The checks of zod. What only wants another type, such as `z.string()`, refuses what has no meaning. */
const CHECKS = [
	...['refine', 'regex', 'min', 'max', 'int', 'length', 'nonempty', 'positive', 'nonnegative'],
	...['finite', 'multipleOf', 'gt', 'gte', 'lt', 'lte', 'strict', 'never', 'enum', 'literal'],
	...['custom', 'email', 'url', 'uuid', 'datetime', 'addIssue'],
];

/** Those that texts have too. */
const CHECKS_OF_TEXT = ['startsWith', 'endsWith', 'includes'];

/** Longest key of a place; what is longer is cut off. */
const MAX_LENGTH = 110;

/** Functions that return what is wrong, as text. */
const PROBLEMS = /(^|[a-z])[pP]roblems?$|^missingFile$|^nothingToSign$/;

/** The rooms where what a user enters is validated. In the others, zod reads answers and what nodes have kept. */
const ROOMS = /^(actions|embedded|input)\//;

/**
 * The places in a file that may refuse what a user has entered.
 *
 * @param path from the nodes' folder
 * @throws Error for a message that comes from a function whose name does not say that it returns problems
 */
export function sitesOf(path: string, text: string): Site[] {
	const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
	const sites: Site[] = [];
	const add = (node: ts.Node, what = shown(node)) => {
		const line = file.getLineAndCharacterOfPosition(node.getStart()).line + 1;
		sites.push({ line, what });
	};
	const inRoom = ROOMS.test(path);
	const visit = (node: ts.Node): void => {
		if (ts.isNewExpression(node) && ERRORS.includes(node.expression.getText())) {
			add(node, shown(node.arguments?.find(isMessage) ?? node));
		}
		if (isTrue(node, 'required')) add(node, `required: ${ownerOf(node)}`);
		if (inRoom) {
			if (ts.isCallExpression(node) && visitCall(node)) return;
			if (isText(node) && isInProblems(node)) add(node);
		}
		if (ts.isPropertyAssignment(node) && node.name.getText() === 'problem') add(node.initializer);
		ts.forEachChild(node, visit);
	};
	/** Whether the call is dealt with wholly: `field` has one message for all that is checked in it. */
	const visitCall = (call: ts.CallExpression): boolean => {
		const [first, second] = call.arguments;
		const name = nameOf(call.expression);
		if (name === 'field' && second) {
			add(call, shown(second));
			return true;
		}
		if (name === 'refuse' && first) add(call, shown(first));
		if (name === 'withRules' && second) checkNames(second.getText());
		if (FACTORIES.includes(name) && first) add(call, `${name}(${shown(first)})`);
		if (!isCheck(call)) return false;
		const message = messageIn(call);
		if (message?.getText() !== 'message') {
			add(call, message ? shown(message) : `${name}(${call.arguments.map(shown).join(', ')})`);
			return false;
		}
		const constant = declarationOf(message);
		if (constant?.initializer) add(call, shown(constant.initializer));
		else checkOrigin(call);
		return false;
	};
	visit(file);
	return numbered(sites);
}

/** A rule that stands in a file more than once has a number from the second time on. */
function numbered(sites: readonly Site[]): Site[] {
	return sites.map((site, index) => {
		const before = sites.slice(0, index).filter(({ what }) => what === site.what).length;
		return before === 0 ? site : { ...site, what: `${site.what} #${before + 1}` };
	});
}

function isCheck({ expression }: ts.CallExpression): boolean {
	if (!ts.isPropertyAccessExpression(expression)) return false;
	const name = expression.name.text;
	const receiver = expression.expression.getText();
	return CHECKS.includes(name)
		? receiver !== 'Math'
		: CHECKS_OF_TEXT.includes(name) && /^z\b/.test(receiver);
}

/** Words, not a name: a blank is followed by a small letter. */
const isText = (node: ts.Node): boolean =>
	(ts.isStringLiteral(node) || ts.isTemplateExpression(node) || node.kind === TEMPLATE) &&
	/ [a-z]/.test(node.getText());
const TEMPLATE = ts.SyntaxKind.NoSubstitutionTemplateLiteral;

const isMessage = (node: ts.Node) => !/^(call\.)?node$/.test(node.getText());

const isTrue = (node: ts.Node, name: string): node is ts.PropertyAssignment =>
	ts.isPropertyAssignment(node) &&
	node.name.getText() === name &&
	node.initializer.kind === ts.SyntaxKind.TrueKeyword;

/** The text of the code in one line. */
const shown = (node: ts.Node): string => {
	const text = node.getText().replace(/\s+/g, ' ');
	return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
};

const nameOf = (callee: ts.Expression): string =>
	ts.isPropertyAccessExpression(callee) ? callee.name.text : callee.getText();

/** The message of a check, which is text, an object with it, or a function that makes it. */
function messageIn({ arguments: given }: ts.CallExpression): ts.Node | undefined {
	for (const argument of [...given].reverse()) {
		if (isText(argument)) return argument;
		const found = propertyIn(argument, 'message');
		if (found) return found;
	}
	return undefined;
}

function propertyIn(node: ts.Node, name: string): ts.Node | undefined {
	if (ts.isShorthandPropertyAssignment(node) && node.name.text === name) return node.name;
	if (ts.isPropertyAssignment(node) && node.name.getText() === name) return node.initializer;
	return ts.forEachChild(node, (child) => propertyIn(child, name));
}

/** What a field is called that must be filled in: by the call that makes it, or by its own display name. */
function ownerOf(property: ts.PropertyAssignment): string {
	const object = property.parent;
	const display = object.getChildren().length > 0 ? propertyIn(object, 'displayName') : undefined;
	if (ts.isCallExpression(object.parent)) return shown(object.parent.arguments[0] ?? object);
	const spread = object.getText().match(/\.\.\.(\w+)/)?.[1];
	return spread ?? (display ? shown(display) : shown(object));
}

function isInProblems(node: ts.Node): boolean {
	const owner = ts.findAncestor(node, (each) => PROBLEMS.test(declaredName(each)));
	return owner !== undefined;
}

function declaredName(node: ts.Node): string {
	if (ts.isFunctionDeclaration(node)) return node.name?.text ?? '';
	if (!ts.isVariableDeclaration(node) || !ts.isIdentifier(node.name)) return '';
	const isFunction = node.initializer && ts.isFunctionLike(node.initializer);
	return isFunction ? node.name.text : '';
}

/** The constant of this name in the function around it. */
function declarationOf(name: ts.Node): ts.VariableDeclaration | undefined {
	const find = (node: ts.Node): ts.VariableDeclaration | undefined =>
		ts.isVariableDeclaration(node) && node.name.getText() === name.getText() && node.initializer
			? node
			: ts.forEachChild(node, find);
	const block = ts.findAncestor(name, ts.isBlock);
	return block && find(block);
}

/** A message that is no constant comes from a function of problems, or from the problems of another schema. */
function checkOrigin(call: ts.CallExpression): void {
	// What is given to a function of this name is a place itself.
	if (ts.findAncestor(call, ts.isVariableDeclaration)?.name.getText() === 'refuse') return;
	const source = ts.findAncestor(call, ts.isForOfStatement)?.expression.getText() ?? call.getText();
	if (!/\bissues$/.test(source)) checkNames(source);
}

function checkNames(source: string): void {
	const callees = [...source.matchAll(/(\w+)\(/g)].map(([, name = '']) => name);
	const stranger = (callees.length > 0 ? callees : [source]).find((name) => !PROBLEMS.test(name));
	if (stranger) throw new Error(`${stranger} gives problems, so its name must end in Problems`);
}
