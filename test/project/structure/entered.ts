import { Session, type Profiler } from 'node:inspector/promises';
import { fileURLToPath } from 'node:url';
import type { INodeParameters } from 'n8n-workflow';
import { runNode, startEngine, stopEngine } from '../../workflow/engine/engine';
import {
	createParameters,
	itemWithPdf,
	pdfOf,
	signatureParameters,
} from '../../workflow/engine/fixtures';
import { TriggerRig } from '../../workflow/trigger/rig';

/**
 * The files in a folder of which at least one function runs: during Create, during Send Reminder, from a post to the
 * end of the execution that it starts, and from a poll that finds an event to the end of its executions.
 */
export async function enteredFiles(folder: string): Promise<Record<string, string[]>> {
	const rig = new TriggerRig();
	const session = new Session();
	session.connect();
	await session.post('Debugger.enable');
	await session.post('Profiler.enable');
	await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
	const entered = async (run: () => Promise<unknown>) => {
		await session.post('Profiler.takePreciseCoverage');
		await run();
		const { result } = await session.post('Profiler.takePreciseCoverage');
		const files = await Promise.all(
			result.map(async (script) => {
				const path = pathOf(script);
				return path.startsWith(`${folder}/`) && (await hasRun(session, script))
					? [path.slice(folder.length + 1)]
					: [];
			}),
		);
		return files.flat().sort();
	};
	const act = async (parameters: INodeParameters) => {
		const { credential } = rig;
		const items = [await itemWithPdf('contract.pdf', await pdfOf('Contract'))];
		const { error } = await runNode({ parameters, credential, items });
		if (error) throw error;
	};
	/** Counts while the trigger gives out something; fails if it does not. */
	const gives = async (run: () => Promise<unknown>) => {
		const before = (await rig.items()).length;
		const files = await entered(async () => {
			await run();
			await rig.settled();
		});
		if ((await rig.items()).length <= before) throw new Error('The trigger has given nothing out');
		return files;
	};

	await startEngine();
	await rig.start();
	try {
		await rig.reset({ events: ['*'] });
		await rig.control.settings({ holdEvents: true });
		const poll = rig.polls();
		await poll();
		const { id } = await rig.send();
		const [post] = await rig.control.takeEvents();
		return {
			Create: await entered(async () => await act(createParameters())),
			'Send Reminder': await entered(
				async () => await act(signatureParameters('sendReminder', id)),
			),
			'a post': await gives(async () => {
				await rig.post(post?.body, post?.contentType, new URL(post?.url ?? '').search);
			}),
			'a poll': await gives(poll),
		};
	} finally {
		session.disconnect();
		await rig.stop();
		stopEngine();
	}
}

function pathOf({ url }: Profiler.ScriptCoverage): string {
	return url.startsWith('file:') ? fileURLToPath(url) : url;
}

/** A function that the compiler adds for an export. */
const GETTER = /^\(\) ?=> ?(\w+|from\[key\])$/;

/** Whether a function has run that somebody wrote. */
async function hasRun(
	session: Session,
	{ scriptId, functions }: Profiler.ScriptCoverage,
): Promise<boolean> {
	const { scriptSource } = await session.post('Debugger.getScriptSource', { scriptId });
	return functions.some(
		({ ranges: [range] }) =>
			range !== undefined &&
			range.count > 0 &&
			!GETTER.test(scriptSource.slice(range.startOffset, range.endOffset)),
	);
}
