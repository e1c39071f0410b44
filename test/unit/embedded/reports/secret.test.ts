import type { IDataObject } from 'n8n-workflow';
import { keepSecret, workflowSecret } from '../../../../nodes/Signaturit/embedded/reports';

describe("the workflow's secret", () => {
	it('is created once and then kept, beside other static data', () => {
		const data: IDataObject = { other: 1 };
		expect(workflowSecret(data, 'w1')).toBeUndefined();
		keepSecret(data, 'w1');
		const secret = workflowSecret(data, 'w1');
		expect(secret).toMatch(/^[\w-]{43}$/);
		keepSecret(data, 'w1');
		expect(workflowSecret(data, 'w1')).toBe(secret);
		expect(data.other).toBe(1);
	});

	it('is not used by a copy of the workflow, although the copy has the same static data', () => {
		const data: IDataObject = {};
		keepSecret(data, 'w1');
		const original = workflowSecret(data, 'w1');
		expect(workflowSecret(data, 'copy of w1')).toBeUndefined();
		keepSecret(data, 'copy of w1');
		expect(workflowSecret(data, 'copy of w1')).not.toBe(original);
	});

	it.each([['spoilt'], [{ workflowId: 'w1' }], [{ workflowId: 'w1', secret: '' }], [null]])(
		'is created again when the static data holds %j in its place',
		(spoilt) => {
			const data: IDataObject = { signaturitEmbedded: spoilt };
			expect(workflowSecret(data, 'w1')).toBeUndefined();
			keepSecret(data, 'w1');
			expect(workflowSecret(data, 'w1')).toMatch(/^[\w-]{43}$/);
		},
	);
});
