import { RuleTester, type Rule } from 'eslint';

const rules =
	jest.requireActual<Record<'first-line' | 'short-sentences', Rule.RuleModule>>('./rules.js');

const ofWords = (count: number) => `A${' word'.repeat(count - 1)}.`;

new RuleTester().run('first-line', rules['first-line'], {
	valid: [
		'// What one finds here.\n\nconst one = 1;',
		`// ${ofWords(20)}\n\nconst one = 1;`,
		'// n8n has what one finds here, e.g. for all rows.\n\n// Why it is so.\nconst one = 1;',
	],
	invalid: [
		'const one = 1;',
		'// Its first line goes on\n// in a second one.\n\nconst one = 1;',
		'// Nothing parts it from the code.\nconst one = 1;',
		'// no sentence\n\nconst one = 1;',
		'// What one finds here. And how it works.\n\nconst one = 1;',
		'/** What one finds here. */\n\nconst one = 1;',
		`// ${ofWords(21)}\n\nconst one = 1;`,
	].map((code) => ({ code, errors: 1 })),
});

new RuleTester().run('short-sentences', rules['short-sentences'], {
	valid: [
		`// ${ofWords(34)} ${ofWords(34)}\nconst one = 1;`,
		`/**\n * ${ofWords(20)}\n *\n * @param one ${ofWords(30)}\n * @returns ${ofWords(30)}\n */\nconst one = 1;`,
		`/**\n * ${ofWords(20).slice(0, -1)}\n * - ${ofWords(30)}\n */\nconst one = 1;`,
		`const one = '${ofWords(40)}';`,
	],
	invalid: [
		{ code: `// ${ofWords(35)}\nconst one = 1;`, errors: 1 },
		{ code: `/** ${ofWords(3)} ${ofWords(35)} */\nconst one = 1;`, errors: 1 },
		{ code: `// A${' word'.repeat(17)}\n// ${'word '.repeat(17)}end.\nconst one = 1;`, errors: 1 },
		{ code: `// A sentence, e.g. One${' word'.repeat(32)}.\nconst one = 1;`, errors: 1 },
	],
});
