import type { Question } from '../question';
import { environments, idsAndDates, tokens } from './basics';
import { sizes } from './bodies';
import { brandingPages, brandings, brandingTemplates } from './brandings';
import { certificates, certifiedCounts, certifiedFilters, emails, sms } from './certified';
import { creation, delivery, signatureObject, signingLinks } from './creation';
import { credits } from './credits';
import { devices } from './devices';
import { auditTrails, changesOfDocuments, documents, downloads, statuses } from './documents';
import { errorBodies, refusals } from './errors';
import { certifiedEventTypes, eventTypes, order } from './events';
import { attachments, recipients, widgetOptions, widgets, wordAnchors } from './fields';
import { changes, customData, expiry, reminders } from './life';
import { counts, filters } from './lists';
import { pageSizes, paging } from './pages';
import { contacts, eventHooks, subscriptions, templates } from './otherLists';
import { reasons } from './reasons';
import { smsStatus } from './smsStatus';
import { teamGroups, teamSeats, teamTokens } from './team';

/** All questions. Rows of the ledger that no call without harm can decide have none. */
export const questions: readonly Question[] = [
	environments,
	tokens,
	idsAndDates,
	signatureObject,
	creation,
	delivery,
	signingLinks,
	customData,
	reminders,
	expiry,
	changes,
	recipients,
	attachments,
	widgets,
	wordAnchors,
	widgetOptions,
	documents,
	reasons,
	statuses,
	downloads,
	auditTrails,
	changesOfDocuments,
	emails,
	sms,
	smsStatus,
	certificates,
	certifiedFilters,
	certifiedCounts,
	templates,
	eventHooks,
	contacts,
	subscriptions,
	eventTypes,
	certifiedEventTypes,
	order,
	paging,
	filters,
	counts,
	pageSizes,
	brandings,
	brandingTemplates,
	brandingPages,
	credits,
	devices,
	teamTokens,
	teamSeats,
	teamGroups,
	sizes,
	errorBodies,
	refusals,
].flat();
