// The templates that the local service has from the start, and numbered ones for paging tests.

import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib';

import { addDays } from '../clock';
import { newId } from '../ids';
import type { SourceFile, Template, TemplateWidget } from './sourceFile';

interface Draft {
	name: string;
	title: string;
	widgets: DraftWidget[];
}
type DraftWidget = Pick<TemplateWidget, 'key' | 'name' | 'type' | 'required' | 'defaultValue'>;

const required = (key: string, name: string, type = 'text'): DraftWidget => ({
	key,
	name,
	type,
	required: true,
	defaultValue: '',
});
const optional = (key: string, name: string, type: string, defaultValue = ''): DraftWidget => ({
	key,
	name,
	type,
	required: false,
	defaultValue,
});

const DRAFTS: Draft[] = [
	{
		name: '#NDA',
		title: 'Non-disclosure agreement',
		widgets: [required('company', 'Company'), optional('purpose', 'Purpose', 'text', 'Evaluation')],
	},
	{
		name: '#EmploymentContract',
		title: 'Employment contract',
		widgets: [
			required('position', 'Position'),
			required('start_date', 'First day', 'date'),
			optional('portrait', 'Portrait', 'image'),
		],
	},
	{
		name: '#Offer',
		title: 'Offer',
		widgets: [
			required('product', 'Product'),
			required('valid_until', 'Valid until', 'date'),
			optional('newsletter', 'Newsletter', 'check'),
		],
	},
	{ name: '#Consent', title: 'Consent form', widgets: [] },
];

/** The templates that every service has from the start, oldest first. */
export async function builtInTemplates(now: Date): Promise<Template[]> {
	return await Promise.all(
		DRAFTS.map((draft, index) => newTemplate(draft, addDays(now, index - DRAFTS.length))),
	);
}

/** Templates for tests of paging. */
export async function numberedTemplates(count: number, now: Date): Promise<Template[]> {
	const drafts = Array.from({ length: count }, (_, index) => ({
		name: `#Template${index + 1}`,
		title: `Template ${index + 1}`,
		widgets: [optional('note', 'Note', 'text'), optional('day', 'Day', 'date')],
	}));
	return await Promise.all(drafts.map((draft) => newTemplate(draft, now)));
}

async function newTemplate({ name, title, widgets }: Draft, createdAt: Date): Promise<Template> {
	const bytes = await templatePdf(title);
	const template: Template = {
		id: newId(),
		name,
		createdAt,
		widgets: widgets.map((widget, index): TemplateWidget => ({
			id: newId(),
			createdAt,
			...widget,
			editable: true,
			page: 0,
			left: 10,
			top: 20 + index * 8,
		})),
		file: (): SourceFile => ({
			name: `${name.slice(1)}.pdf`,
			kind: 'pdf',
			size: bytes.length,
			pages: 1,
			bytes: async () => bytes,
			fieldNames: widgets.map((widget) => widget.key),
			template,
		}),
	};
	return template;
}

const pdfs = new Map<string, Promise<Uint8Array>>();

/** The PDF of a template. It is made once, because tests start many services. */
function templatePdf(title: string): Promise<Uint8Array> {
	const pdf = pdfs.get(title) ?? titledPdf(title);
	pdfs.set(title, pdf);
	return pdf;
}

/** A PDF of one page with a title. */
export async function titledPdf(title: string): Promise<Uint8Array> {
	const pdf = await PDFDocument.create();
	const page = pdf.addPage([595, 842]);
	const font = await pdf.embedFont(StandardFonts.HelveticaBold);
	page.drawText(title, { x: 60, y: 760, size: 22, font });
	return await pdf.save();
}
