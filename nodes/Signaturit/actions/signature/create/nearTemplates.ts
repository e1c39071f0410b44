import { NodeApiError } from 'n8n-workflow';
import type { ExecuteCall } from '../../../transport/call';
import { endpoints } from '../../../transport/endpoints';
import { isRefusal, withLines } from '../../../transport/errors/errors';
import { showValue } from '../../../transport/errors/shown';
import { createOnce } from '../../sending/once';
import { readEntries } from '../../../transport/lists/lists';
import { templateSchema } from '../../../transport/shapes';

/** How many templates of the account are compared, and how many of them are named, at most. */
const MOST_READ = 200;
const MOST_NAMED = 5;

const plain = (name: string) =>
	name
		.normalize('NFKD')
		.toLowerCase()
		.replace(/[^\p{L}\p{N}]/gu, '');

/**
 * Adds to the error of a creation the templates of the account whose names are near to those that are not there; the
 * first ones, if none is near.
 *
 * @param wanted IDs or hashtags
 */
async function withNearTemplates(
	call: ExecuteCall,
	error: unknown,
	wanted: readonly string[] = [],
): Promise<void> {
	if (!(error instanceof NodeApiError) || !isRefusal(error)) return;
	if (wanted.length === 0 || !/template/i.test(`${error.message} ${error.description}`)) return;
	const list = readEntries(call, { list: endpoints.template.list }, undefined, {
		limit: MOST_READ,
	});
	const { entries } = await list.catch(() => ({ entries: [] }));
	const names = entries.flatMap((entry) => {
		const { id, name } = templateSchema.safeParse(entry).data ?? {};
		return id === undefined ? [] : [{ id, name: name ?? id }];
	});
	const absent = wanted.filter((one) => !names.some(({ id, name }) => [id, name].includes(one)));
	const lines = absent.flatMap((one) => {
		const near = names.filter(
			({ name }) => plain(name).includes(plain(one)) || plain(one).includes(plain(name)),
		);
		const named = (near.length > 0 ? near : names).slice(0, MOST_NAMED);
		const shown = named.map(({ id, name }) => `${showValue(name)} (${id})`).join(', ');
		return shown ? [`There is no template ${showValue(one)}. There is ${shown}.`] : [];
	});
	withLines(error, lines);
}

/** As `createOnce`. The error of templates that are not there names the nearest. */
export const createRequest: typeof createOnce = async (call, item, note, describe) => {
	let wanted: readonly string[] | undefined;
	return await createOnce(call, item, note, async () => {
		const described = await describe();
		wanted = described.contents.templates;
		return described;
	}).catch(async (error: unknown) => {
		await withNearTemplates(call, error, wanted);
		throw error;
	});
};
