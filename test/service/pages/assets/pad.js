// Lets signers draw their signatures, with a mouse, a finger or a pen. What is drawn is the path of an SVG, in a hidden
// input, and takes the place of a typed name (domain/fields/drawing.ts).
const dialog = document.getElementById('pad');
const pad = dialog.querySelector('svg');
const { width, height } = pad.viewBox.baseVal;

/** How far the pen must move for a further line. */
const STEP = 2;

/** The id of the field that is drawn for. */
let drawnFor;
/** What is on the pad, each stroke as a path. */
let strokes = [];
let last;

const inputOf = (field) => document.getElementById(`${field}-drawing`);

const showStrokes = () => pad.querySelector('path').setAttribute('d', strokes.join(''));

/** Keeps a path for a field, and shows it at all places of the field. */
function keep(field, path) {
	inputOf(field).value = path;
	for (const place of document.querySelectorAll(`[data-drawing-of="${field}"]`)) {
		place.hidden = path === '';
		place.querySelector('path').setAttribute('d', path);
	}
}

const bounded = (value, most) => Math.min(Math.max(Math.round(value), 0), most);

function pointOf({ clientX, clientY }) {
	const box = pad.getBoundingClientRect();
	return {
		x: bounded(((clientX - box.left) / box.width) * width, width),
		y: bounded(((clientY - box.top) / box.height) * height, height),
	};
}

function lineTo({ x, y }) {
	const length = strokes.reduce((sum, stroke) => sum + stroke.length, 0);
	if (length > pad.dataset.longest - 20) return;
	strokes.push(`${strokes.pop()}L${x} ${y}`);
	last = { x, y };
	showStrokes();
}

pad.addEventListener('pointerdown', (event) => {
	if (!event.isPrimary || event.button !== 0) return;
	pad.setPointerCapture(event.pointerId);
	last = pointOf(event);
	strokes.push(`M${last.x} ${last.y}`);
	// A dot is a short line.
	lineTo({ x: last.x + (last.x < width ? 1 : -1), y: last.y });
});

pad.addEventListener('pointermove', (event) => {
	if (!pad.hasPointerCapture(event.pointerId)) return;
	const point = pointOf(event);
	if (Math.hypot(point.x - last.x, point.y - last.y) >= STEP) lineTo(point);
});

const ACTIONS = {
	undo: () => strokes.pop(),
	clear: () => (strokes = []),
	close: () => dialog.close(),
	use() {
		const path = strokes.join('');
		keep(drawnFor, path);
		const typed = document.getElementById(drawnFor);
		if (path !== '') typed.value = '';
		typed.dispatchEvent(new Event('input', { bubbles: true }));
		dialog.close();
	},
};

dialog.addEventListener('click', ({ target }) => {
	ACTIONS[target.dataset.pad]?.();
	showStrokes();
});

document.addEventListener('click', ({ target }) => {
	const field = target.closest('[data-draw]')?.dataset.draw;
	if (field === undefined) return;
	drawnFor = field;
	strokes = inputOf(field).value.match(/M[^M]+/g) ?? [];
	showStrokes();
	dialog.showModal();
});

// A field grows while it has the focus: so the button would move away from under the pointer.
document.addEventListener('mousedown', (event) => {
	if (event.target.closest('[data-draw]')) event.preventDefault();
});

// A name that is typed takes the place of what was drawn.
document.getElementById('signing').addEventListener('input', ({ target }) => {
	if (!target.matches('input.signature') || target.value === '') return;
	keep(target.closest('.field').querySelector('[data-draw]').dataset.draw, '');
});

for (const button of document.querySelectorAll('[data-draw]')) button.hidden = false;
