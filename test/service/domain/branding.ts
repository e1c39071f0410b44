import type { User } from './people';

/** How emails, SMS and the signing page look (docs/service.md#brandings). */
export interface Branding {
	id: string;
	createdAt: Date;
	owner: User;
	/** What was given, by the names of the parameters. */
	look: Record<string, string | boolean | undefined>;
	texts: Record<string, string | undefined>;
	templates: Record<string, string | undefined>;
	smsTemplates: Record<string, string | undefined>;
}
