import { decodeBody } from '../../../nodes/Signaturit/transport/form';

const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';

describe('decodeBody', () => {
	it.each([
		JSON_TYPE,
		'application/json; charset=utf-8',
		'Application/Problem+JSON',
		' application/json ',
	])('decodes a body of type "%s" as JSON', (type) => {
		expect(decodeBody(type, Buffer.from('{"name":"Zoë"}'))).toEqual({ name: 'Zoë' });
	});

	it.each([FORM_TYPE, `${FORM_TYPE}; charset=UTF-8`, ` ${FORM_TYPE} `, FORM_TYPE.toUpperCase()])(
		'decodes a body of type "%s" as a form',
		(type) => {
			expect(decodeBody(type, Buffer.from('document[name]=Zo%C3%AB'))).toEqual({
				document: { name: 'Zoë' },
			});
		},
	);

	it.each([
		'text/plain',
		'application/xml',
		'text/json',
		'application/json5',
		'xapplication/json',
		'',
	])('decodes no body of type "%s"', (type) => {
		expect(decodeBody(type, Buffer.from('{}'))).toBeUndefined();
		expect(decodeBody(type, Buffer.from('a=1'))).toBeUndefined();
	});

	it.each([
		[JSON_TYPE, Buffer.from('{"name":"\xff"}', 'latin1')],
		[FORM_TYPE, Buffer.from('name=\xff', 'latin1')],
	])('decodes no body of type %s with invalid UTF-8 in a value', (type, bytes) => {
		expect(decodeBody(type, bytes)).toBeUndefined();
	});

	it('answers null for invalid JSON', () => {
		expect(decodeBody(JSON_TYPE, Buffer.from('{"name":'))).toBeNull();
	});
});
