// The widgets of the reference's example with all widget options.

const place = (left: string, top: string, height: string, width: string) => ({
	page: '1',
	left,
	top,
	height,
	width,
});
const radio = (group: string, index: string, editable: string) => ({
	type: 'radio',
	default: '0',
	editable,
	custom_id: group,
	options: { index },
});

/** The widgets of the reference's example "all widget options on a signer": one reaches over the edge of its page. */
export const referenceWidgets = [
	{
		type: 'text',
		default: 'This is a non-editable text',
		...place('71.10583280773', '1.5', '5', '30'),
		editable: '0',
	},
	{
		type: 'text',
		default: 'This is an editable text',
		...place('31.10583280773', '1.5', '5', '30'),
		editable: '1',
	},
	{ type: 'check', default: '0', ...place('31.10583280773', '10', '5', '5'), editable: '0' },
	{ type: 'check', default: '1', ...place('41.10583280773', '10', '5', '5'), editable: '0' },
	{
		type: 'check',
		default: '1',
		...place('71.10583280773', '10', '5', '5'),
		editable: '1',
		options: 'show_yes_no_option',
	},
	{ ...radio('radio_01', '0', '1'), ...place('31.10583280773', '20', '5', '5') },
	{ ...radio('radio_01', '1', '1'), ...place('41.10583280773', '20', '5', '5') },
	{ ...radio('radio_01', '2', '1'), ...place('31.10583280773', '25', '5', '5') },
	{ ...radio('radio_02', '0', '0'), ...place('41.10583280773', '25', '5', '5') },
	{ ...radio('radio_02', '1', '0'), ...place('51.10583280773', '25', '5', '5') },
	{
		type: 'select',
		default: '0',
		...place('41.10583280773', '30', '5', '50'),
		editable: '1',
		options: {
			select: [
				{ value: 'option A', default: '1' },
				{ value: 'option B', default: '0' },
			],
		},
	},
	{ type: 'signature', default: '0', ...place('50', '90', '9.9784615384615', '25') },
	{ type: 'date', default: '2017-07-27', ...place('35', '1.5', '5', '30') },
	{
		type: 'text',
		...place('20', '5', '5', '30'),
		editable: '1',
		options: { validation_rule: 'email' },
	},
];
