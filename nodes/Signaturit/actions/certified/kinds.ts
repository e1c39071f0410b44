import type { INodeProperties } from 'n8n-workflow';
import type { CertifiedResource } from '../../events/requestItem';
import type { Filters } from '../../input/filters';
import { emailLocator, smsLocator } from '../../input/locators';

/** How reading certified emails differs from reading certified SMS. */
export interface CertifiedKind {
	kind: CertifiedResource;
	one: string;
	many: string;
	locator: INodeProperties;
	/** Filters of the list besides the status; the count has the day only. */
	filters: Filters['others'];
}

export const emails: CertifiedKind = {
	kind: 'certifiedEmail',
	one: 'certified email',
	many: 'certified emails',
	locator: emailLocator,
	filters: ['since', 'data'],
};

export const sms: CertifiedKind = {
	kind: 'certifiedSms',
	one: 'certified SMS',
	many: 'certified SMS',
	locator: smsLocator,
	filters: ['since'],
};
