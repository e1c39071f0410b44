// Moves fields from the list beside the documents to their places on the pages. A field that has several places
// is itself at the first; copies at the others show and take the same value.

/** Pairs of a control and its copy. */
const pairs = [];

function assign(from, to) {
	if (from.type === 'checkbox' || from.type === 'radio') to.checked = from.checked;
	else to.value = from.value;
}

const controlsIn = (element) => [...element.querySelectorAll('input:not([type=hidden]), select')];

/** Shows which file was chosen: a picture as itself, any other by its name. */
function showChoice(input, shown) {
	const update = () => {
		const [file] = input.files;
		shown.textContent = file?.name ?? 'Choose a file';
		if (!file?.type.startsWith('image/')) return;
		const reader = new FileReader();
		reader.addEventListener('load', () => {
			const picture = document.createElement('img');
			picture.src = reader.result;
			picture.alt = file.name;
			shown.replaceChildren(picture);
		});
		reader.readAsDataURL(file);
	};
	shown.className = 'chosen';
	input.addEventListener('change', update);
	update();
	return shown;
}

/** What stands in a copy for an input that takes a file: a file can be chosen in one place only. */
function chooserOf(input, name) {
	const button = document.createElement('button');
	button.type = 'button';
	button.setAttribute('aria-label', name);
	button.addEventListener('click', () => input.click());
	return showChoice(input, button);
}

/** A copy for a further place, without what only the original may have. */
function copyOf(original, label) {
	const copy = original.cloneNode(true);
	const controls = controlsIn(copy);
	controlsIn(original).forEach((control, index) => {
		const copied = controls[index];
		const name = `${copied.closest('.choice')?.textContent.trim() ?? label}, again`;
		if (control.type === 'file') {
			copy.querySelector('.chosen').remove();
			copied.replaceWith(chooserOf(control, name));
			return;
		}
		copied.removeAttribute('name');
		copied.removeAttribute('aria-describedby');
		copied.setAttribute('aria-label', name);
		assign(control, copied);
		copied.addEventListener('input', () => assign(copied, control));
		pairs.push([control, copied]);
	});
	copy.querySelector('input[type=hidden]')?.remove();
	for (const element of [copy, ...copy.querySelectorAll('[id], [for]')]) {
		element.removeAttribute('id');
		element.removeAttribute('for');
	}
	copy.querySelector('.error')?.remove();
	return copy;
}

/** A line in the list that leads to the field on the page. */
function signpost({ field, page }, { label }) {
	const line = document.createElement('p');
	const link = document.createElement('a');
	line.className = 'signpost';
	line.dataset.of = field;
	link.href = `#${field}`;
	link.textContent = label;
	line.append(link, ` on page ${page}`);
	return line;
}

/** The frame of a field at its place, of which the page's edges leave what can be seen. */
function slotFor({ box }, dataset) {
	const slot = document.createElement('div');
	slot.className = 'slot';
	slot.dataset.kind = dataset.kind;
	for (const flag of ['required', 'invalid']) slot.toggleAttribute(`data-${flag}`, flag in dataset);
	const [left] = box;
	slot.classList.toggle('far', left > 50);
	['--x', '--y', '--w', '--h'].forEach((name, index) => {
		slot.style.setProperty(name, `${box[index]}%`);
	});
	return slot;
}

/** All fields of the list, by the id of their control or group. */
const fields = new Map(
	[...document.querySelectorAll('.field[data-kind]')].map((field) => [
		field.id || controlsIn(field)[0].id,
		field,
	]),
);

/** What stands at a place first, by field and choice. */
const originals = new Map();

/** Takes a choice out of its group. The first one takes the group's id and error along. */
function takeChoice(group, mark, slot) {
	const choice = group.querySelector(`input[value="${mark.choice}"]`).closest('label');
	const input = choice.querySelector('input');
	choice.querySelector('span').prepend(`${group.dataset.label}: `);
	input.required = 'required' in group.dataset;
	slot.append(choice);
	group.hidden = group.querySelector('input') === null;
	if (group.id === '') return choice;
	group.removeAttribute('id');
	input.id = mark.field;
	const error = group.querySelector('.error');
	if (error) {
		slot.append(error);
		input.setAttribute('aria-describedby', error.id);
	}
	return choice;
}

/** Puts a field at one of its places. */
export function placeField(sheet, mark) {
	const field = fields.get(mark.field);
	const slot = slotFor(mark, field.dataset);
	const key = `${mark.field} ${mark.choice ?? ''}`;
	const original = originals.get(key);
	if (original) {
		slot.append(copyOf(original, field.dataset.label));
		sheet.append(slot);
		return;
	}
	const focused = document.activeElement;
	const isFirst = !field.previousElementSibling?.matches(`[data-of="${mark.field}"]`);
	if (isFirst) field.before(signpost(mark, field.dataset));
	if (mark.choice === undefined) slot.append(field);
	originals.set(key, mark.choice === undefined ? field : takeChoice(field, mark, slot));
	sheet.append(slot);
	if (slot.contains(focused)) focused.focus();
	for (const input of slot.querySelectorAll('input[type=file]')) {
		input.after(showChoice(input, document.createElement('span')));
	}
}

document.getElementById('signing')?.addEventListener('input', () => {
	for (const [control, copy] of pairs) assign(control, copy);
});
