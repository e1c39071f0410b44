// The data of a file that documents are made of, and of a stored template.

export type SourceFileKind = 'pdf' | 'doc' | 'docx';

/** The file that documents are made of: uploaded, or of a template. */
export interface SourceFile {
	name: string;
	kind: SourceFileKind;
	size: number;
	/** Unknown for DOC and DOCX. */
	pages?: number;
	bytes: () => Promise<Uint8Array>;
	/** Names of form fields or template widgets, which `data` can fill. */
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
	/** Written as a hashtag: `#name`. */
	name: string;
	createdAt: Date;
	widgets: TemplateWidget[];
	file: () => SourceFile;
}
