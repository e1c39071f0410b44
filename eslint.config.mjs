// n8n's own lint runs by `npm run lint:n8n`, on a copy of what is published: with n8n's configuration, in strict mode.
// `npx n8n-node lint` stops at this file, because it is not n8n's. It has more rules, and covers the tests too, where
// n8n's rules for nodes are wrong.
import { n8nCommunityNodesPlugin } from '@n8n/eslint-plugin-community-nodes';
import n8nNodesBase from 'eslint-plugin-n8n-nodes-base';
import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';
import comments from './test/project/comments/rules.js';
import n8nContext from './test/project/n8nContext/rule.js';

const published = ['nodes/**/*.ts', 'credentials/**/*.ts'];
const nodesBase = (files, rules, off = {}) => ({
	files,
	plugins: { 'n8n-nodes-base': n8nNodesBase },
	rules: { ...n8nNodesBase.configs[rules].rules, ...off },
});

/** What the nodes must not do, with what they do instead, but for these. */
function notInNodes(...allowed) {
	const rules = {
		errors: {
			selector:
				'MemberExpression[property.name="httpCode"], MemberExpression[object.property.name="context"][property.name!="itemIndex"], AssignmentExpression[left.property.name=/^(message|description)$/]',
			message:
				'An error says what its problem says: read it by `problemOf`, and change it by `changed`, of transport/errors/errors.ts.',
		},
		call: {
			selector:
				':function[params.0.name="this"] ThisExpression:not(CallExpression[callee.name="enter"] > ThisExpression), NewExpression[callee.name="Call"], CallExpression[callee.property.name=/^(call|apply|bind)$/]',
			message: "An entry gives n8n's `this` to `enter`. Functions behind it take the call first.",
		},
		shown: {
			selector:
				'MemberExpression[property.name=/^(logger|addExecutionHints|__emitError)$/], ObjectPattern > Property[key.name=/^(logger|addExecutionHints|__emitError)$/]',
			message:
				'What n8n shows passes the filter for access tokens: use the `Call`, or transport/entry.ts.',
		},
	};
	return Object.keys(rules)
		.filter((name) => !allowed.includes(name))
		.map((name) => rules[name]);
}

