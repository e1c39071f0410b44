import { z } from 'zod';
import { documentProblem } from '../../../input/hints';
import { fileSchema, isPdf, type InputFile } from '../../../input/files';
import { isBlank } from '../../../input/schemas';
import { showValue } from '../../../transport/errors/shown';
import { LAST_PAGE, type WidgetContext } from './widget.schema';

export const FILES = 'Input Binary Field(s)';

export const documentSchema = fileSchema(FILES, documentProblem);

const countedFiles = z.array(z.object({ pages: z.number() })).min(1);

/** A page belongs to any of the documents (docs/service.md#widgets), so the pages of all of them must be known. */
export function lastPage({
	files,
	templates,
}: Readonly<Record<string, unknown>>): Pick<WidgetContext, 'lastPage'> {
	const counted = countedFiles.safeParse(files);
	return counted.success && !hasTemplates(templates)
		? { lastPage: Math.max(...counted.data.map(({ pages }) => pages)) }
		: {};
}

const hasTemplates = (templates: unknown) =>
	templates !== undefined && !z.array(z.never()).safeParse(templates).success;

const widgetPages = z
	.array(z.object({ widgets: z.array(z.object({ page: z.unknown() })).catch([]) }))
	.catch([])
	.transform((recipients) => recipients.flatMap(({ widgets }) => widgets.map(({ page }) => page)));

/** Whether widgets name pages, which have to exist, or the last one. */
export const asksForPages = (recipients: unknown): boolean =>
	widgetPages.parse(recipients).some((page) => !isBlank(page));

const OTHER_PLACES = 'Choose At a Position on a Page, or At a Word in the Document';

/** Why the last page is not known, if a widget is there: once for each file. A refused file needs no other reason. */
export function lastPageProblems(
	recipients: unknown,
	{ files = [], templates }: { files?: InputFile[]; templates?: unknown },
): string[] {
	if (!widgetPages.parse(recipients).includes(LAST_PAGE)) return [];
	if (hasTemplates(templates)) {
		return [`Place: the last page of a template is not known. ${OTHER_PLACES}`];
	}
	// Files that are not read yet are left out: their last page may be known later.
	const taken = files.filter((file) => !file.read && documentSchema.safeParse(file).success);
	const counts = [...new Set(taken.map(({ pages }) => pages))];
	if (counts.length > 1 && !counts.includes(undefined)) {
		return [
			`Place: the last page is another one in each file, as they have ${counts.join(' and ')} pages. ${OTHER_PLACES}`,
		];
	}
	return taken
		.filter(({ pages }) => pages === undefined)
		.map(
			(file) =>
				`Place: the last page of ${showValue(file.fileName)} is not known: ${whyUncounted(file)}. ${OTHER_PLACES}`,
		);
}

function whyUncounted({ content, isProtected }: InputFile): string {
	if (!isPdf(content)) return 'only those of PDFs are counted';
	return isProtected
		? 'it is protected with a password'
		: 'its pages cannot be counted, so it may be damaged';
}
