import { timestamp } from '../domain/clock';
import { html, type Html } from './html';

/** A time as people read it, in UTC. */
export const timeOf = (at: Date): string =>
	timestamp(at).replace('T', ' ').replace('+0000', ' UTC');

/** The same as an element that programs can read. */
export const moment = (at: Date): Html =>
	html`<time datetime="${at.toISOString()}">${timeOf(at)}</time>`;
