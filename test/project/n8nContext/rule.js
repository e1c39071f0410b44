// A rule for ESLint, with types: only the room nodes/Signaturit/n8n/ may take from n8n what its types do not promise.

const ts = require('typescript');

const OF_N8N = /\/n8n-workflow\//;
/** n8n's contexts, and the parts of which they and their helpers are made. */
const CONTEXT = /^(I\w+Functions|\w+HelperFunctions|FunctionsBase)$/;
/** They lead to values without types. */
const UNTYPED = ['getWorkflowDataProxy', 'evaluateExpression'];

const messages = {
	asserted: "No `as` for n8n's context, or for what it gives.",
	widened: "n8n's context goes here as a type that promises other properties, or none.",
	untyped: '{{name}} gives values without types.',
	copied: "n8n's context is not copied, changed, or read by a name.",
	sought: "n8n's types have no {{name}} here.",
};
const ADVICE = ' Make a function in nodes/Signaturit/n8n/, which says what happens without it.';

function create(context) {
	const { program, esTreeNodeToTSNodeMap, getTypeAtLocation } = context.sourceCode.parserServices;
	const checker = program.getTypeChecker();

	const constraintOf = (type) => checker.getBaseConstraintOfType(type) ?? type;
	const isNamed = (symbol) =>
		symbol !== undefined &&
		CONTEXT.test(symbol.name) &&
		(symbol.declarations ?? []).some((each) => OF_N8N.test(each.getSourceFile().fileName));
	const isContextType = (type) => {
		const whole = constraintOf(type);
		if (isNamed(whole.aliasSymbol) || isNamed(whole.symbol)) return true;
		return whole.isUnionOrIntersection() && whole.types.some(isContextType);
	};
	const isContext = (node) => isContextType(getTypeAtLocation(node));

	const variableOf = (identifier) => {
		let scope = context.sourceCode.getScope(identifier);
		while (scope && !scope.set.has(identifier.name)) scope = scope.upper;
		return scope?.set.get(identifier.name);
	};

	/** The variable's value, if the variable is a constant that has one. */
	const valueOf = (identifier) => {
		const { node } = variableOf(identifier)?.defs[0] ?? {};
		const isConstant = node?.type === 'VariableDeclarator' && node.id.type === 'Identifier';
		return isConstant && node.parent.kind === 'const' ? node.init : undefined;
	};

	/** Whether it is, or is read from, a constant of the module: there is no context yet. To find its type takes long. */
	const isOfModule = (node) => {
		if (node.type === 'MemberExpression') return isOfModule(node.object);
		if (node.type !== 'Identifier') return false;
		const { scope, defs = [] } = variableOf(node) ?? {};
		return scope?.type === 'module' && defs[0]?.parent?.kind !== 'let';
	};

	/** Whether a value is n8n's context, is read from it, or is what one of its methods gives. */
	const isFromContext = (node, depth = 0) => {
		if (!node || depth > 20) return false;
		const isFrom = (...parts) => parts.some((part) => isFromContext(part, depth + 1));
		switch (node.type) {
			case 'AwaitExpression':
				return isFrom(node.argument);
			case 'ChainExpression':
			case 'TSAsExpression':
			case 'TSNonNullExpression':
			case 'TSSatisfiesExpression':
				return isFrom(node.expression);
			case 'LogicalExpression':
				return isFrom(node.left, node.right);
			case 'ConditionalExpression':
				return isFrom(node.consequent, node.alternate);
			case 'CallExpression':
				return node.callee.type === 'MemberExpression' && isFrom(node.callee);
			case 'MemberExpression':
				return isContext(node) || isContext(node.object) || isFrom(node.object);
			case 'Identifier':
				return isContext(node) || isFrom(valueOf(node));
			default:
				return isContext(node);
		}
	};

	const report = (node, messageId, data) => context.report({ node, messageId, data });

	/** Whether a value goes somewhere as a whole: it is neither read nor called, nor the name of something. */
	const isHandedOn = (node) => {
		const { parent } = node;
		if (/^(TS|Import|Export|Function)/.test(parent.type)) return false;
		const names = [parent.property, parent.key, parent.id, parent.callee];
		const isNamed = names.includes(node) && !(parent.computed && parent.property === node);
		return !isNamed && !(parent.type === 'MemberExpression' && parent.object === node);
	};

	/** Where a context goes, it must not become more, or something that can be read in any way. */
	const checkUse = (node) => {
		if (!isHandedOn(node) || isOfModule(node) || !isContext(node)) return;
		if (node.parent.type === 'SpreadElement') report(node, 'copied');
		const tsNode = esTreeNodeToTSNodeMap.get(node);
		const wanted = ts.isExpression(tsNode) && checker.getContextualType(tsNode);
		if (!wanted || isTypeOfArgument(wanted)) return;
		if (!isServed(wanted, getTypeAtLocation(node))) report(node, 'widened');
	};
	/** The function takes it as what it is: `<Context>(n8n: Context)`. */
	const isTypeOfArgument = (type) => (type.flags & ts.TypeFlags.TypeParameter) !== 0;
	/** Whether a context of this type has all that may be read of it as the other one. */
	const isServed = (wanted, own) => {
		const parts = wanted.isUnion() ? wanted.types : [wanted];
		return parts.some((part) => {
			const isObject = (part.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) !== 0;
			const properties = propertiesOf(part);
			const hasAll = properties.every((name) => hasProperty(own, name));
			return isObject && properties.length > 0 && hasAll;
		});
	};
	const propertiesOf = (type) => {
		const whole = constraintOf(type);
		const parts = whole.isUnion() ? whole.types : [whole];
		return parts.flatMap((part) => part.getProperties().map(({ name }) => name));
	};
	const hasProperty = (type, name) => propertiesOf(type).includes(name);

	return {
		TSAsExpression(node) {
			const isConst = node.typeAnnotation.typeName?.name === 'const';
			if (!isConst && isFromContext(node.expression)) report(node, 'asserted');
		},
		Identifier: checkUse,
		MemberExpression(node) {
			checkUse(node);
			const { name = node.property.value } = node.property;
			if (UNTYPED.includes(name) && isContext(node.object)) report(node, 'untyped', { name });
		},
		ThisExpression: checkUse,
		VariableDeclarator({ id, init }) {
			if (id.type !== 'ObjectPattern' || !init || !isContext(init)) return;
			for (const property of id.properties) {
				const name = property.key?.name;
				if (UNTYPED.includes(name)) report(property, 'untyped', { name });
			}
		},
		NewExpression(node) {
			if (node.callee.name === 'Proxy' && node.arguments.some(isContext)) report(node, 'copied');
		},
		CallExpression(node) {
			const isOfObjects = /^(Object|Reflect)$/.test(node.callee.object?.name);
			if (isOfObjects && node.arguments.some(isContext)) report(node, 'copied');
		},
		BinaryExpression(node) {
			const { operator, left, right } = node;
			if (operator !== 'in' || !isContext(right)) return;
			const name = String(left.value);
			if (!hasProperty(getTypeAtLocation(right), name)) report(node, 'sought', { name });
		},
	};
}

module.exports = {
	meta: {
		type: 'problem',
		schema: [],
		messages: Object.fromEntries(
			Object.entries(messages).map(([id, message]) => [id, message + ADVICE]),
		),
	},
	create,
};
