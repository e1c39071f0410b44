/** An error with its description as people read it, and `drawn`: as the nodes give it to n8n's panel, as HTML. */
export function shownError<Shown extends { description?: unknown }>(error: Shown | undefined) {
	if (typeof error?.description !== 'string') return { error };
	const drawn = error.description;
	const description = drawn
		.replaceAll('<br>', '\n')
		.replaceAll('&gt;', '>')
		.replaceAll('&lt;', '<')
		.replaceAll('&amp;', '&');
	return { error: Object.assign(error, { description }), drawn };
}
