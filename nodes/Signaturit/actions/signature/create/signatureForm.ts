// The body of a new signature request, made from the panel's values and checked.

import { z } from 'zod';
import {
	fillingPairs,
	referenceSchema,
	sentDataSchema,
	templateFieldsSchema,
} from '../../../input/customData';
import { filledName } from '../../../input/doors';
import { documentHints } from '../../../input/fileChecks';
import { addressHints, encodingHints, phoneHints, smsHints, textIf } from '../../../input/hints';
import { formFiles } from '../../../input/files';
import { listSchema } from '../../../input/rows';
import { withMailbox, PERSON } from '../../../input/people';
import { leftOutHint, unknownHint, unknownIn } from '../../../input/words';
import {
	doorsOf,
	knownWords,
	parameterLabels,
	rowLabels,
	parametersFrom,
	type Row,
} from '../../../input/parameters';
import { additionalProblems, additionalSchema, PROMISED } from '../../additional';
import { isBlank, validated, withRules } from '../../../input/schemas';
import { BoundedMap } from '../../../transport/concurrency';
import type { Described } from '../../sending/creation';
import { documentSchema, FILES, lastPage } from './documents';
import {
	lastPageProblems,
	recipientContents,
	recipientHints,
	recipientSchema,
	type RecipientContext,
} from './recipient';
import { recipientTable } from './recipientTable';
import { isSms, requestTable } from './requestTable';
import { lacksSignature } from './widget.schema';
import { isPlainObject } from '../../../transport/shapes';
import { showValue } from '../../../transport/errors/shown';
import { urlOf } from '../../../transport/hosts';

interface RequestContext extends RecipientContext {
	/** As `templateFieldsSchema` takes it. */
	templateFields: unknown;
}

const newSchema = (context: RequestContext) =>
	z.object({
		files: z.array(documentSchema).optional(),
		templates: listSchema('Templates', filledName('ID or hashtag'), '["#nda"]', 0).optional(),
		recipients: listSchema('Recipients', withMailbox(recipientSchema(context)), `[${PERSON}]`),
		...doorsOf(requestTable, context),
		reference: referenceSchema,
		/** The text that was entered for the other Delivery Type. */
		unusedBody: z.unknown(),
		templateFields: templateFieldsSchema(context.timeZone),
		data: sentDataSchema(context.timeZone, context.templateFields),
		additional: additionalSchema(requestWords, PROMISED),
	});

type RequestSchema = ReturnType<typeof newSchema>;
type ValidRequest = z.output<RequestSchema>;

const schemas = new BoundedMap<RequestSchema>(20);

/** Made once for requests of the same kind: making it takes longer than validating a request. */
function requestSchema(context: RequestContext): RequestSchema {
	const kind = JSON.stringify(context);
	const schema = schemas.get(kind) ?? newSchema(context);
	schemas.set(kind, schema);
	return schema;
}

function requestProblems(
	{ files, templates, templateFields, data, recipients }: ValidRequest,
	mapper: unknown,
): string[] {
	// After a problem, the value is as n8n gives it.
	const filled = (
		isPlainObject(templateFields?.value) ? templateFields.value : (templateFields ?? {})
	) as Record<string, string>;
	const keys = Object.keys({ ...filled, ...fillingPairs(mapper, filled).data });
	const isReadable = templates === undefined || Array.isArray(templates);
	return [
		...keys
			.filter((key) => isPlainObject(data) && Object.hasOwn(data, key))
			.map((key) => `Template Fields: ${showValue(key)} is given in Custom Data too`),
		...textIf(
			lacksSignature(recipients),
			'Widgets: at least one must be a signature or a digital certificate',
		),
		...(files?.length || templates?.length || !isReadable ? [] : [nothingToSign(files, templates)]),
	];
}

/** The panel's values, not validated yet. Recipients are in the service's words. */
export interface SignatureInput extends Row {
	readonly timeZone: string;
}

/**
 * The body of `POST /v3/signatures.json` (docs/service.md#create-a-signature-request).
 *
 * @throws UserError that names every problem at once, by the fields' names in the panel
 */
