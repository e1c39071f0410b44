// Tests the recipe that sends an NDA when a website posts a visitor's details.

import axios from 'axios';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { listening } from '../../listening';
import { ADA, BEN } from '../../people';
import { withNode, type ExampleRun, type ExampleSite } from '../examples/exampleSite';
import { CONTRACT } from '../mainJob';
import { handedOver, replaced } from './recipe';

const HEADER = { name: 'X-Website-Key', value: 'a-long-random-value' };

/** What the website posts. */
function visitor({ name, email }: typeof ADA, submission: string) {
	const [firstName, lastName] = name.split(' ');
	return { submission, firstName, lastName, email, company: 'Engines' };
}

/** The website from which the NDA is downloaded. */
async function startWebsite() {
	const bytes = await readFile(CONTRACT);
	return await listening(
		createServer(({ url }, response) => {
			response.writeHead(url === '/nda.pdf' ? 200 : 404, { 'content-type': 'application/pdf' });
			response.end(bytes);
		}),
	);
}

/** The example as it is set up, with other nodes in place of HubSpot's. */
async function published(site: ExampleSite, ndaUrl: string): Promise<ExampleRun> {
	const { id, name, type } = await site.stack.client.createCredential(
		'Website',
		'httpHeaderAuth',
		HEADER,
	);
	return await site.published('websiteNda', (file) => {
		const download = file.nodes.find((node) => node.name === 'Get the NDA')?.parameters;
		const parameters = { ...(download as object), url: ndaUrl };
		const withUrl = withNode(file, 'Get the NDA', { parameters });
		const withKey = withNode(withUrl, 'Website', { credentials: { [type]: { id, name } } });
		return replaced(withKey, {
			Contact: { vid: 4711, isNew: true },
			Task: { engagement: { id: 1, type: 'TASK' } },
		});
	});
}

export function describeWebsiteNda(site: () => ExampleSite) {
	describe('the recipe for an NDA of a website', () => {
		it('sends the file from its address once for each submission, and tells the CRM how it ended', async () => {
			const { control, n8n } = site().stack;
			const website = await startWebsite();
			const example = await published(site(), `${website.url}/nda.pdf`);
			const post = async (body: object, key = HEADER.value) => {
				const headers = { [HEADER.name]: key };
				const options = { headers, proxy: false, validateStatus: () => true } as const;
				const { status, data } = await axios.post<unknown>(`${n8n.url}/webhook/nda`, body, options);
				return status === 200 ? data : status;
			};
			const sent = { sent: true };
			const idSent = async () => {
				const [item] = await example.nextItems('Send NDA');
				return String(item?.json.signatureId);
			};
			try {
				await site().writes();
				const ada = visitor(ADA, 'a-1');
				expect(await Promise.all([post(ada), post(ada)])).toEqual([sent, sent]);
				expect(await post(ada)).toEqual(sent);
				const [first, ...others] = [await idSent(), await idSent(), await idSent()];
				expect(others).toEqual([first, first]);
				const [request, ...more] = (await control.requests()).filter(
					({ method }) => method === 'POST',
				);
				expect(more).toEqual([]);
				expect(request?.body).toMatchObject({
					recipients: [ADA],
					files: [{ name: 'nda.pdf', type: 'application/pdf' }],
				});
				await site().writes();

				const ben = visitor(BEN, 'a-2');
				expect(await post(ben, 'another key')).toBe(403);
				expect(await post({ ...ben, submission: undefined })).toBe(500);
				expect(await post({ ...ben, email: 'ben' })).toBe(500);
				expect(await site().writes()).toEqual([]);
				expect(await post(ben)).toEqual(sent);
				const second = await idSent();

				await control.sign({ signatureId: first ?? '', email: ADA.email });
				const signed = await example.next('Task');
				expect(handedOver(signed, 'Contact')).toMatchObject([
					{
						parameters: {
							email: ADA.email,
							additionalFields: {
								firstName: 'Ada',
								lastName: 'Lovelace',
								companyName: 'Engines',
							},
						},
					},
				]);
				expect(handedOver(signed, 'Task')).toMatchObject([
					{
						parameters: {
							dueDate: expect.stringMatching(/^20\d\d-\d\d-\d\dT/),
							metadata: { subject: `NDA signed by ${ADA.name}` },
							additionalFields: { associations: { contactIds: '4711' } },
						},
					},
				]);

				await control.decline({ signatureId: second, email: BEN.email });
				const [declined] = handedOver(await example.next('Task'), 'Task');
				expect(declined?.parameters).toMatchObject({
					metadata: { subject: `NDA declined by ${BEN.name}` },
				});
			} finally {
				await website.close();
				await example.end();
			}
		});
	});
}
