import { DateTime } from 'luxon';
import type { NodeParameterValueType } from 'n8n-workflow';
import { SignaturitTrigger } from '../../../nodes/Signaturit/SignaturitTrigger.node';
import { holes } from '../actions/panelHoles';
import { triggerWorkflow } from '../engine/engineTrigger';
import { answer, scriptedServer } from '../engine/scriptedServer';

const server = scriptedServer();

/** The shapes that a parameter can have. */
const SHAPES: unknown[] = [
	'x-yz',
	7,
	true,
	null,
	['x-yz'],
	{ key: 'x-yz' },
	new Date('2026-03-31T22:00:00Z'),
	DateTime.fromISO('2026-04-01', { zone: 'Europe/Madrid' }),
	'x y'.repeat(350_000),
	{ key: 'x'.repeat(1_000_000) },
];

const { properties } = new SignaturitTrigger().description;

describe('every field of the trigger', () => {
	it.each(['signature', 'certifiedEmail', 'certifiedSms', 'embeddedSigning'])(
		'for %s is taken, or refused by its name in a short message, whatever its shape',
		async (resource) => {
			server.answers = [answer(400, '{"message":"The service says no"}')];
			const webhook = resource === 'embeddedSigning' ? 'setup' : 'default';
			const problems: string[] = [];
			let walked = 0;
			for (const shape of SHAPES) {
				const fields = holes(
					properties,
					{ resource, operation: '' },
					shape as NodeParameterValueType,
				);
				for (const { label, name, parameters } of fields) {
					walked++;
					const { trigger, hook } = triggerWorkflow(parameters, webhook, {
						credential: server.credential,
					});
					const publishing = trigger.webhookMethods[webhook].create.call(hook('trigger'));
					const error = await publishing.then(
						() => undefined,
						(thrown: Error & { description?: string }) => thrown,
					);
					const { message = name, description = '' } = error ?? {};
					const text = `${message}\n${description}`;
					const isShort = message.length <= 600 && description.length <= 2_000;
					if (!isShort || !text.includes(name)) problems.push(`${label}: ${text.slice(0, 200)}`);
				}
			}
			expect(problems).toEqual([]);
			expect(walked).toBeGreaterThanOrEqual(SHAPES.length);
		},
	);
});
