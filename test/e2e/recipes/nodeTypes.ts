// What the running n8n says of its nodes: credentials, hidden parameters, and problems in red.

/** The nodes of the running n8n, by its own description of them. */
import axios from 'axios';
import type * as Workflow from 'n8n-workflow';
import type { INode, INodeTypeDescription, NodeHelpers } from 'n8n-workflow';
import { createRequire } from 'node:module';
import { keptParameters, leaves } from '../../project/keptParameters';
import type { WorkflowFile } from '../lib/n8n/n8nClient';
import { installN8n } from '../lib/install/n8nInstall';
import { silent } from '../lib/progress';
import type { Site } from '../lib/stack';

type FileNode = WorkflowFile['nodes'][number];

const OURS = 'n8n-nodes-signaturit.';

/** A node of a workflow's file, as n8n's own functions take it. */
const asNode = (node: FileNode) => node as unknown as INode;

export class NodeTypes {
	private constructor(
		private readonly descriptions: INodeTypeDescription[],
		/** Those of this n8n: an older one does not understand what newer nodes say of themselves. */
		private readonly helpers: typeof NodeHelpers,
	) {}

	static async of({ n8n, client }: Site): Promise<NodeTypes> {
		const headers = client.http.defaults.headers.common;
		const url = `${n8n.url}/types/nodes.json`;
		const { data } = await axios.get<INodeTypeDescription[]>(url, { headers, proxy: false });
		const { bin } = await installN8n(silent);
		const { NodeHelpers: helpers } = createRequire(bin)('n8n-workflow') as typeof Workflow;
		return new NodeTypes(data, helpers);
	}

	/** @throws Error if this n8n does not know the node in this version */
	private descriptionOf({ type, typeVersion, name }: FileNode): INodeTypeDescription {
		const found = this.descriptions.find(
			(description) =>
				description.name === type && [description.version].flat().includes(Number(typeVersion)),
		);
		if (!found) throw new Error(`"${name}": this n8n has no ${type} ${String(typeVersion)}`);
		return found;
	}

	/** Whether a node is n8n's, and leads to another service: it needs a credential. */
	isForeign(node: FileNode): boolean {
		if (node.type.startsWith(OURS)) return false;
		return this.credentialOf(node) !== undefined;
	}

	/** The type of the credential that the editor asks for in a node with these parameters. */
	credentialOf(node: FileNode): string | undefined {
		const description = this.descriptionOf(node);
		const parameters = keptParameters(description, asNode(node), this.helpers) ?? {};
		// HTTP Request takes the credential of another service.
		if (parameters.authentication === 'predefinedCredentialType') {
			return String(parameters.nodeCredentialType);
		}
		return description.credentials?.find(
			(credential) =>
				credential.required &&
				this.helpers.displayParameter(
					parameters,
					credential,
					asNode(node),
					description,
					parameters,
				),
		)?.name;
	}

	/** The parameters that the file has and this version of the node does not show. */
	unknownParameters(node: FileNode): string[] {
		const kept = keptParameters(this.descriptionOf(node), asNode(node), this.helpers);
		const known = new Set(leaves(kept));
		return leaves(node.parameters).filter((leaf) => !known.has(leaf));
	}

	/** What is red in the editor but for credentials: the parameters, and what n8n says of each. */
	problems(node: FileNode): Record<string, string[]> {
		const description = this.descriptionOf(node);
		const parameters = keptParameters(description, asNode(node), this.helpers) ?? {};
		const whole = { ...asNode(node), parameters, disabled: false };
		const found = this.helpers.getNodeParametersIssues(description.properties, whole, description);
		return found?.parameters ?? {};
	}

	/** The node when the user has chosen something in each list that is red. */
	chosen(node: FileNode): FileNode {
		const choice = { __rl: true, mode: 'list', value: 'chosen', cachedResultName: 'Chosen' };
		const names = Object.keys(this.problems(node));
		const choices = Object.fromEntries(names.map((name) => [name, choice]));
		return { ...node, parameters: { ...asNode(node).parameters, ...choices } };
	}
}
