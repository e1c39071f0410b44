/** Names and values. */
export type ExampleForm = readonly (readonly [name: string, value: string])[];

/** An example request of the vendor's reference. */
export interface ReferenceExample {
	/** What the reference calls it: the heading above it, and what tells it from others there. */
	title: string;
	/** Method and address. The names in braces stand for ids of what `referenceScene` creates. */
	request: string;
	/** What the reference sends by `-d`, or by `-F` if there is a file: `@` and its name. */
	form?: ExampleForm;
	/** What has to be so before, if not as it is created. */
	scene?: 'completed' | 'bounced' | 'texted' | 'ended';
	/** Whether the reference shows it for the error that is answered. */
	isRefused?: true;
	/** What the reference calls needed, but leaves out in the example: without it, it is refused. */
	leftOut?: ExampleForm;
	/** A part of the answer. */
	answer?: object;
}

type More = Omit<ReferenceExample, 'title' | 'request'>;

export const example = (title: string, request: string, more: More = {}): ReferenceExample => ({
	title,
	request,
	...more,
});
