import { updateDisplayOptions, type INodeProperties } from 'n8n-workflow';
import { requestOptions } from '../signature/create/create.fields';
import { requestFields } from '../signature/create/requestFields';

/**
 * A field of *Send and Wait* that has no effect when it reviews the calls of an agent. n8n cannot tell its twin
 * for reviews from the ordinary tool, which refuses the operation anyway.
 */
export function notInReviews(field: INodeProperties): INodeProperties {
	const [hidden = field] = updateDisplayOptions({ hide: { '@tool': [true] } }, [field]);
	return hidden;
}

/** What a review does, and what its signers have to be told. */
export const reviewNotice: INodeProperties = {
	displayName:
		'The tool runs only after everyone has signed; a decline goes back to the agent. Message is what the signers get by email: say in it what the tool is to do, e.g. with {{ $tool.parameters.amount }}. Works under Human in the Loop only. Signaturit must be able to reach n8n.',
	name: 'reviewNotice',
	type: 'notice',
	default: '',
	displayOptions: { show: { '@tool': [true] } },
};

/** The options of a request that is waited for. */
export const waitingOptions: INodeProperties[] = requestOptions.map((field) => {
	if (field.name === 'reference') return notInReviews(field);
	if (field.name !== 'deliveryType') return field;
	// While the execution sleeps, nobody would get the URL.
	const options = field.options?.filter((option) => 'value' in option && option.value !== 'url');
	return { ...field, options };
});

/** The fields of a request that is waited for. n8n gives the twin for reviews a field for the message. */
export const waitingFields: INodeProperties[] = requestFields.map((field) =>
	field.name === 'body' ? notInReviews(field) : field,
);
