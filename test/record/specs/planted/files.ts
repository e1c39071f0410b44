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
		row: 'documents: A request has one document for each signer and',
	},
	{
		what: 'a document has no date',
		where: ['request'],
		change: documents((document) => ({ ...document, created_at: undefined })),
		row: 'documents: A document has `id`, `created_at`',
	},
	{
		what: 'Word files have pages',
		where: ['Word request'],
		change: value('file', { name: 'third.docx', pages: 1, size: 1 }),
		row: 'documents: DOC and DOCX files have no page count.',
	},
	{
		what: 'files are of any type',
		where: ['sent PDF'],
		change: header('content-type', 'application/octet-stream'),
		row: 'downloads: Files are `application/pdf` or',
	},
	{
		what: 'a PDF ends early',
		where: ['sent PDF'],
		change: file({ isWholePdf: false }),
		row: 'downloads: A PDF begins with `%PDF-`',
	},
	{
		what: 'a file has other bytes each time',
		where: ['sent PDF again'],
		change: file({ sha256: 'n8n' }),
		row: 'downloads: A file that is downloaded twice has the same',
	},
	{
		what: 'the name of a file is not given',
		where: ['sent PDF'],
		change: header('content-disposition', 'attachment'),
		row: "downloads: `Content-Disposition` gives the file's name, in",
	},
	{
		what: 'a download that fails answers a page',
		where: ['attachments of an open request'],
		change: body(() => '<html>Not found</html>'),
		row: 'downloads: A download that fails answers JSON.',
	},
	{
		what: 'the audit trail of one document cannot be generated',
		where: ['generation of the audit trail of a document'],
		change: status(404, 'Not found'),
		row: 'audit-trails: `POST /v3/signatures/{id}/documents/{id}/generate/audit_trail`',
	},
	{
		what: 'audit trails are generated document by document only',
		where: ['generation of the audit trail'],
		change: status(404, 'Not found'),
		row: 'audit-trails: `POST /v3/signatures/{id}/generate/audit_trail` starts',
	},
	{
		what: 'the generation of audit trails answers 200',
		where: ['generation of the audit trail'],
		change: status(200),
		row: 'audit-trails: That answer is a 202.',
	},
	{
		what: 'a file of more than 15 MB is accepted',
		where: ['creation with a file of more than 15 MB'],
		change: status(201),
		row: 'file-sizes: A file has at most',
	},
	{
		what: 'a gateway breaks off a file of more than 15 MB',
		where: ['creation with a file of more than 15 MB'],
		change: status(413, 'Too large'),
		row: 'file-sizes: A larger file: 400 `Invalid file size`.',
	},
];
