/** A value that the service's bracket notation can carry; `undefined` entries are left out. */
export type FormValue =
	| string
	| number
	| boolean
	| undefined
	| readonly FormValue[]
	| { readonly [key: string]: FormValue };

/** Top level of a request body. */
export type FormFields = Readonly<Record<string, FormValue>>;

/** A file of a multipart body, sent under its bracketed field name. */
export interface FormFile {
	field: string;
	fileName: string;
	mimeType: string;
	content: Buffer;
}

/**
 * Flattens a body into the pairs of the service's bracket notation, with explicit indices and `1`/`0`
 * for booleans: `{recipients: [{email: 'a@b.c'}]}` becomes `['recipients[0][email]', 'a@b.c']`
 * (specification, Endpoints). Keys are used as they are: the service's names need no escaping, and
 * custom data keys are checked before.
 */
export function formPairs(fields: FormFields): Array<[string, string]> {
	return Object.entries(fields).flatMap(([key, value]) => pairsOf(key, value));
}

/** The body of a POST without files or of a PATCH, `application/x-www-form-urlencoded`. */
export function urlEncoded(fields: FormFields): URLSearchParams {
	return new URLSearchParams(formPairs(fields));
}

/** The body of a POST with files, `multipart/form-data`; the HTTP client adds boundary and length. */
export function multipart(fields: FormFields, files: readonly FormFile[]): FormData {
	const form = new FormData();
	for (const [name, value] of formPairs(fields)) form.append(name, value);
	for (const { field, fileName, mimeType, content } of files) {
		form.append(field, new Blob([content], { type: mimeType }), fileName);
	}
	return form;
}

function pairsOf(path: string, value: FormValue): Array<[string, string]> {
	if (value === undefined) return [];
	if (typeof value === 'boolean') return [[path, value ? '1' : '0']];
	if (typeof value === 'object') {
		return Object.entries(value).flatMap(([key, entry]) => pairsOf(`${path}[${key}]`, entry));
	}
	return [[path, String(value)]];
}
