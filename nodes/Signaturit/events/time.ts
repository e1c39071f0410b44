/**
 * A timestamp of the service (docs/service.md#ids-and-dates) in milliseconds since 1970; `NaN` if it is
 * not one. In a form post whose `+` is not encoded, a space stands in its place.
 */
export function instant(timestamp: string | undefined): number {
	const iso = timestamp
		?.trim()
		.replace(/ (?=\d{4}$)/, '+')
		.replace(/([+-]\d\d)(\d\d)$/, '$1:$2');
	return Date.parse(iso ?? '');
}
