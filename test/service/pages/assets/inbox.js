// Shows new messages as they come, unless the focus is in the list: then it must not move.
const messages = document.getElementById('messages');

async function refresh() {
	if (document.hidden || messages.contains(document.activeElement)) return;
	const response = await fetch('/inbox');
	const page = new DOMParser().parseFromString(await response.text(), 'text/html');
	const fresh = page.getElementById('messages');
	if (!fresh || fresh.innerHTML === messages.innerHTML) return;
	messages.innerHTML = fresh.innerHTML;
	document.title = page.title;
}

setInterval(() => refresh().catch(() => undefined), 2000);
