import { NodeHelpers, type INode, type INodeProperties } from 'n8n-workflow';
import { Signaturit } from '../../../../nodes/Signaturit/Signaturit.node';

const { description } = new Signaturit();

/** The names of what the panel offers in *Send and Wait*, in a node of this type. */
function shown(suffix: '' | 'Tool' | 'HitlTool'): string[] {
	return shownProperties(suffix).flatMap(({ name, inner }) => [name, ...inner]);
}

function shownProperties(suffix: '' | 'Tool' | 'HitlTool') {
	const type = `signaturit${suffix}`;
	const parameters = { resource: 'signature', operation: 'sendAndWait' };
	const node: INode = { id: '1', name: 'N', type, typeVersion: 1, position: [0, 0], parameters };
	const isShown = (property: INodeProperties) =>
		NodeHelpers.displayParameter(
			parameters,
			property,
			node,
			{ ...description, name: type },
			parameters,
		);
	return description.properties.filter(isShown).map((property) => {
		const options = (property.options ?? []) as INodeProperties[];
		const inner = property.type === 'collection' ? options.filter(isShown) : [];
		return { ...property, inner: inner.map(({ name }) => name) };
	});
}

const WITHOUT_EFFECT = ['reference', 'attachFiles', 'limitWaitTime'];

describe('the panel of Send and Wait', () => {
	it('offers a limit, a reference and files in a workflow', () => {
		expect(shown('')).toEqual(expect.arrayContaining(WITHOUT_EFFECT));
		expect(shown('')).not.toContain('reviewNotice');
	});

	it('has one list of documents to sign, which begins with the approval in a review', () => {
		const sources = (suffix: '' | 'HitlTool') =>
			shownProperties(suffix).filter(({ name }) => name === 'source');
		expect(sources('').map((field) => field.default)).toEqual(['files']);
		expect(sources('HitlTool').map((field) => field.default)).toEqual(['approval']);
	});

	it.each(['Tool', 'HitlTool'] as const)('offers nothing without effect in a %s', (suffix) => {
		const names = shown(suffix);
		expect(names).toEqual(expect.arrayContaining(['reviewNotice', 'expireTime']));
		expect(names.filter((name) => WITHOUT_EFFECT.includes(name))).toEqual([]);
	});
});
