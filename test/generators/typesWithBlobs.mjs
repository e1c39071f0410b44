/**
 * Writes the types of an OpenAPI description, with files as Blobs: node typesWithBlobs.mjs <address>. The folder is
 * the one it is run in.
 */
import { writeFile } from 'node:fs/promises';
import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';

const [, , address = ''] = process.argv;
const blob = ts.factory.createTypeReferenceNode('Blob');
const types = await openapiTS(new URL(address), {
	transform: ({ format }) => (format === 'binary' ? blob : undefined),
});
await writeFile('signaturit.ts', astToString(types));
