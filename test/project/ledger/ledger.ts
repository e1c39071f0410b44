// The form of the ledger, read from its data in `docs/service`, with its chapters, topics and rows.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';

/** The page that is made from the ledger's data, by its path from the project's root. */
export const PAGE = 'docs/service.md';

/** The folder of the data, by its path from the project's root. */
export const FOLDER = 'docs/service';

/** What stands in the place of a source when there is none. */
export const OUR_GUESS = '**our guess**';

const line = z.string().regex(/^\S(.*\S)?$/, 'must be one line of text');
const text = z.string().trim().min(1);

const rowSchema = z
	.object({
		id: z.string().regex(/^[a-z]+(-[a-z0-9]+)+$/, 'must be words in lower case with hyphens'),
		/** What the service does. */
		what: line,
		/** Pages, files of public programs, or that it is our guess. */
		source: line,
		certainty: z.enum(['high', 'medium', 'low', 'guess']),
		/** The names of tests by their files' paths from the root. */
		test: z.record(z.union([line, z.array(line).min(2)])),
		/** Where to look first when the real service disagrees. */
		look: line,
		/** Of the guesses that matter most: its place among them. */
		matters: z.object({ rank: z.number().int(), ifWrong: line }).strict().optional(),
	})
	.strict();

const chapterSchema = z
	.object({
		title: line,
		topics: z
			.array(
				z.object({ title: line, prose: line.optional(), rows: z.array(rowSchema).min(1) }).strict(),
			)
			.min(1),
	})
	.strict();

const pageSchema = z
	.object({
		title: line,
		intro: text,
		mattering: z.object({ title: line, prose: text }).strict(),
		/** The names of the chapters' files, in the page's order. */
		chapters: z.array(line),
		/** Addresses of the pages that rows name as their sources, by their labels. */
		links: z.record(z.string().url()),
	})
	.strict();

export type Chapter = z.infer<typeof chapterSchema>;
export type Topic = Chapter['topics'][number];

/** A behaviour of the service. */
export type Row = Topic['rows'][number] & {
	/** Anchor of the topic. */
	topic: string;
};

/** All that is believed about the service. */
export type Ledger = Omit<z.infer<typeof pageSchema>, 'chapters'> & { chapters: Chapter[] };

/** Parses a chapter. @throws Error with the place of what is wrong */
export const readChapter = (name: string, yaml: string): Chapter =>
	parsed(chapterSchema, name, yaml);

/** Reads the project's ledger. @throws Error with the place of what is wrong */
export function readLedger(): Ledger {
	const read = (name: string) => readFileSync(join(__dirname, '../../..', FOLDER, name), 'utf8');
	const page = parsed(pageSchema, 'page.yaml', read('page.yaml'));
	return { ...page, chapters: page.chapters.map((name) => readChapter(name, read(name))) };
}

/** The rows of a ledger, in its order. */
export const rowsOf = ({ chapters }: Pick<Ledger, 'chapters'>): Row[] =>
	chapters.flatMap(({ topics }) =>
		topics.flatMap(({ title, rows }) => rows.map((row) => ({ ...row, topic: anchorOf(title) }))),
	);

/** The anchor of a heading, as GitHub derives it from the title. */
export const anchorOf = (title: string): string =>
	title
		.toLowerCase()
		.replace(/[^\p{L}\p{N} _-]/gu, '')
		.replaceAll(' ', '-');

function parsed<Schema extends z.ZodTypeAny>(
	schema: Schema,
	name: string,
	yaml: string,
): z.output<Schema> {
	const { data, error } = schema.safeParse(parse(yaml)) as z.SafeParseReturnType<
		unknown,
		z.output<Schema>
	>;
	if (!error) return data;
	const problems = error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
	throw new Error(`${FOLDER}/${name}, ${problems.join('; ')}`);
}
