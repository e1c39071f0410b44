// Makes room for the pages of the documents before the browser shows what is below them: so nothing moves when
// they are drawn.
for (const holder of document.querySelectorAll('[data-sizes]')) {
	for (const size of holder.dataset.sizes.split(' ')) {
		const sheet = document.createElement('div');
		sheet.className = 'sheet';
		sheet.style.aspectRatio = size.replace('x', ' / ');
		sheet.setAttribute('aria-busy', 'true');
		holder.append(sheet);
	}
}
