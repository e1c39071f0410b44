// What a signature's field shows of a drawing, and the pad to draw on.

import { DRAWING, LONGEST_DRAWING } from '../domain/fields/drawing';
import { html, type Html } from './html';

const box = `0 0 ${DRAWING.width} ${DRAWING.height}`;

/**
 * What a signature's field has besides the input for the name: what was drawn, and the button to draw. Without the
 * page's script (assets/pad.js) there is neither.
 *
 * @param id of the input for the name.
 * @param name of the parameter.
 * @param path what was drawn; empty for nothing.
 */
export const drawingView = (id: string, name: string, path: string): Html =>
	html`<input type="hidden" id="${id}-drawing" name="${name}" value="${path}" />
		<div class="drawn" data-drawing-of="${id}" ${path === '' && html` hidden`}>
			<svg viewBox="${box}" preserveAspectRatio="xMinYMin" role="img" aria-label="Drawn by hand">
				<path d="${path}" stroke-width="${DRAWING.line}" />
			</svg>
		</div>
		<button type="button" data-draw="${id}" aria-describedby="${id}-name" hidden>Draw</button>`;

/** The pad on which all signatures of a page are drawn. */
export const drawingPad: Html = html`<dialog id="pad" aria-labelledby="pad-title">
	<h2 id="pad-title">Draw with a finger, a pen or the mouse</h2>
	<svg
		viewBox="${box}"
		role="img"
		aria-label="What you have drawn"
		data-longest="${LONGEST_DRAWING}"
	>
		<path d="" stroke-width="${DRAWING.line}" />
	</svg>
	<p class="muted">To type your name instead, close this.</p>
	<div class="buttons">
		<button type="button" data-pad="undo">Undo</button>
		<button type="button" data-pad="clear">Clear</button>
		<button type="button" data-pad="close">Close</button>
		<button type="button" class="primary" data-pad="use">Use</button>
	</div>
</dialog>`;
