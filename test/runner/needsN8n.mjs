import { PluginKind, declareValuePlugin } from '@stryker-mutator/api/plugin';

/** The types of n8n's contexts, and of the calls that are made of them. */
const CONTEXT = /^(I[A-Z]\w*Functions|N8nContext|\w*Call)$/;

/** Whether a type, or a part of it, is that of a context. */
function namesContext(type) {
	if (typeof type !== 'object' || type === null) return false;
	if (type.type === 'TSTypeReference' && CONTEXT.test(type.typeName.name)) return true;
	return Object.values(type).flat().some(namesContext);
}

/**
 * Keeps functions that need a context of n8n out of mutation testing: they are tested on n8n's engine, not by unit
 * tests.
 */
export const strykerPlugins = [
	declareValuePlugin(PluginKind.Ignore, 'needs-n8n', {
		shouldIgnore({ node }) {
			const needsN8n = node.params?.some((each) =>
				namesContext(each.typeAnnotation?.typeAnnotation),
			);
			return needsN8n ? 'It needs a context of n8n, so it is tested on the engine' : undefined;
		},
	}),
];
