import type { FlowEffects } from '../flow';
import { hasEvent } from '../history';
import type { SigningItem } from './documents';

export type SigningEffects = FlowEffects<SigningItem>;

/** Appends an event to a document's history and posts it. */
export function recordEvent(
	effects: SigningEffects,
	item: SigningItem,
	type: string,
	extra: Record<string, unknown> = {},
): void {
	item.document.events.push({ type, at: effects.now(), reasons: extra });
	effects.post(item, type, extra);
}

/** Records once per document that the signer has opened the signing page. */
export function recordOpened(effects: SigningEffects, items: SigningItem[]): void {
	for (const item of items) {
		if (item.document.status === 'ready' && !hasEvent(item.document, 'document_opened')) {
			recordEvent(effects, item, 'document_opened');
		}
	}
}
