import { requestNames } from '../../../../nodes/Signaturit/actions/signature/create/signatureForm';
import { inPanelWords } from '../../../../nodes/Signaturit/transport/errors/fieldNames';

const named = (line: string) => inPanelWords(line, '', requestNames);

const REQUIRED = 'recipients[0][require_file_attachment]';
const WIDGET = 'recipients[0][widgets][0]';

describe('inPanelWords names what is in a list', () => {
	it.each([
		['bcc', 'BCC'],
		['bcc[0]', 'BCC 1'],
		['reminders[1]', 'Number 2 of Reminders'],
		['recipients[0][device_id]', 'Recipient 1: Device ID'],
		[REQUIRED, 'Recipient 1: Required Attachments'],
		[`${REQUIRED}[2]`, 'Recipient 1: Required Attachments of document 3'],
		[`${REQUIRED}[1][type]`, 'Recipient 1: Type of attachment 2'],
		[`${REQUIRED}[1][description]`, 'Recipient 1: Description of attachment 2'],
		[`${WIDGET}[type]`, 'Recipient 1, Widget 1: Type'],
		[`${WIDGET}[options]`, 'Recipient 1, Widget 1: Options'],
		[`${WIDGET}[options][select]`, 'Recipient 1, Widget 1: Options'],
	])('%s as %s', (parameter, name) => {
		expect(named(`Invalid ${parameter}`)).toBe(`${name} is invalid`);
	});

	it('by the number in the panel, which is one more than that of the service', () => {
		expect(named('Invalid recipients[11][email]')).toBe('Recipient 12: Email is invalid');
		expect(named('Invalid recipients[999999]')).toBe('Recipient 1000000 is invalid');
	});

	it.each(['1000000', '1st', 'no1', '-1', ''])(
		'by the words of the service if %j is no number of an entry',
		(index) => {
			expect(named(`Invalid recipients[${index}][email]`)).toBe(
				`Recipients: "${index}.email" is invalid`,
			);
		},
	);

	it('after that in which it is, if it is not known there', () => {
		expect(named('Invalid recipients[0][require_photo][1][size]')).toBe(
			'Recipient 1, Required Photos of document 2: "size" is invalid',
		);
	});
});
