// What a check reads of the account: credits, the name of a branding, and templates.

// What a check reads at Signaturit, once for all rows of an account.
import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';
import type { ExecuteCall } from '../../transport/call';
import { endpoints } from '../../transport/endpoints';
import { httpStatusOf, thrownWords, unlessNotFound } from '../../transport/errors/errors';
import { Refusal } from '../../transport/errors/refusal';
import { showValue } from '../../transport/errors/shown';
import { accountEntrySchema, noError, withId } from '../../transport/expected';
import type { FormFields } from '../../transport/form';
import { templatesNamed } from '../../transport/lists/numberedList';
import { read } from '../../transport/request';
import { plainTitle } from '../../transport/same';
import { type Creation } from '../sending/creation';
import { absentTemplates } from '../signature/create/documents';
import { fieldsOfTemplate, unfilledHints } from '../signature/create/templateFields';
import type { RowFindings } from './row';
import { shownFile } from './shown';

async function onceForAccount<Made>(
	call: ExecuteCall,
	what: string,
	make: () => Promise<Made>,
): Promise<Made> {
	return await call.once(`${what} ${await call.account()}`, make);
}

/** A form that one program shows (docs/service.md#credits). */
const creditsSchema = z
	.array(z.object({ type: z.string(), remainingCredits: z.number() }))
	.catch([]);

/**
 * The environment and the credits that are left, as far as the account may be asked for them.
 *
 * @throws NodeApiError when the credential or its token is wrong
 */
export async function accountFacts(call: ExecuteCall): Promise<IDataObject> {
	const { environment } = await call.credential();
	const credits = await onceForAccount(call, 'credits', async () => {
		const expected = { ...noError, what: 'the credits of the account' };
		const reading = read(call, endpoints.credits.left, { expected });
		return await reading.catch((error: unknown) => {
			if (httpStatusOf(error) === 401) throw error;
			return [];
		});
	});
	const creditsLeft = creditsSchema
		.parse(credits)
		.map(({ type, remainingCredits: left }) => ({ type, left }));
	return { environment, ...(creditsLeft.length > 0 && { creditsLeft }) };
}

/** The name of the branding that is chosen; one that the account does not have is a problem. */
export async function brandingNamed(
	call: ExecuteCall,
	{ branding_id: id }: FormFields,
	{ hints, attempt }: RowFindings,
): Promise<string | undefined> {
	if (typeof id !== 'string') return undefined;
	const reading = onceForAccount(call, `branding ${id}`, async () => {
		const expected = withId('the branding', id);
		return await unlessNotFound(read(call, endpoints.branding.one(id), { expected }));
	});
	const found = await reading.catch((error: unknown) => {
		hints.push(`The branding could not be read: ${thrownWords(error)}`);
		return {};
	});
	return await attempt(async () => {
		if (found) return accountEntrySchema.safeParse(found).data?.name;
		throw new Refusal(`There is no branding ${showValue(id)} in this account`, 'model', {
			advice: 'Choose another one under Branding.',
		});
	});
}

/** The files with their pages, then the templates with their fields. A template that is not there is a problem. */
export async function shownDocuments(
	call: ExecuteCall,
	creation: Creation,
	findings: RowFindings,
): Promise<IDataObject[]> {
	const files: IDataObject[] = [];
	// One after the other: reading one takes memory.
	for (const file of creation.files) files.push(await shownFile(file));
	return [...files, ...(await shownTemplates(call, creation, findings))];
}

async function shownTemplates(
	call: ExecuteCall,
	{ fields, files, contents: { templates = [] } }: Creation,
	{ hints, attempt }: RowFindings,
): Promise<IDataObject[]> {
	if (templates.length === 0) return [];
	const key = `templates ${JSON.stringify(templates)}`;
	const reading = onceForAccount(call, key, async () => await templatesNamed(call, templates));
	const found = await reading.catch((error: unknown) => {
		hints.push(`The templates could not be read, nor their fields: ${thrownWords(error)}`);
		return undefined;
	});
	if (!found) return templates.map((template) => ({ template }));
	const shown = templates.map((template) => {
		const one = found.find(({ id, name = '' }) =>
			[id, name].map(plainTitle).includes(plainTitle(template)),
		);
		return { template, ...(one && fieldsOfTemplate(one, fields)) };
	});
	const unseen = shown.flatMap((one) => ('templateId' in one ? [] : one.template));
	// Files may have form fields, which are not read.
	if (unseen.length === 0 && files.length === 0) hints.push(...unfilledHints(fields, found));
	if (unseen.length > 0) {
		const absent = await onceForAccount(call, `absent ${JSON.stringify(unseen)}`, async () =>
			absentTemplates(call, unseen),
		).catch(() => []);
		await attempt(async () => {
			const [first] = absent;
			if (first !== undefined) throw new Refusal(absent.join('\n'), 'model');
		});
		if (absent.length < unseen.length) {
			hints.push(`Signaturit does not tell the fields of ${unseen.map(showValue).join(', ')}`);
		}
	}
	return shown;
}
