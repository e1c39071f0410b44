import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePorts } from './ports';

const MANY = 40;

beforeEach(() => {
	// Every call begins at the same port, which is the worst case.
	jest.spyOn(Math, 'random').mockReturnValue(0.5);
});
afterEach(() => jest.restoreAllMocks());

const unique = (ports: number[]) => [...new Set(ports)];

it('freePorts gives no port to two calls, also at the same time and before anything listens', async () => {
	const calls = Array.from({ length: MANY }, async () => await freePorts(2));
	const ports = (await Promise.all(calls)).flat();
	expect(unique(ports)).toHaveLength(MANY * 2);
});

it('freePorts gives no port that another process has got', async () => {
	const program = `
		Math.random = () => 0.5;
		void require(${JSON.stringify(join(__dirname, 'ports.ts'))}).freePorts(${MANY})
			.then((ports) => process.stdout.write(JSON.stringify(ports), () => process.stdin.resume()));
	`;
	const other = execFile(process.execPath, ['--import', require.resolve('tsx'), '-e', program]);
	try {
		if (!other.stdout) throw new Error('It has no output');
		const [text] = (await once(other.stdout, 'data')) as [string];
		const theirs = JSON.parse(text) as number[];
		expect(theirs).toHaveLength(MANY);
		const all = [...theirs, ...(await freePorts(MANY))];
		expect(unique(all)).toHaveLength(MANY * 2);
	} finally {
		other.kill();
	}
});

it('freePorts gives ports that the system gives out to nobody, and skips those on which something listens', async () => {
	const [first = 0] = await freePorts(1);
	expect(first).toBeLessThan(32_768);
	const server = createServer().listen(first + 1, '127.0.0.1');
	await once(server, 'listening');
	try {
		expect(await freePorts(1)).not.toEqual([first + 1]);
	} finally {
		await promisify(server.close.bind(server))();
	}
});
