import { pdfOf } from '../support/pdf';
import { sendRaw } from '../support/rawHttp';
import { addressOf, referenceScene, type Ids } from '../support/referenceScene';
import { startRig, type Rig } from '../support/rig';
import { callsOf } from './calls';
import { SDKS } from './sdks';

let rig: Rig;
beforeAll(async () => {
	rig = await startRig();
});
afterAll(() => rig.close());

describe.each(SDKS)('the bytes of $name', (sdk) => {
	test('are accepted for each of its calls', async () => {
		const pdf = {
			name: 'Contract [2] ñ.pdf',
			bytes: await pdfOf('Hello'),
			type: 'application/pdf',
		};
		/** The ids of what calls are about, by the first name in their paths. */
		const scenes = new Map<string, Ids>();
		const refused: string[] = [];
		for (const [request, sent, scene] of callsOf(sdk, pdf)) {
			const about = `${/\{\w+\}/.exec(request)?.[0]} ${scene}`;
			const ids = scenes.get(about) ?? (await referenceScene(rig, { request: about, scene }));
			scenes.set(about, ids);
			const [method = ''] = request.split(' ');
			const { status, body } = await sendRaw(rig.service, {
				method,
				path: addressOf(request, ids),
				headers: { 'User-Agent': `signaturit-${sdk.name}`, ...sent?.headers },
				body: sent?.body,
			});
			if (status < 200 || status >= 300) refused.push(`${request}: ${status} ${body}`);
		}
		expect(refused).toEqual([]);
	});
});
