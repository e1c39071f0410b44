import { fillInContract } from './editor/contractForm';
import { startDesk } from './editor/desk';
import { describeExamples } from './editor/examples';
import { describeNewUser } from './editor/newUser';
import { canvasNode } from './editor/panel';
import { describeProduction } from './editor/production';
import * as job from './mainJob';

const desk = startDesk();

it('the form of the example workflow sends a contract, whose files come when both have signed from their inbox', async () => {
	const { stack, prepared, page, shoot } = desk();
	await page.goto(prepared.formUrl);
	await fillInContract(page);
	await shoot('form');
	await page.getByRole('button', { name: 'Send for signature' }).click();
	await page.getByText('The contract is on its way to the first signer.').waitFor();
	await shoot('form-sent');

	// A poll may have started a newer one, which may still be running.
	const [sent] = await stack.client.finishedExecutions(
		prepared.workflow.id,
		1,
		({ runs }) => job.NODES.form in runs,
	);
	expect(sent?.status).toBe('success');

	for (const { name } of job.SIGNERS) {
		await page.goto(`${stack.service.url}/inbox`);
		await page.getByRole('link', { name: `Open signing page for ${name}` }).click();
		await page.getByLabel('Your signature').fill(name);
		await page.getByRole('button', { name: 'Sign', exact: true }).click();
		await page.getByRole('heading', { name: 'Signed' }).waitFor();
		await stack.control.settled();
	}
	const [execution] = await stack.client.finishedExecutions(
		prepared.workflow.id,
		1,
		({ runs }) => job.NODES.eachFile in runs,
	);
	const files = execution ? job.itemsOf(execution, job.NODES.eachFile) : [];
	expect(files).toHaveLength(job.SIGNERS.length * 2);
	for (const { binary } of files) {
		expect(Object.values(binary ?? {})).toEqual([
			expect.objectContaining({ mimeType: 'application/pdf' }),
		]);
	}
});

it('the editor shows the example workflow', async () => {
	const { stack, prepared, page, shoot } = desk();
	await page.goto(`${stack.n8n.url}/workflow/${prepared.workflow.id}`);
	for (const name of Object.values(job.NODES)) await canvasNode(page, name).waitFor();
	await shoot('workflow');
});

describeNewUser(desk);
describeProduction(desk);
describeExamples(desk);
