import { ModelServer } from '../approval/modelServer';
import type { WorkflowFile } from '../lib/n8n/n8nClient';
import { withNode, type ExampleRun, type ExampleSite } from './exampleSite';

/**
 * Publishes an example with an agent, whose model does what the test says, and ends both after it.
 *
 * @param adapt what a user would set up beside the model
 */
export async function withAgent(
	site: ExampleSite,
	name: string,
	adapt: (file: WorkflowFile) => WorkflowFile = (file) => file,
	test: (example: ExampleRun, model: ModelServer) => Promise<void>,
): Promise<void> {
	const model = await new ModelServer().start();
	try {
		const openAi = await site.stack.client.createCredential('Scripted model', 'openAiApi', {
			apiKey: 'sk-scripted',
			url: model.url,
		});
		const example = await site.published(name, (file) =>
			withNode(adapt(file), 'Model', {
				credentials: { openAiApi: { id: openAi.id, name: openAi.name } },
			}),
		);
		await test(example, model);
		await example.end();
	} finally {
		await model.stop();
	}
}
