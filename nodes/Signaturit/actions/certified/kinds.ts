import type { INodeProperties } from 'n8n-workflow';
import type { Filters } from '../../input/filters';
import { emailLocator, smsLocator } from '../../input/locators';

/** What differs in reading certified emails and SMS. */
export interface CertifiedKind {
	/** As in `/v3/{path}.json`. */
	path: 'emails' | 'sms';
	one: string;
	many: string;
	locator: INodeProperties;
	/** Filters of the list besides the status; the count has the day only. */
	filters: Filters['others'];
}

export const emails: CertifiedKind = {
	path: 'emails',
	one: 'certified email',
	many: 'certified emails',
	locator: emailLocator,
	filters: ['since', 'data'],
};

export const sms: CertifiedKind = {
	path: 'sms',
	one: 'certified SMS',
	many: 'certified SMS',
	locator: smsLocator,
	filters: ['since'],
};
