import { UserError, type INode } from 'n8n-workflow';
import { choicesField, choicesOf, switchField, option } from '../../input/fields';
import { locatorValue, signatureLocator } from '../../input/locators';
import { fieldValue, isOn } from '../../input/values';
import { endpoints } from '../../transport/endpoints';
import { errorAbout } from '../../transport/errors/errors';
import {
	type DeliveryFile,
	deliveryFiles,
	downloadFiles,
	fileEntry,
	type FileKind,
	missingEntries,
	isExpected,
} from '../../transport/files/deliveryFiles';
import type { FailedDownload } from '../../transport/files/missingFile';
import { readAs } from '../../transport/request';
import { deliveryWithId } from '../deliveries';
import { type Operation } from '../operation';

const includeField = choicesField('Include', 'include', {
	required: true,
	options: [
		option('Attachments', 'attachments', 'ZIP files with what the signers attached, if anything'),
		option('Audit Trails', 'auditTrail', 'PDFs that prove who did what and when'),
		option('Signed PDFs', 'signed', 'The documents with the signatures'),
	],
	default: ['signed', 'auditTrail', 'attachments'],
	description:
		'Which files to download of each document, into the binary fields signed_1, auditTrail_1, attachments_1, signed_2 …',
});

const skipMissingField = switchField('Go On Without Missing Files', 'skipMissing', {
	description:
		'Whether to list files that are not available yet in the field filesMissing, instead of ending with an error',
});

const EMPTY = 'An evidence pack has no files, because none is available.';
const SEE_REASONS = 'The output says why under "filesMissing".';

/** GET /v3/signatures/{id}.json, then a download for each document and kind of file, into one item. */
export const getEvidencePack: Operation = {
	name: 'Get Evidence Pack',
	action: 'Get the signed files and proofs of a request',
	description:
		'Download the signed PDFs, audit trails and attachments of all documents of a request at once',
	reads: true,
	fields: [signatureLocator, includeField],
	options: [skipMissingField],
	async run(call, item) {
		const id = locatorValue(call, signatureLocator, item);
		const kinds = fieldValue(call, 'include', item, choicesOf<FileKind>(includeField));
		if (kinds.length === 0) throw new UserError('Include: choose at least one kind of file');
		const skipMissing = isOn(call, skipMissingField, item, 'options.');

		const { records } = await readAs(call, endpoints.signature.one(id), {
			schema: deliveryWithId(id).refine((request) => request.records.length > 0),
			what: 'a signature request with documents',
		});
		const files = deliveryFiles('signature', id, records, () => kinds);
		const { binary, present, missing } = await downloadFiles(call, files, {
			onFailed: (file, failed) => throwUnlessSkipped(call.node, file, failed, skipMissing),
		});
		const filesMissing = missingEntries(
			missing.filter(({ file }) => isExpected(file.kind, file.record)),
		);
		const reasons = filesMissing ? ` ${SEE_REASONS}` : '';
		if (present.length === 0) call.hint('warning', EMPTY + reasons);
		const json = { signatureId: id, files: present.map(fileEntry) };
		return [{ json: { ...json, ...(filesMissing && { filesMissing }) }, binary }];
	},
};

/** @throws NodeApiError about the file, unless it is no error that it is missing */
function throwUnlessSkipped(
	node: INode,
	file: DeliveryFile,
	{ error, isMissing }: FailedDownload,
	skipMissing: boolean,
): void {
	if (isMissing && (skipMissing || !isExpected(file.kind, file.record))) return;
	const advice = 'Turn on "Go On Without Missing Files" to get the files that are there.';
	throw errorAbout(node, error, `"${file.fileName}"`, isMissing ? advice : '');
}
