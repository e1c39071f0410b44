// Shows what is new as it comes. It waits while the focus is on something that cannot be found again.
const list = document.querySelector('[data-live]');
let shown = list.innerHTML;

async function refresh() {
	const focused = list.contains(document.activeElement) ? document.activeElement : undefined;
	if (document.hidden || focused?.id === '') return;
	const response = await fetch(window.location.pathname);
	const page = new DOMParser().parseFromString(await response.text(), 'text/html');
	const fresh = page.querySelector('[data-live]');
	if (!fresh || fresh.innerHTML === shown) return;
	shown = fresh.innerHTML;
	const open = [...list.querySelectorAll('details[open]')].map(({ id }) => id);
	list.innerHTML = shown;
	document.title = page.title;
	for (const id of open) document.getElementById(id)?.setAttribute('open', '');
	if (focused) document.getElementById(focused.id)?.focus();
}

setInterval(() => refresh().catch(() => undefined), 2000);
