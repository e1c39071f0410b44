import { readdirSync } from 'node:fs';
import { ExampleSite } from './examples/exampleSite';
import { EXAMPLES, exampleWorkflow } from './mainJob';
import { describeChannels } from './recipes/channels';
import { describeDeals } from './recipes/deals';
import { describeDocuments } from './recipes/documents';
import { describeDriveFolder } from './recipes/driveFolder';
import { describeEmployees } from './recipes/employees';
import { describeMails } from './recipes/mails';
import { NodeTypes } from './recipes/nodeTypes';
import { describeSheets } from './recipes/sheets';
import { describePayslips } from './recipes/payslips';
import { describeWebsiteNda } from './recipes/websiteNda';
import { describeWhatsappContract } from './recipes/whatsappContract';

let site: ExampleSite;
let types: NodeTypes;

beforeAll(async () => {
	site = await ExampleSite.start();
	types = await NodeTypes.of(site.stack);
});

afterAll(async () => await site?.stack.stop());

/** What only the user can choose, by example: `Node: Parameter`. */
const CHOSEN_BY_THE_USER: Readonly<Record<string, string[]>> = {
	driveFolderToSigned: ['New File: folderToWatch', 'Keep File: folderId'],
	sheetRowsToContracts: ['Rows: documentId', 'Rows: sheetName', 'Keep Signed PDF: folderId'],
	googleDocFromForm: ['Copy Template: fileId'],
	newEmployee: ['Create Folder: folderId'],
	slackSigned: ['Microsoft Teams: channelId', 'Microsoft Teams: teamId', 'Slack: channelId'],
	payslips: ['Keep the Proof: folderId'],
	whatsappContract: ['Send Link: phoneNumberId', 'Send Link: template'],
};

const examples = readdirSync(EXAMPLES)
	.filter((file) => file.endsWith('.json'))
	.map((file) => file.slice(0, -'.json'.length));

describe.each(examples)('the nodes of the example %s', (example) => {
	it('are known to this n8n with all their parameters, and lack only what the user can choose', async () => {
		const { nodes } = await exampleWorkflow(site.stack.credential, example);
		const foreign = nodes.filter(({ type }) => !type.startsWith('n8n-nodes-signaturit.'));
		expect(foreign.flatMap((node) => types.unknownParameters(node))).toEqual([]);
		const lacking = foreign.flatMap((node) =>
			Object.keys(types.problems(node)).map((parameter) => `${node.name}: ${parameter}`),
		);
		expect(lacking.sort()).toEqual((CHOSEN_BY_THE_USER[example] ?? []).toSorted());
	});
});

describeSheets(() => site);
describeDriveFolder(() => site);
describeDocuments(() => site);
describeMails(() => site);
describeDeals(() => site);
describeChannels(() => site);
describeEmployees(() => site);
describePayslips(() => site);
describeWhatsappContract(() => site);
describeWebsiteNda(() => site);
