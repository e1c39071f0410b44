import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { pageEvents } from '../../../nodes/Signaturit/embedded/pageFields';
import {
	escapeHtml,
	scriptJson,
	signingPage,
	type SigningPage,
} from '../../../nodes/Signaturit/embedded/page';

const hostile = `</script><script>alert(1)</script><img src=x onerror="alert('2')">\u2028`;

const plain: SigningPage = {
	signatureId: 's1',
	signingUrl: new URL('https://app.example.com/sign?a=1&b="2"'),
	origins: {
		frame: ['https://app.example.com', 'https://sign.example.com'],
		messages: 'https://sign.example.com',
	},
	report: { url: 'https://n8n.example.com/webhook/a;b,c/embedded?x=1', token: '1.abc' },
	title: 'Sign',
	language: 'en',
};

/** The group of the pattern in its only match. */
function only(html: string, pattern: RegExp): string {
	const found = [...html.matchAll(pattern)];
	expect(found).toHaveLength(1);
	return found[0]?.[1] ?? '';
}

const settingsJson = (html: string) =>
	only(html, /<script type="application\/json" id="settings">(.*?)<\/script>/gs);

const settingsOf = (html: string) => JSON.parse(settingsJson(html)) as Record<string, unknown>;

const policyOf = (html: string): string[] =>
	only(html, /http-equiv="Content-Security-Policy" content="([^"]*)"/g)
		.replaceAll('&#39;', "'")
		.split('; ');

const sha256 = (content: string) =>
	`'sha256-${createHash('sha256').update(content).digest('base64')}'`;

describe('signingPage', () => {
	it('has a policy that allows only its own script and style, the frame and the reports', () => {
		const html = signingPage(plain);
		const script = only(html, /<script>(.*?)<\/script>/gs);
		const style = only(html, /<style>(.*?)<\/style>/gs);
		expect(policyOf(html)).toEqual([
			"default-src 'none'",
			`script-src ${sha256(script)}`,
			`style-src ${sha256(style)}`,
			'frame-src https://app.example.com https://sign.example.com',
			'connect-src https://n8n.example.com/webhook/a%3Bb%2Cc/embedded',
			"base-uri 'none'",
			"form-action 'none'",
		]);
	});

	it('has its policy before every script, style and frame', () => {
		const html = signingPage(plain);
		const at = html.indexOf('Content-Security-Policy');
		expect(at).toBeGreaterThan(0);
		for (const tag of ['<script', '<style', '<iframe'])
			expect(html.indexOf(tag)).toBeGreaterThan(at);
	});

	it('shows the signing URL in the frame', () => {
		const src = only(signingPage(plain), /<iframe [^>]*src="([^"]*)"/g);
		expect(src.replaceAll('&amp;', '&')).toBe(plain.signingUrl.href);
	});

	it('escapes every value it is given', () => {
		const words = Object.fromEntries(pageEvents.map(({ value }) => [value, hostile]));
		const html = signingPage({
			...plain,
			signatureId: hostile,
			title: hostile,
			language: hostile,
			words: { ...words, loading: hostile, help: hostile },
			report: { url: 'https://n8n.example.com/embedded', token: hostile },
		});
		expect(html).not.toContain('<img');
		expect(html.match(/<script/g)).toHaveLength(2);
		expect(html.match(/<\/script/g)).toHaveLength(2);
		expect(settingsOf(html)).toMatchObject({
			signatureId: hostile,
			words,
			report: { token: hostile },
		});
		expect(settingsJson(html)).not.toContain('\u2028');
	});

	it('has a text for every event, which the given texts replace', () => {
		const html = signingPage({ ...plain, words: { loading: 'Cargando', ready: 'Firme' } });
		const { words } = settingsOf(html) as { words: Record<string, string> };
		expect(words).toEqual({
			close: 'You can close this page now.',
			completed: 'All documents are signed. Thank you.',
			declined: 'You have declined to sign.',
			ready: 'Firme',
			signed: 'Your signature has been received.',
		});
		expect(Object.keys(words).sort()).toEqual(pageEvents.map(({ value }) => value).sort());
		expect(only(html, /<p id="status"[^>]*>(.*?)<\/p>/g)).toBe('Cargando');
	});

	it('may connect to no address when it has no address to report to', () => {
		const html = signingPage({ ...plain, report: undefined });
		expect(policyOf(html)).toContain("connect-src 'none'");
		expect(settingsOf(html)).not.toHaveProperty('report');
	});

	it('does not end on close when the frame goes on to a callback URL', () => {
		expect(settingsOf(signingPage(plain)).endsOnClose).toBe(true);
		expect(settingsOf(signingPage({ ...plain, hasCallback: true })).endsOnClose).toBe(false);
	});
});

const text = fc.string({
	unit: fc.constantFrom('<', '>', '&', '"', "'", '/', '!', '-', 's', '\u2028', '\u2029', '\\', '€'),
});

/** The text that a browser reads from the HTML, for the five entities that can occur. */
function unescaped(html: string): string {
	const entities = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' };
	return html.replace(/&(lt|gt|quot|#39|amp);/g, (_, name) => entities[name as 'lt']);
}

describe('escapeHtml', () => {
	it('escapes every character that could end a text or an attribute, and keeps the value', () => {
		fc.assert(
			fc.property(text, (value) => {
				expect(escapeHtml(value)).not.toMatch(/[<>"']|&(?!(lt|gt|quot|#39|amp);)/);
				expect(unescaped(escapeHtml(value))).toBe(value);
			}),
		);
	});
});

describe('scriptJson', () => {
	it('escapes every character that could end a script or a line, and keeps the value', () => {
		fc.assert(
			fc.property(fc.dictionary(text, fc.oneof(text, fc.array(text))), (value) => {
				const json = scriptJson(value);
				expect(json).not.toMatch(/[<>&\u2028\u2029]/);
				expect(JSON.parse(json)).toEqual({ ...value });
			}),
		);
	});
});
