import { textForLog } from '../../../../nodes/Signaturit/transport/errors/errors';

describe('textForLog', () => {
	it.each([
		['no', 'no'],
		['The user ada.b+c@example.com is banned', 'The user … is banned'],
		['"ada@example.com", <b@example.org>: no', '"…", <…>: no'],
		['at https://n8n.example/webhook/1/events.json?x=y.', 'at https://n8n.example…'],
		['at http://127.0.0.1:5678/webhook/1: no', 'at http://127.0.0.1:5678… no'],
		['at http://127.0.0.1:5678', 'at http://127.0.0.1:5678'],
	])('makes of %s: %s', (message, text) => {
		expect(textForLog(new Error(message))).toBe(text);
	});

	it('makes text of anything thrown', () => {
		expect(textForLog('ada@example.com')).toBe('…');
	});
});
