// Which SVG paths count as a drawn signature, and how large their box is.

/** The box in which a signature is drawn, and how thick its lines are there. */
export const DRAWING = { width: 600, height: 240, line: 6 };

/** The longest path; a signature has a tenth of it. */
export const LONGEST_DRAWING = 40_000;

const STROKES = /^(?:M\d{1,3} \d{1,3}(?:L\d{1,3} \d{1,3})+)+$/;

/** Whether this is a drawn signature: an SVG path of strokes inside the box, e.g. `M10 20L30 40L50 40`. */
export const isDrawing = (path: string): boolean =>
	path.length <= LONGEST_DRAWING &&
	STROKES.test(path) &&
	[...path.matchAll(/(\d+) (\d+)/g)].every(
		([, x, y]) => Number(x) <= DRAWING.width && Number(y) <= DRAWING.height,
	);
