import {
	body,
	documents,
	file,
	header,
	status,
	value,
	type Planted,
	type Request,
} from './changes';

/** Other behaviour of documents and their files. */
export const plantedFiles: Planted[] = [
	{
		what: 'one document holds all files',
		where: ['request'],
		change: body((old: Request) => ({
			...old,
			documents: old.documents.filter((_, index) => index % 2 === 0),
		})),
		row: 'document-per-signer-and-file',
	},
	{
		what: 'a document has no date',
		where: ['request'],
		change: documents((document) => ({ ...document, created_at: undefined })),
		row: 'document-fields',
	},
	{
		what: 'Word files have pages',
		where: ['Word request'],
		change: value('file', { name: 'third.docx', pages: 1, size: 1 }),
		row: 'document-word-no-pages',
	},
	{
		what: 'files are of any type',
		where: ['sent PDF'],
		change: header('content-type', 'application/octet-stream'),
		row: 'download-types',
	},
	{
		what: 'a PDF ends early',
		where: ['sent PDF'],
		change: file({ isWholePdf: false }),
		row: 'download-pdf-begin-and-end',
	},
	{
		what: 'a file has other bytes each time',
		where: ['sent PDF again'],
		change: file({ sha256: 'n8n' }),
		row: 'download-same-bytes',
	},
	{
		what: 'the name of a file is not given',
		where: ['sent PDF'],
		change: header('content-disposition', 'attachment'),
		row: 'download-file-name',
	},
	{
		what: 'a download that fails answers a page',
		where: ['attachments of an open request'],
		change: body(() => '<html>Not found</html>'),
		row: 'download-errors-json',
	},
	{
		what: 'the audit trail of one document cannot be generated',
		where: ['generation of the audit trail of a document'],
		change: status(404, 'Not found'),
		row: 'trail-generate-document',
	},
	{
		what: 'audit trails are generated document by document only',
		where: ['generation of the audit trail'],
		change: status(404, 'Not found'),
		row: 'trail-generate',
	},
	{
		what: 'the generation of audit trails answers 200',
		where: ['generation of the audit trail'],
		change: status(200),
		row: 'trail-generate-202',
	},
	{
		what: 'a file of more than 15 MB is accepted',
		where: ['creation with a file of more than 15 MB'],
		change: status(201),
		row: 'file-size-15-mb',
	},
	{
		what: 'a gateway breaks off a file of more than 15 MB',
		where: ['creation with a file of more than 15 MB'],
		change: status(413, 'Too large'),
		row: 'file-size-refusal',
	},
];
