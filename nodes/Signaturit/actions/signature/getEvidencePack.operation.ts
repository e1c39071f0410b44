import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';
import { z } from 'zod';
import { validated } from '../../input/checks';
import { locatorValue, signatureLocator } from '../../input/locators';
import { mapBounded } from '../../transport/concurrency';
import { endpoints } from '../../transport/endpoints';
import { apiError, errorAbout } from '../../transport/errors';
import { withThisId } from '../../transport/expected';
import { faultOfContent } from '../../transport/fault';
import { downloadFile } from '../../transport/files/download';
import { serviceFiles } from '../../transport/files/serviceFiles';
import { read } from '../../transport/request';
import { deliverySchema } from '../../transport/shapes';
import { hintOnce } from '../hintOnce';
import { isAbsentFile, isRefusedFile, missingFileError } from '../missingFile';
import type { Operation } from '../operation';
import { missingEntry, packEntry, packFiles, packKinds, type PackFile } from './evidencePack';

/** Enough to hide the service's delays, few enough not to burden it. */
const DOWNLOADS_AT_ONCE = 5;

const NO_KIND = 'Include: choose at least one kind of file';

const includeSchema = z
	.array(
		z.enum(packKinds, {
			errorMap: () => ({ message: `Include: choose only ${packKinds.join(', ')}` }),
		}),
		{ message: NO_KIND },
	)
	.min(1, { message: NO_KIND });

/**
 * GET /v3/signatures/{id}.json, then a download for each document and kind of file. All files are binary
 * fields of one item. A file that is not available is an error, or is listed under `missing`.
 */
export const getEvidencePack: Operation = {
	name: 'Get Evidence Pack',
	action: 'Get the evidence pack of a signature request',
	description:
		'Download the signed PDFs, audit trails and attachments of all documents of a request at once',
	reads: true,
	fields: [
		signatureLocator,
		{
			displayName: 'Include',
			name: 'include',
			type: 'multiOptions',
			required: true,
			options: [
				{
					name: 'Attachments',
					value: 'attachments',
					description: 'ZIP files with what the signers attached, if anything',
				},
				{
					name: 'Audit Trails',
					value: 'auditTrail',
					description: 'PDFs that prove who did what and when',
				},
				{ name: 'Signed PDFs', value: 'signed', description: 'The documents with the signatures' },
			],
			default: ['signed', 'auditTrail', 'attachments'],
			description:
				'Which files to download of each document. They come in the binary fields signed_1, auditTrail_1, attachments_1, signed_2 and so on.',
		},
	],
	options: [
		{
			displayName: 'Skip Missing Files',
			name: 'skipMissing',
			type: 'boolean',
			default: false,
			description:
				'Whether to list files that are not available yet under "filesMissing" in the output, each with the reason, instead of ending with an error',
		},
	],
	async run(item) {
		const id = locatorValue.call(this, signatureLocator, item);
		const kinds = validated(includeSchema, this.getNodeParameter('include', item));
		const skipMissing = this.getNodeParameter('options.skipMissing', item, false) as boolean;

		const what = 'a signature request with documents';
		const expected = withThisId(what, id);
		const answer = await read.call(this, endpoints.signature.one(id), {}, { expected });
		const { records = [] } = deliverySchema.safeParse(answer).data ?? {};
		if (records.length === 0) throw apiError(this.getNode(), faultOfContent(what));
		const wanted = packFiles(records, kinds);
		const pack = await mapBounded(wanted.length, DOWNLOADS_AT_ONCE, async (index) => {
			const file = wanted[index] as PackFile;
			return { file, ...(await download.call(this, id, file, skipMissing)) };
		});

		const there = pack.flatMap(({ file, binary }) => (binary ? [{ file, binary }] : []));
		const missing = pack.flatMap(({ file, reason }) =>
			reason !== undefined && file.expected ? [missingEntry(file, reason)] : [],
		);
		if (there.length === 0) hintAtEmptyPacks(this);
		return [
			{
				json: {
					signatureId: id,
					files: there.map(({ file }) => packEntry(file)),
					filesMissing: missing,
				},
				binary: Object.fromEntries(there.map(({ file, binary }) => [file.field, binary])),
			},
		];
	},
};

/** Downloads one file of the pack, or says why it is not available when that is no error. */
async function download(
	this: IExecuteFunctions,
	signatureId: string,
	{ kind, documentId, fileName, expected, absence }: PackFile,
	skipMissing: boolean,
): Promise<{ binary?: IBinaryData; reason?: string }> {
	const { name, format } = serviceFiles[kind];
	const path = endpoints.signature.download(signatureId, documentId, name);
	const [result] = await Promise.allSettled([
		downloadFile.call(this, path, format, () => fileName),
	]);
	if (result.status === 'fulfilled') return { binary: result.value };

	const error: unknown = result.reason;
	const node = this.getNode();
	const subject = `"${fileName}"`;
	if (!isRefusedFile(error) || (!isAbsentFile(error) && !absence)) {
		throw errorAbout(node, error, subject);
	}
	const shown = absence ? missingFileError(node, error, absence) : error;
	if (skipMissing || !expected) return { reason: shown.message };
	const advice = 'Turn on "Skip Missing Files" to get the files that are there.';
	throw errorAbout(node, shown, subject, advice);
}

/** Tells the user that a pack is empty: with *Skip Missing Files* that is no error. */
function hintAtEmptyPacks(context: IExecuteFunctions): void {
	const message =
		'An evidence pack has no files, because none is available. The output says why under "filesMissing".';
	hintOnce.call(context, message, 'warning');
}