export function signatureForm(input: SignatureInput): Described {
	const { timeZone, templateFields: mapper } = input;
	const entered = parametersFrom(requestTable, input);
	const sms = isSms(input.deliveryType);
	const schema = requestSchema({ sms, timeZone, templateFields: mapper, ...lastPage(input) });
	const problems = (request: ValidRequest) => [
		...requestProblems(request, mapper),
		...lastPageProblems(input.recipients, request),
		...additionalProblems(formFields(request), request.additional),
	];
	const { files = [], ...request } = validated(withRules(schema, problems), entered, problemNames);
	const { recipients, templateFields = {}, additional } = request;
	// The service takes the values of template widgets from custom data (docs/service.md#custom-data).
	const filling = fillingPairs(mapper, templateFields);
	const data =
		Object.keys(templateFields).length > 0 ? { ...filling.data, ...request.data } : request.data;
	return {
		fields: {
			...formFields(request),
			recipients,
			templates: request.templates,
			data,
			...additional,
		},
		names: requestNames,
		files: formFiles('files', files),
		hints: [
			...documentHints(files),
			...requestHints(request),
			...filling.hints,
			...unknownHint(unknownWords(request)),
			...leftOutHint(input.recipients, input.cc),
		],
		contents: {
			recipients: recipients.map((recipient) => recipientContents(recipient, sms)),
			files: files.map(({ fileName }) => fileName),
			templates: request.templates,
		},
	};
}

const requestWords = knownWords(requestTable);

/** The panel's names of the parameters, for problems. */
const problemNames = {
	...{ files: FILES, templates: 'Templates', 'templates #': 'Template' },
	...{ recipients: 'Recipients', data: 'Custom Data', 'data #': 'Custom Data' },
	...parameterLabels(requestTable),
	...rowLabels('recipients', 'Recipient', [recipientTable]),
};

/** As `problemNames`, for the service's refusals (`RequestContent`). Our own ones name a file by itself. */
export const requestNames = { ...problemNames, 'files #': 'File' };

/** The parameters of a request that are sent as they are. */
const formFields = (request: ValidRequest) =>
	Object.fromEntries(
		Object.keys(requestTable).map((key) => [key, request[key as keyof typeof requestTable]]),
	);

/** The values that are sent although no page of the vendor has them. */
const unknownWords = (request: ValidRequest) => [
	...unknownIn('', { ...formFields(request), ...request.additional }, [requestWords]),
	...unknownIn('Recipient', request.recipients, [knownWords(recipientTable)]),
];

/** A list is undefined when the panel does not show its field. */
function nothingToSign(files: unknown, templates: unknown): string {
	if (templates === undefined)
		return `${FILES}: there is no file to send. Name a field of the item that holds one`;
	if (files === undefined) return 'Templates: add at least one';
	return `${FILES} or Templates: at least one of them must hold a document`;
}

/** Hints about values that are sent although the service may refuse, change or misunderstand them. */
function requestHints(request: ValidRequest): string[] {
	const { recipients, subject, body, unusedBody, callback_url, delivery_type } = request;
	const sms = delivery_type === 'sms';
	return [
		...addressHints({ 'Email Subject': subject, [sms ? 'SMS Body' : 'Email Body']: body }),
		...encodingHints({ ...encodedTexts(request), [sms ? 'SMS Body' : 'Email Body']: body }),
		...(sms ? smsHints('SMS Body', body) : []),
		...textIf(
			!isBlank(unusedBody),
			`${sms ? 'Email' : 'SMS'} Body is not sent, because Delivery Type is ${sms ? '' : 'not '}SMS`,
		),
		...textIf(
			callback_url !== undefined && !urlOf(callback_url),
			'Redirect URL After Signing is no web address: it begins with https://',
		),
		...phoneHints(recipients),
		...recipients.flatMap((recipient, index) =>
			recipientHints(recipient, delivery_type).map((hint) => `Recipient ${index + 1}: ${hint}`),
		),
	];
}

/** The texts that are the same for all recipients, by the panel's names, as far as they may be misread. */
const encodedTexts = ({ name, subject, data = {}, templateFields = {} }: ValidRequest) => ({
	'Request Name': name,
	'Email Subject': subject,
	...Object.fromEntries(
		Object.entries({ ...templateFields, ...data }).map(([key, value]) => [
			`Value of ${showValue(key)}`,
			value,
		]),
	),
});
