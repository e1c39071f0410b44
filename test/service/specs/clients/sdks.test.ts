import { ADA } from '../../../people';
import { pdfOf } from '../support/pdf';
import { sendRaw } from '../support/rawHttp';
import { startRig, type Rig } from '../support/rig';
import { createSignature, recipients } from '../support/wire';
import { callsOf } from './calls';
import type { Upload } from './libraries';
import { SDKS } from './sdks';

let rig: Rig;
beforeAll(async () => {
	rig = await startRig();
});
afterAll(() => rig.close());

const post = async (path: string, body: unknown) =>
	(await rig.http.post<{ id: string; certificates: { id: string }[] }>(path, body)).data;

/** One of each thing that calls are about. */
async function things(): Promise<Record<string, string | undefined>> {
	const { id: signature, documents } = await createSignature(rig, recipients(ADA));
	await rig.control.sign({ signatureId: signature, email: ADA.email });
	const { id: canceled } = await createSignature(rig, recipients(ADA));
	const person = { ...ADA, phone: '34600000000' };
	const { name, phone, email: address } = person;
	const email = await post('/v3/emails.json', { recipients: [{ name, email: address }] });
	const sms = await post('/v3/sms.json', { recipients: [{ name, phone }] });
	const subscription = { url: 'http://127.0.0.1:9/none', events: ['email_deferred'] };
	await rig.control.settled();
	return {
		signature,
		document: documents[0]?.id,
		canceled,
		email: email.id,
		emailCertificate: email.certificates[0]?.id,
		sms: sms.id,
		smsCertificate: sms.certificates[0]?.id,
		branding: (await post('/v3/brandings.json', {})).id,
		contact: (await post('/v3/contacts.json', { email: ADA.email, name })).id,
		subscription: (await post('/v3/subscriptions.json', subscription)).id,
		seat: (await post('/v3/team/users.json', { email: ADA.email, role: 'member' })).id,
		group: (await post('/v3/team/groups.json', { name: 'Sales' })).id,
	};
}

describe.each(SDKS)('the bytes of $name', (sdk) => {
	test('are accepted for each of its calls', async () => {
		const ids = await things();
		const pdf: Upload = {
			name: 'Contract [2] ñ.pdf',
			bytes: await pdfOf('Hello'),
			type: 'application/pdf',
		};
		const refused: string[] = [];
		for (const { method, path, sent } of callsOf(sdk, pdf)) {
			const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? name);
			const answer = await sendRaw(rig.service.url, {
				method,
				path: filled,
				headers: {
					'User-Agent': sdk.agent,
					Authorization: `Bearer ${rig.service.token}`,
					...sent?.headers,
				},
				body: sent?.body,
			});
			const isGood = answer.status >= 200 && answer.status < 300;
			if (!isGood) refused.push(`${method} ${path}: ${answer.status} ${answer.body}`);
		}
		expect(refused).toEqual([]);
	});
});
