import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib';

import { addDays } from '../clock';
import { newId } from '../ids';
import type { SourceFile, Template, TemplateWidget } from './sourceFile';

interface Draft {
	name: string;
	title: string;
	widgets: Array<
		Pick<TemplateWidget, 'key' | 'name' | 'type' | 'required'> & { defaultValue?: string }
	>;
}

const DRAFTS: Draft[] = [
	{
		name: '#NDA',
		title: 'Non-disclosure agreement',
		widgets: [
			{ key: 'company', name: 'Company', type: 'text', required: true },
			{
				key: 'purpose',
				name: 'Purpose',
				type: 'text',
				required: false,
				defaultValue: 'Evaluation',
			},
		],
	},
	{
		name: '#EmploymentContract',
		title: 'Employment contract',
		widgets: [
			{ key: 'position', name: 'Position', type: 'text', required: true },
			{ key: 'start_date', name: 'First day', type: 'date', required: true },
			{ key: 'portrait', name: 'Portrait', type: 'image', required: false },
		],
	},
	{
		name: '#Offer',
		title: 'Offer',
		widgets: [
			{ key: 'product', name: 'Product', type: 'text', required: true },
			{ key: 'valid_until', name: 'Valid until', type: 'date', required: true },
			{ key: 'newsletter', name: 'Newsletter', type: 'check', required: false },
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
		widgets: [
			{ key: 'note', name: 'Note', type: 'text' as const, required: false },
			{ key: 'day', name: 'Day', type: 'date' as const, required: false },
		],
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
			defaultValue: '',
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
