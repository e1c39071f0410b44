import type { ICredentialDataDecryptedObject, IDataObject, INodeParameters } from 'n8n-workflow';
import { controlClient, type ControlClient } from '../service/control';
import { startService, type RunningService } from '../service';
import { WORDS } from '../unit/actions/arbitraryRecipients';
import { runNode, startEngine, stopEngine } from './engine';
import { createParameters, credentialFor, itemWithPdf, pdfOf } from './fixtures';

export const ada = { email: 'ada@example.com', name: 'Ada Lovelace' };

/** Parameters of Create for one recipient, as the panel holds him. */
export const withRecipient = (recipient: IDataObject): INodeParameters => ({
	recipients: { recipient: [{ ...ada, ...recipient }] } as INodeParameters,
});

/** Parameters of Create for one recipient with a signature and these widgets. */
export const withWidgets = (...widget: IDataObject[]) =>
	withRecipient({ widgets: { widget: [{ type: 'signature' }, ...widget] } });

/** Runs Signature Request: Create with a PDF that holds `WORDS`, against a service of the test file's own. */
export function createOnService() {
	let service: RunningService;
	let control: ControlClient;
	let credential: ICredentialDataDecryptedObject;
	let pdf: Buffer;

	beforeAll(async () => {
		await startEngine();
		service = await startService();
		control = controlClient(service);
		credential = credentialFor(service);
		pdf = await pdfOf(WORDS.join(' '));
	});
	afterAll(async () => {
		await service.close();
		stopEngine();
	});
	afterEach(async () => {
		await control.clearRequests();
	});

	const run = async (changes: INodeParameters, json: IDataObject = {}) =>
		await runNode({
			parameters: createParameters(changes),
			credential,
			items: [await itemWithPdf('contract.pdf', pdf, json)],
		});

	/** The bodies that the service has received. */
	const bodies = async () =>
		(await control.requests())
			.filter(({ method }) => method === 'POST')
			.map(({ body }) => body as IDataObject);

	/** The one body that the service has received and accepted. */
	const sent = async (changes: INodeParameters, json?: IDataObject) => {
		const { error } = await run(changes, json);
		expect(error).toBeUndefined();
		const all = await bodies();
		expect(all).toHaveLength(1);
		return all[0];
	};

	return { run, bodies, sent, control: () => control, credential: () => credential };
}
