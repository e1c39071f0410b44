import type { INodeParameters, INodeProperties } from 'n8n-workflow';
import { lastSentences } from '../../../../nodes/Signaturit/actions/agent/ends';
import { resources } from '../../../../nodes/Signaturit/actions';
import { toolIn, type Caller } from '../../engine/agentTool';
import { byId } from '../../engine/fixtures';
import { answer, reset, scriptedServer } from '../../engine/scriptedServer';

const server = scriptedServer();

const sentences = Object.values(lastSentences).flatMap((byRemedy) => Object.values(byRemedy));

/** Words that tell people at the panel what to do. */
const ADVICE =
	/(try|run|call) (it |this )?again|in the credential|Check |Look |Choose |Set |Update n8n|Remove |Use |Turn |option |JSON\.stringify/;

const words = JSON.stringify({ message: 'Not possible' });

const answers = {
	'a wrong token': answer(401),
	'a refusal in words': answer(400, words),
	'a refusal without words': answer(403),
	nothing: answer(404),
	'too many requests': answer(429),
	'a page of a proxy': answer(502, '<html></html>', 'text/html'),
	'something else': answer(200, '"login"'),
	'a broken connection': reset,
};

/** A value for a field that must be filled in, as a model gives it: only its form is right. */
function valueOf({ type, options = [], default: otherwise, name }: INodeProperties): unknown {
	if (type === 'resourceLocator') return byId('x1');
	if (type === 'options') {
		return otherwise || options.flatMap((one) => ('value' in one ? one.value : []))[0];
	}
	if (type === 'string' && otherwise === '') return /mail/i.test(name) ? 'ada@example.com' : 'x1';
	return otherwise;
}

const operations = resources.flatMap(({ value: resource, operations: all }) =>
	Object.entries(all).map(([operation, { fields }]) => ({ resource, operation, fields })),
);

const callers: Caller[] = ['agent 3', 'agent 2'];

/** Each answer to the values of a model, for the two agents in turns; and a call without any value. */
const calls = [
	{ what: 'nothing', isFilled: false },
	...Object.keys(answers).map((what) => ({ what, isFilled: true })),
].map((call, index) => ({ ...call, caller: callers[index % callers.length] }));

describe('the answer to a failed call', () => {
	it.each(operations)(
		'of $resource:$operation ends in what the model can do, and advises nothing else',
		async ({ resource, operation, fields }) => {
			const filled = Object.fromEntries(fields.map((field) => [field.name, valueOf(field)]));
			let failed = 0;
			for (const { what, isFilled, caller } of calls) {
				server.answers = [answers[what as keyof typeof answers]];
				const parameters = { ...(isFilled && filled), resource, operation } as INodeParameters;
				const call = toolIn({ parameters, credential: server.credential, caller });
				const { result, message } = (await call()).answer;
				if (result === 'done') continue;
				failed++;
				const text = String(message);
				const end = sentences.find((sentence) => text.endsWith(sentence)) ?? `${what}: ${text}`;
				expect(sentences).toContain(end);
				const facts = text.slice(0, -end.length).replace('Nothing was sent or changed. ', '');
				expect(facts).not.toMatch(ADVICE);
				expect(['refused', 'failed', 'unknown']).toContain(result);
			}
			expect(failed).toBeGreaterThan(0);
		},
	);
});
