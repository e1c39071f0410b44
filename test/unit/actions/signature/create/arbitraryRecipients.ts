// Random recipients with widgets, for property tests of creating a signature request.

import fc from 'fast-check';

import { ADA } from '../../../../people';

/** Words for widgets that are anchored to one; `pdfOf(WORDS.join(' '))` contains them all. */
export const WORDS = ['Signature', 'Unterschrift', 'Firma', 'date2', 'año'];

type Json = Record<string, unknown>;

const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const flag = fc.constantFrom<unknown>(true, false, 1, 0);
const distance = fc.integer({ min: 100, max: 10_000 }).map((hundredths) => hundredths / 100);
const size = fc.integer({ min: 1, max: 10_000 }).map((hundredths) => hundredths / 100);
const filled = fc.stringMatching(/^[a-zA-Zñ][a-zA-Z0-9ñ&=+%[\]{} "'/-]{0,20}[a-z]$/);

/** A distance from an edge of the page, and a size with which the widget stays on it. */
const span = fc
	.tuple(distance, maybe(size))
	.map(([from, long]) => [from, long && from + long > 100 ? undefined : long]);
const position = fc
	.record({
		page: fc.constant(1),
		across: span,
		down: span,
		editable: maybe(flag),
		required: maybe(flag),
	})
	.map(({ across: [left, width], down: [top, height], ...rest }): Json => {
		return { ...rest, left, top, width, height };
	});
const atWord = fc.record({
	word_anchor: fc.constantFrom(...WORDS),
	left: maybe(distance),
	top: maybe(distance),
	width: size,
	height: size,
	editable: maybe(fc.constantFrom<unknown>(true, 1)),
	required: maybe(flag),
});
const place = fc.oneof(position, atWord);

const placed = (fields: fc.Arbitrary<Json>) =>
	fc.tuple(place, fields).map(([where, what]): Json => ({ ...where, ...what }));
const typed = (type: string, fields: Record<string, fc.Arbitrary<unknown>> = {}) =>
	placed(fc.record({ type: fc.constant(type), ...fields }));
const rule = (...rules: string[]) =>
	maybe(fc.record({ validation_rule: fc.constantFrom(...rules) }));

const select = fc
	.tuple(fc.array(filled, { minLength: 1, maxLength: 4 }), maybe(fc.nat(3)))
	.map(([values, selected]) => ({
		select: values.map((value, index) => ({ value, default: index === selected })),
	}));

/** The widgets of one radio group: all have the same default, the index of the option selected at first. */
const radioGroup = fc
	.record({
		custom_id: filled,
		places: fc.array(place, { minLength: 1, maxLength: 3 }),
		selected: maybe(fc.nat(2)),
	})
	.map(({ custom_id, places, selected }) =>
		places.map((where, index): Json => ({
			...where,
			type: 'radio',
			custom_id,
			options: { index },
			default: selected === undefined ? undefined : selected % places.length,
		})),
	);

const signature = typed('signature');
const certificate = fc
	.tuple(typed('dcf'), fc.boolean())
	.map(([{ page, ...widget }, onPage]): Json => (onPage ? { ...widget, page } : widget));
const otherWidget = fc.oneof(
	typed('image'),
	certificate,
	typed('text', { default: maybe(filled), options: rule('email', 'phone', 'zip', 'dni', 'iban') }),
	typed('date', { options: rule('age') }),
	typed('check', { default: maybe(fc.constantFrom('0', '1')) }),
	typed('select', { options: select }),
	signature,
);

const widgets = fc
	.tuple(
		fc.oneof(signature, certificate),
		fc.array(otherWidget, { maxLength: 4 }),
		fc.array(radioGroup, { maxLength: 2 }),
	)
	.filter(([, , groups]) => new Set(groups.map(([one]) => one?.custom_id)).size === groups.length)
	.map(([first, others, groups]) => [first, ...others, ...groups.flat()])
	.filter((all) => new Set(all.map((widget) => JSON.stringify(widget))).size === all.length);

const count = fc.nat(5);
const perDocument = fc.oneof(count, fc.array(count, { minLength: 1, maxLength: 2 }));
const attachment = fc.oneof(
	fc.record({
		type: fc.constantFrom('idDocument', 'passport', 'drivingLicense', 'proofOfAddress'),
	}),
	fc.record({ type: fc.constant('other'), description: filled }),
);

/** Valid recipients as the service takes them (docs/service.md#recipients). */
export const recipients: fc.Arbitrary<Json[]> = fc.array(
	fc.record({
		email: fc.stringMatching(/^[a-z]{1,10}$/).map((name) => `${name}@example.com`),
		name: filled,
		phone: fc.stringMatching(/^34[1-9][0-9]{6,10}$/),
		type: maybe(fc.constantFrom('signer', 'validator')),
		method: maybe(fc.constantFrom('email', 'sms')),
		subject: maybe(filled),
		body: maybe(filled),
		require_sms_validation: maybe(flag),
		sms_code: maybe(fc.constantFrom<unknown>(true, 1)),
		digital_certificate_name: maybe(fc.constantFrom('company.pfx', 'Ada.P12', ADA.name)),
		require_photo: maybe(perDocument),
		require_photo_id: maybe(perDocument),
		require_file_attachment: maybe(
			fc.oneof(perDocument, fc.array(attachment, { minLength: 1, maxLength: 3 })),
		),
		widgets: maybe(widgets),
	}),
	{ minLength: 1, maxLength: 3 },
);
