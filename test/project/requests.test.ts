import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const NODES = join(__dirname, '../../nodes/Signaturit');

/** By what code reaches others: n8n's helpers, called or taken out of them, and the global function. */
const REQUEST =
	/\b(httpRequest\w*|requestWithAuthentication\w*|helpers\.request|fetch)[.(]|\{[^{}]*\b\w*request\w*\b[^{}]*\}[^={}]*= [\w.]+\.helpers\b/i;

it('only these files make requests: to Signaturit, to the own webhook, and a page in the browser of who signs', () => {
	const files = readdirSync(NODES, { recursive: true, encoding: 'utf8' });
	const asking = files.filter(
		(path) => path.endsWith('.ts') && REQUEST.test(readFileSync(join(NODES, path), 'utf8')),
	);
	expect(asking.sort()).toEqual([
		'actions/waiting/ownAddress.ts',
		'embedded/page.ts',
		'n8n/testRequest.ts',
		'transport/ask.ts',
		'trigger/testListen.ts',
	]);
});
