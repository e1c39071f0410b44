/** Requests as curl writes them, for the examples of the vendor's reference. */

/** What `-F name=value` sends; a PDF for `name=@…`. */
export type CurlForm = readonly (readonly [name: string, value: string | Buffer])[];

const BOUNDARY = '------------------------d74496d66958873e';

/** The bytes of `curl -F … -F …`. */
export function curlMultipart(form: CurlForm): { body: Buffer; type: string } {
	const parts = form.map(([name, value]) => {
		const disposition = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"`;
		const head =
			typeof value === 'string'
				? disposition
				: `${disposition}; filename="document.pdf"\r\nContent-Type: application/pdf`;
		return Buffer.concat([Buffer.from(`${head}\r\n\r\n`), Buffer.from(value), Buffer.from('\r\n')]);
	});
	return {
		body: Buffer.concat([...parts, Buffer.from(`--${BOUNDARY}--\r\n`)]),
		type: `multipart/form-data; boundary=${BOUNDARY}`,
	};
}

/** The bytes of `curl -d … -d …`, which encodes nothing. */
export const curlForm = (form: CurlForm): { body: Buffer; type: string } => ({
	body: Buffer.from(form.map(([name, value]) => `${name}=${String(value)}`).join('&')),
	type: 'application/x-www-form-urlencoded',
});
