import type * as N8nWorkflow from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import type * as Delays from '../../nodes/Signaturit/transport/deadline';
import { delays } from '../../nodes/Signaturit/transport/deadline';
import type * as Service from '../service';
import { startService } from '../service';

/** What another test file gets, and another process of n8n in a test. */
function isolated<Module extends object>(name: string): Module {
	let loaded: Module | undefined;
	jest.isolateModules(() => {
		loaded = jest.requireActual<Module>(name);
	});
	if (!loaded) throw new Error('The module was not loaded');
	return loaded;
}

describe('modules that are loaded again', () => {
	it('are the same when they belong to a package', () => {
		const again = isolated<typeof N8nWorkflow>('n8n-workflow');
		expect(again.NodeOperationError).toBe(NodeOperationError);
	});

	it('are the same when they belong to the local service', () => {
		const again = isolated<typeof Service>('../service');
		expect(again.startService).toBe(startService);
	});

	it('are new when they belong to the project', () => {
		const again = isolated<typeof Delays>('../../nodes/Signaturit/transport/deadline');
		expect(again.delays).not.toBe(delays);
		expect(again.delays).toEqual(delays);
	});
});

it('Errors and lists that packages make are those of the tests', () => {
	const node = { name: 'N', type: 't', typeVersion: 1, position: [0, 0], id: '1', parameters: {} };
	const error = new NodeOperationError(node as N8nWorkflow.INode, 'No');
	expect(error).toBeInstanceOf(Error);
	expect(error.tags).toBeInstanceOf(Object);
});

it("Node's flags are listed once", () => {
	expect(process.allowedNodeEnvironmentFlags).toBe(process.allowedNodeEnvironmentFlags);
});
