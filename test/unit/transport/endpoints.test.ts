import { CREDENTIAL } from '../../../nodes/Signaturit/transport/credential';
import { brandingList, endpoints, segment } from '../../../nodes/Signaturit/transport/endpoints';
import { readDescription } from '../../service/description/document';

const HOSTILE = '../a/b?c#d';
const ENCODED = '..%2Fa%2Fb%3Fc%23d';

describe('endpoints', () => {
	const builders = Object.entries(endpoints).flatMap(([resource, paths]) =>
		Object.entries(paths)
			.filter(([, path]) => typeof path === 'function')
			.map(([name, path]) => [`${resource}.${name}`, path] as const),
	);

	it.each(builders)('%s encodes each id as one path segment', (_, path) => {
		const build = path as (...ids: string[]) => string;
		const result = build(HOSTILE, HOSTILE, 'signed');
		expect(result).toContain(`/${ENCODED}`);
		expect(result).not.toContain('..%2Fa/');
		expect(new URL(result, 'https://host').pathname).toBe(result);
	});

	it.each(builders)('%s refuses ids that lead to another path', (_, path) => {
		const build = path as (...ids: string[]) => string;
		for (const id of ['', '.', '..']) {
			expect(() => build(id, 'record', 'signed')).toThrow(`"${id}" is not an ID of Signaturit`);
		}
		expect(() => build('...', '...', 'signed')).not.toThrow();
	});

	it('has the file of a document that was uploaded at another path than all others', () => {
		const { download } = endpoints.signature;
		expect(download('1', '2', 'uploaded')).toBe('/v3/documents/2/download/uploaded');
		expect(download('1', '2', 'audit_trail')).toBe(
			'/v3/signatures/1/documents/2/download/audit_trail',
		);
	});

	it('are all described in docs/openapi.yaml', () => {
		const described = Object.keys(readDescription().paths).map((path) =>
			path.replace(/\{\w+\}/g, '{}'),
		);
		const built = Object.values(endpoints).flatMap((group) =>
			Object.values(group).map((path: unknown) =>
				typeof path === 'function' ? String(path('{}', '{}', 'audit_trail')) : String(path),
			),
		);
		expect(built.length).toBeGreaterThan(40);
		expect(built.map(decodeURIComponent).filter((path) => !described.includes(path))).toEqual([]);
	});

	it('are the paths that the reference documents', () => {
		const paths = Object.entries(endpoints).map(([resource, group]) => {
			const built = Object.entries(group).map(([name, path]: [string, unknown]) => [
				name,
				typeof path === 'function' ? path('id', 'record', 'signed') : path,
			]);
			return [resource, Object.fromEntries(built)];
		});
		expect(Object.fromEntries(paths)).toMatchObject({
			signature: {
				list: '/v3/signatures.json',
				count: '/v3/signatures/count.json',
				one: '/v3/signatures/id.json',
				cancel: '/v3/signatures/id/cancel.json',
				delete: '/v3/signatures/id',
				generateAuditTrail: '/v3/signatures/id/generate/audit_trail',
				generateDocumentTrail: '/v3/signatures/id/documents/record/generate/audit_trail',
				name: '/v3/signatures/id/name',
				reminder: '/v3/signatures/id/reminder.json',
				signer: '/v3/signatures/id/documents/record/signer',
				smsStatus: '/v3/signatures/id/documents/record/sms_status.json',
				download: '/v3/signatures/id/documents/record/download/signed',
			},
			certifiedEmail: {
				list: '/v3/emails.json',
				count: '/v3/emails/count.json',
				one: '/v3/emails/id.json',
				download: '/v3/emails/id/certificates/record/download/signed',
			},
			certifiedSms: {
				list: '/v3/sms.json',
				count: '/v3/sms/count.json',
				one: '/v3/sms/id.json',
				smsStatus: '/v3/sms/id/certificates/record/sms_status.json',
				download: '/v3/sms/id/certificates/record/download/signed',
			},
			certifiedFile: { upload: '/v3/files.json', one: '/v3/files/id.json' },
			template: { list: '/v3/templates.json', listWithWidgets: '/v4/templates' },
			eventHook: { list: '/v3/event-hooks', retry: '/v3/event-hooks/id/retry' },
			photoId: { validate: '/v3/photoid/validate.json' },
			teamUser: { list: '/v3/team/users.json', one: '/v3/team/users/id.json' },
			teamSeat: { list: '/v3/team/seats.json', one: '/v3/team/seats/id.json' },
			teamGroup: {
				list: '/v3/team/groups.json',
				one: '/v3/team/groups/id.json',
				managers: '/v3/team/groups/id/managers/record.json',
				members: '/v3/team/groups/id/members/record.json',
			},
			branding: { list: '/v3/brandings.json', one: '/v3/brandings/id.json' },
			credits: { left: '/v3/account/credits.json' },
			device: { enrollmentCode: '/v3/account/enrollment-code', one: '/v3/account/devices/id' },
			contact: { list: '/v3/contacts.json', one: '/v3/contacts/id.json' },
			subscription: {
				list: '/v3/subscriptions.json',
				one: '/v3/subscriptions/id.json',
				count: '/v3/subscriptions/count.json',
			},
		});
	});
});

describe('segment', () => {
	it('says that nothing was sent when a value is no ID', () => {
		expect(() => segment('..')).toThrow(
			expect.objectContaining({
				message: '".." is not an ID of Signaturit',
				description: 'Nothing was sent to Signaturit.',
			}),
		);
	});
});

describe('brandingList', () => {
	it('has 10 brandings on a page, and shows the first 1,000', () => {
		expect(brandingList).toEqual({ list: '/v3/brandings.json', pageSize: 10, window: 1_000 });
	});
});

describe('CREDENTIAL', () => {
	it("is the type of credential in the users' workflows", () => {
		expect(CREDENTIAL).toBe('signaturitApi');
	});
});
