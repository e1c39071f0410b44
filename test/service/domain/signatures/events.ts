import type { FlowEffects } from '../flow';
import { hasEvent } from '../history';
import type { Subject } from './documents';

export type SigningEffects = FlowEffects<Subject>;

/** Appends an event to a document's history and posts it. */
export function recordEvent(
	effects: SigningEffects,
	item: Subject,
	type: string,
	extra: Record<string, unknown> = {},
): void {
	item.document.events.push({ type, at: effects.now() });
	effects.post(item, type, extra);
}

/** Records once per document that the signer's page has been opened. */
export function recordOpened(effects: SigningEffects, items: Subject[]): void {
	for (const item of items) {
		if (item.document.status === 'ready' && !hasEvent(item.document, 'document_opened')) {
			recordEvent(effects, item, 'document_opened');
		}
	}
}
