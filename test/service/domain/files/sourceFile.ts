export type FileKind = 'pdf' | 'doc' | 'docx';

/** A file somebody sent, or one that is made on first use (`bytes` may be slow once). */
export interface SourceFile {
	name: string;
	kind: FileKind;
	size: number;
	/** Unknown for DOC and DOCX. */
	pages?: number;
	bytes: () => Promise<Uint8Array>;
	/** Names of the PDF's form fields, or of a template's widgets: `data` keys that fill it. */
	fieldNames: string[];
	template?: Template;
}

export interface TemplateWidget {
	id: string;
	createdAt: Date;
	key: string;
	name: string;
	defaultValue: string;
	editable: boolean;
	required: boolean;
	/** From 0, as in the documented example (docs/service.md#template-lists). */
	page: number;
	left: number;
	top: number;
	type: string;
}

export interface Template {
	id: string;
	/** Hashtag style: `#name`. */
	name: string;
	createdAt: Date;
	widgets: TemplateWidget[];
	file: () => SourceFile;
}
