import { signatureForm } from '../../../../../nodes/Signaturit/actions/signature/create/signatureForm';
import { signer, input, type Changes } from './problems';

const hintsOf = (changes: Changes) => signatureForm(input(changes)).hints;

const phone = '34600000000';
const signature = { type: 'signature', page: 1, left: 10, top: 80 };
const atWord = { type: 'signature', word_anchor: 'Signature', width: 20, height: 5 };
const ADDRESS = 'has a web address: Signaturit may refuse texts with http://, https:// or www.';
const CUT = 'is longer than 120 characters: Signaturit cuts it off there, perhaps with the link';
const UNUSED = 'is not sent, because Delivery Type is';
const long = `${'x'.repeat(114)}[url]`;

describe('the hints about a request', () => {
	it.each<[string, Changes, string]>([
		['a web address in the subject', { subject: 'See https://a.es' }, `Email Subject ${ADDRESS}`],
		['a link in the body', { body: '<a href="HTTP://a.es">Read</a>' }, `Email Body ${ADDRESS}`],
		[
			'a web address without a scheme in an SMS',
			{ deliveryType: 'sms', body: 'See www.a.es [url]', recipients: [{ ...signer, phone }] },
			`SMS Body ${ADDRESS}`,
		],
		[
			'an SMS of more than 120 characters',
			{ deliveryType: 'sms', body: long, recipients: [{ ...signer, phone }] },
			`SMS Body ${CUT}`,
		],
		['the text of an SMS in an email', { unusedBody: 'Sign: [url]' }, `SMS Body ${UNUSED} not SMS`],
		[
			'the text of an email in an SMS',
			{ deliveryType: 'sms', unusedBody: 'Hi', recipients: [{ ...signer, phone }] },
			`Email Body ${UNUSED} SMS`,
		],
		[
			'a redirect URL without a scheme',
			{ callbackUrl: 'www.example.com/thanks' },
			'Redirect URL After Signing is no web address: it begins with https://',
		],
	])('tell of %s', (_, changes, hint) => {
		expect(hintsOf(changes)).toEqual([hint]);
	});

	it('are one for all words and fields that the vendor does not document, which go out', () => {
		const changes = {
			deliveryType: 'whatsapp',
			type: 'qualified',
			additional: { locale: 'es', multi_page: { text: 'Next', on: true, none: null } },
			recipients: [{ ...signer, type: 'cc', order: 2, method: 'fax' }],
		};
		const { fields, hints } = signatureForm(input(changes));
		expect(fields).toMatchObject({
			delivery_type: 'whatsapp',
			type: 'qualified',
			locale: 'es',
			multi_page: { text: 'Next', on: true },
			recipients: [{ type: 'cc', order: 2, method: 'fax' }],
		});
		expect(hints).toEqual([
			`Signaturit's documentation does not have delivery_type "whatsapp", type "qualified", "locale", "multi_page", Recipient 1: type "cc", Recipient 1: method "fax", Recipient 1: "order": sent as it is`,
		]);
	});

	it.each<[string, object, string]>([
		['a web address in the subject', { subject: 'www.a.es' }, `Subject ${ADDRESS}`],
		['a web address in the message', { body: 'http://a.es' }, `Message ${ADDRESS}`],
		['an SMS that is cut off', { method: 'sms', phone, body: long }, `Message ${CUT}`],
		...['600112233', '0034'].map((number): [string, object, string] => [
			`the phone ${number}`,
			{ phone: number },
			'Phone has no country code that is known, e.g. 34 for Spain: 34600000000',
		]),
		[
			'an equal widget',
			{ widgets: [signature, atWord, { ...signature }] },
			'Widget 3 is the same as an earlier one',
		],
		[
			'a word with a symbol',
			{ widgets: [signature, { ...atWord, word_anchor: 'sign_1' }] },
			'The word of Widget 2 has a symbol, which Signaturit may not find',
		],
		[
			'widgets without a signature',
			{ widgets: [{ ...signature, type: 'text' }] },
			'Widgets have no signature, which Signaturit may want of each signer with widgets',
		],
		[
			'a signature and a certificate of one signer',
			{ widgets: [signature, { ...signature, type: 'dcf' }] },
			'Widgets have a signature and a digital certificate, of which Signaturit knows one for each signer',
		],
	])('of a recipient tell of %s', (_, changes, hint) => {
		const first = { ...signer, widgets: [signature] };
		const recipients = [first, { ...signer, ...changes }];
		expect(hintsOf({ recipients })).toEqual([expect.stringContaining(`Recipient 2: `)]);
		expect(hintsOf({ recipients })[0]).toBe(`Recipient 2: ${hint}`);
	});

	it.each<Changes>([
		{},
		{ body: 'Dear <b>Ada</b>,<br>please sign. '.repeat(9), callbackUrl: 'myapp://signed' },
		{
			deliveryType: 'sms',
			body: 'Sign: [url]',
			recipients: [{ ...signer, phone: '+376 312 345' }],
		},
		{ recipients: [{ ...signer, phone, body: long }] },
		{ recipients: [{ ...signer, widgets: [signature, { ...atWord, word_anchor: 'año2' }] }] },
		{ recipients: [{ ...signer, widgets: [{ ...signature, type: 'dcf' }] }] },
		{ recipients: [{ ...signer, type: 'validator', widgets: [{ ...signature, type: 'text' }] }] },
	])('are none for %j', (changes) => {
		expect(hintsOf(changes)).toEqual([]);
	});
});
