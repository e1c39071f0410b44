// Swagger UI is no module: its own script puts it here.
const { SwaggerUIBundle } = window;

const root = document.getElementById('description');

/** Swagger UI tells what its fields are for by their place in a table only, and forgets those without a mouse. */
function mend() {
	for (const example of root.querySelectorAll('pre.microlight')) example.tabIndex = 0;
	root.querySelector('#servers')?.setAttribute('aria-label', 'Server');
	for (const row of root.querySelectorAll('[data-param-name]')) {
		for (const field of row.querySelectorAll('input, select, textarea')) {
			field.setAttribute('aria-label', row.dataset.paramName);
		}
	}
}
new MutationObserver(mend).observe(root, { childList: true, subtree: true });

const nothing = () => null;
const nobody = () => nothing;

SwaggerUIBundle({
	url: '/openapi.yaml',
	domNode: root,
	defaultModelsExpandDepth: 0,
	docExpansion: 'list',
	// The token is kept in the page only.
	persistAuthorization: false,
	// Its colors are too faint.
	syntaxHighlight: false,
	validatorUrl: null,
	plugins: [
		{
			// These would be buttons inside of a button, which screen readers cannot reach.
			wrapComponents: { authorizeOperationBtn: nobody, CopyToClipboardBtn: nobody },
		},
	],
});
