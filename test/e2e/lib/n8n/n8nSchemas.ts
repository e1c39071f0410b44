// The schemas of what n8n's API answers.

import { z } from 'zod';

export const credentialTest = z.object({ status: z.enum(['OK', 'Error']), message: z.string() });

export const node = z
	.object({
		name: z.string(),
		type: z.string(),
		parameters: z.record(z.unknown()),
		webhookId: z.string().optional(),
	})
	.passthrough();

export const workflow = z
	.object({
		id: z.string(),
		name: z.string(),
		versionId: z.string(),
		active: z.boolean(),
		nodes: z.array(node),
		staticData: z.record(z.unknown()).nullish(),
	})
	.passthrough();

/** n8n 2.8.4 has no such status and answers 404: it answers (de)activation only when that is done. */
export const publication = z.object({
	status: z.string(),
	pendingVersionId: z.string().nullable(),
	triggers: z.array(z.object({ errorMessage: z.string().nullable() }).passthrough()),
});

export const binary = z.object({
	id: z.string().optional(),
	/** A file that was given in place of a node's output has no id; this is its content in base64. */
	data: z.string().optional(),
	fileName: z.string().optional(),
	fileExtension: z.string().optional(),
	mimeType: z.string(),
});

const pairedItem = z.object({ item: z.number(), input: z.number().optional() });

export const item = z.object({
	json: z.record(z.unknown()),
	binary: z.record(binary).optional(),
	pairedItem: z.union([z.number(), pairedItem, z.array(pairedItem)]).optional(),
});

const nodeError = z.object({
	message: z.string(),
	description: z.string().nullish(),
	context: z.record(z.unknown()).optional(),
});

export const nodeRun = z.object({
	executionStatus: z.string().optional(),
	error: nodeError.optional(),
	hints: z.array(z.object({ message: z.string() })).default([]),
	/** Tools and models of an agent have other outputs than the main one. */
	data: z.object({ main: z.array(z.array(item).nullable()).default([]) }).optional(),
});

export const runData = z.object({
	resultData: z.object({
		error: nodeError.optional(),
		runData: z.record(z.array(nodeRun)).default({}),
	}),
});

const execution = z.object({
	id: z.string(),
	status: z.string(),
	mode: z.string(),
	startedAt: z.string().nullish(),
	stoppedAt: z.string().nullish(),
});

export const executionList = z.object({ results: z.array(execution) });

export const executionDetail = execution.extend({ data: z.string() });

export type CredentialTest = z.infer<typeof credentialTest>;
export type Workflow = z.infer<typeof workflow>;
export type Binary = z.infer<typeof binary>;
export type Item = z.infer<typeof item>;
export type NodeRun = z.infer<typeof nodeRun>;
export type ExecutionSummary = z.infer<typeof execution>;
