// Keeps the mails and SMS that the real service would have sent.

import { newId } from './ids';

/** A person who gets a copy. */
export interface Copy {
	email: string;
	name: string;
}

/** A mail or SMS that would have been sent. */
export interface Message {
	channel: 'email' | 'sms';
	to: string;
	name: string;
	subject: string;
	/** HTML for mail, text for SMS. */
	body: string;
	/** Path of the page that the message leads to. */
	path?: string;
	copies?: { cc: string[]; bcc: string[] };
	replyTo?: string;
	attachments?: string[];
}

export interface SentMessage extends Message {
	id: string;
	at: Date;
}

/** More than any test needs; beyond it the oldest messages are dropped. */
const LIMIT = 5_000;

export class Outbox {
	private readonly messages: SentMessage[] = [];

	add(message: Message, at: Date): void {
		this.messages.push({ ...message, id: newId(), at });
		if (this.messages.length > LIMIT) this.messages.shift();
	}

	newestFirst(): SentMessage[] {
		return [...this.messages].reverse();
	}

	get(id: string): SentMessage | undefined {
		return this.messages.find((message) => message.id === id);
	}
}
