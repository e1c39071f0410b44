import { releaseFor } from './n8nInstall';
import { SetupError } from '../setupError';

it.each([
	['20.19.0', '2.8.4'],
	['20.20.2', '2.8.4'],
	['22.1.0', '2.8.4'],
	['23.11.0', '2.8.4'],
	['24.0.0', '2.41.1'],
	['26.3.1', '2.41.1'],
])('Node %s runs n8n %s', (node, n8n) => {
	expect(releaseFor(node).version).toBe(n8n);
});

it('the newest n8n of npm is taken from a folder of its own', () => {
	expect(releaseFor('24.0.0', '2.99.0')).toMatchObject({ version: '2.99.0', folder: 'newest' });
});

it.each(['18.20.8', '20.18.3'])('Node %s is rejected with the version that is needed', (node) => {
	expect(() => releaseFor(node)).toThrow(SetupError);
	expect(() => releaseFor(node)).toThrow('n8n needs Node 20.19 or later');
});