export default tseslint.config(
	{
		ignores: [
			'dist/',
			'demo-output/',
			'coverage/',
			'**/node_modules/',
			'test/service/pages/assets/',
		],
	},
	// 250 lines, and the first line with the blank one below it.
	{ files: ['**/*.{ts,js,mjs,cjs}'], rules: { 'max-lines': ['error', 252] } },
	// A file of tests has a subject, too, and each of its tests stands by itself.
	{ files: ['test/**/*.test.ts'], rules: { 'max-lines': ['error', 400] } },
	{
		files: ['test/**/*.ts'],
		rules: {
			'no-restricted-syntax': [
				'error',
				{
					selector:
						'CallExpression[callee.name="it"][arguments.length>2], CallExpression[callee.callee.object.name="it"][arguments.length>2], CallExpression[callee.name=/^(before|after)(All|Each)$/][arguments.length>1], CallExpression[callee.object.name="jest"][callee.property.name="setTimeout"]',
					message:
						'No test has a limit of its own: jest.config.js has one that only ends what hangs.',
				},
			],
		},
	},
	{
		files: ['**/*.ts'],
		plugins: { comments: { rules: comments } },
		rules: { 'comments/short-sentences': 'error' },
	},
	{
		files: [...published, 'test/**/*.ts'],
		// What a file of tests is about, its name and its `describe` say.
		ignores: ['test/**/*.test.ts'],
		rules: { 'comments/first-line': 'error' },
	},
	{ files: ['**/*.ts'], extends: [tseslint.configs.strict, tseslint.configs.stylistic] },
	{
		files: ['**/*.ts'],
		rules: {
			'@typescript-eslint/no-explicit-any': 'error',
			'@typescript-eslint/array-type': 'off',
			'@typescript-eslint/consistent-type-imports': 'error',
			// TypeScript says it itself, but for the error of a `catch`, and the linter would look through all scopes for it.
			'@typescript-eslint/no-unused-vars': 'off',
		},
	},
	{ ...n8nCommunityNodesPlugin.configs.recommended, files: [...published, 'package.json'] },
	{
		files: published,
		rules: {
			// As in n8n's stock configuration: a property that is left out counts as unused.
			'@typescript-eslint/no-unused-vars': 'error',
			'no-restricted-imports': [
				'error',
				{
					name: 'n8n-workflow',
					importNames: ['sleepWithAbort'],
					message: 'n8n 2.41 has no such function: use transport/deadline.ts.',
				},
			],
		},
	},
	{
		// Texts come from strangers, so no pattern takes time that grows with the square of a text.
		files: published,
		plugins: { regexp },
		rules: {
			'regexp/no-super-linear-backtracking': 'error',
			'regexp/no-super-linear-move': 'error',
			'no-restricted-properties': [
				'error',
				{
					object: 'URL',
					property: 'canParse',
					message: 'Node 20 answers wrongly: use urlOf of transport/hosts.ts.',
				},
			],
		},
	},
	{ files: ['nodes/**/*.ts'], rules: { 'no-restricted-syntax': ['error', ...notInNodes()] } },
	{
		files: ['nodes/Signaturit/transport/errors/errors.ts', 'nodes/Signaturit/n8n/errorView.ts'],
		rules: { 'no-restricted-syntax': ['error', ...notInNodes('errors')] },
	},
	{
		// The one request whose context n8n must be given.
		files: ['nodes/Signaturit/transport/ask.ts'],
		rules: { 'no-restricted-syntax': ['error', ...notInNodes('call')] },
	},
	{
		// Calls, and the one context of which none can be made.
		files: ['call', 'entry'].map((name) => `nodes/Signaturit/transport/${name}.ts`),
		rules: { 'no-restricted-syntax': ['error', ...notInNodes('call', 'shown')] },
	},
	{
		files: ['nodes/Signaturit/methods/credentialTest.ts'],
		rules: { 'no-restricted-syntax': ['error', ...notInNodes('call', 'shown')] },
	},
	{
		files: ['nodes/**/*.ts'],
		ignores: ['nodes/Signaturit/n8n/**'],
		languageOptions: {
			parserOptions: { project: './tsconfig.json', tsconfigRootDir: import.meta.dirname },
		},
		plugins: { project: { rules: { 'n8n-context': n8nContext } } },
		rules: { 'project/n8n-context': 'error' },
	},
	{
		files: ['package.json'],
		languageOptions: {
			parser: tseslint.parser,
			parserOptions: { extraFileExtensions: ['.json'] },
		},
		plugins: { 'n8n-nodes-base': n8nNodesBase },
		rules: n8nNodesBase.configs.community.rules,
	},
	nodesBase(['credentials/**/*.ts'], 'credentials', {
		// Wants a camelCased page name on docs.n8n.io, which only n8n's own credentials have.
		'n8n-nodes-base/cred-class-field-documentation-url-miscased': 'off',
	}),
	nodesBase(['nodes/**/*.ts'], 'nodes', {
		// Want the literal 'main', which n8n's newer rule node-connection-type-literal forbids.
		'n8n-nodes-base/node-class-description-inputs-wrong-regular-node': 'off',
		'n8n-nodes-base/node-class-description-inputs-wrong-trigger-node': 'off',
		'n8n-nodes-base/node-class-description-outputs-wrong': 'off',
	}),
	{
		// These patterns match only names that are not in camel case.
		files: ['nodes', 'test', 'examples'].flatMap((folder) =>
			['[!a-z]*', '*[-_ ]*'].map((name) => `${folder}/**/${name}.{ts,mjs,js}`),
		),
		ignores: ['nodes/**/*.node.ts'],
		rules: {
			'no-restricted-syntax': [
				'error',
				{
					selector: 'Program',
					message:
						'Call the file by a name in camel case, as in n8n; only a class that n8n loads by its name begins with a capital.',
				},
			],
		},
	},
);
