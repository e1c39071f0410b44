// Two rules for ESLint: every file begins by saying what one finds in it, and no sentence of a comment is long.

const MOST_WORDS = { firstLine: 20, sentence: 34 };

const wordsIn = (text) => text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;

/** The sentence in a file's first line; `undefined` if the line is something else. */
const firstSentence = (text) => /^\/\/ ((?:[A-Z`*]|n8n).*[^.]\.)(?:\n\n|\n?$)/.exec(text)?.[1];

const firstLine = {
	meta: { type: 'suggestion', schema: [] },
	create: (context) => ({
		Program(node) {
			const sentence = firstSentence(context.sourceCode.text);
			const message =
				sentence === undefined
					? 'Begin with a line of its own: "// ", and in one sentence what one finds in this file. Then a blank line.'
					: wordsIn(sentence) > MOST_WORDS.firstLine || /[.!?] [A-Z]/.test(sentence)
						? `The first line is one sentence of at most ${MOST_WORDS.firstLine} words.`
						: undefined;
			if (message) context.report({ node, loc: { line: 1, column: 0 }, message });
		},
	}),
};

/** The texts of a file's comments; line comments that follow each other are one. */
function commentsOf(all) {
	const texts = [];
	for (const { type, value, loc } of all) {
		const last = texts.at(-1);
		const text = type === 'Block' ? value.replace(/^[ \t]*\*+/gm, '') : value;
		const goesOn = type === 'Line' && last?.type === type && last.end === loc.start.line - 1;
		if (goesOn && !isDirective(text))
			Object.assign(last, { text: `${last.text}\n${text}`, end: loc.end.line });
		else texts.push({ type, text, line: loc.start.line, end: loc.end.line });
	}
	return texts;
}

const isDirective = (text) => /^\s*(eslint|@ts-|prettier)/.test(text);

/** The sentences of a comment. A tag, an entry of a list and a row of a table begin another one. */
const sentencesOf = (text) =>
	text
		.split(/\n\s*(?=@\w|[-•|]\s|\d+\. |\n)|\n\s*\n/)
		.flatMap((part) =>
			part
				.replace(/\s+/g, ' ')
				.split(/(?<=[.!?]\)?|:)(?<!\b(?:e\.g|i\.e|cf)\.) (?=["'*(]*(?:[A-Z0-9`]|n8n))/),
		)
		.map((sentence) => sentence.trim());

const shortSentences = {
	meta: { type: 'suggestion', schema: [] },
	create: (context) => ({
		Program(node) {
			for (const { text, line } of commentsOf(context.sourceCode.getAllComments())) {
				for (const sentence of sentencesOf(text)) {
					const count = wordsIn(sentence);
					if (count <= MOST_WORDS.sentence) continue;
					const message = `A sentence of ${count} words; at most ${MOST_WORDS.sentence}: "${sentence.slice(0, 40)}…"`;
					context.report({ node, loc: { line, column: 0 }, message });
				}
			}
		},
	}),
};

module.exports = { 'first-line': firstLine, 'short-sentences': shortSentences };
