import type { JestEnvironment } from '@jest/environment';
import { EventEmitter } from 'node:events';
import { GlobalState } from './globalState';

type Global = JestEnvironment['global'];

/** An object in the place of the global one. */
function newGlobal() {
	const exit = () => undefined;
	const process = Object.assign(new EventEmitter(), { env: { LANG: 'en' }, exit });
	return { process, Date, count: 1 };
}

describe('the global object after a test file', () => {
	it('has neither what the file added nor what it changed', () => {
		const global = newGlobal();
		const state = new GlobalState(global as unknown as Global);
		const symbol = Symbol('added');
		Object.assign(global, { added: 1, [symbol]: 2, count: 7, Date: undefined });
		state.restore();
		expect(Reflect.ownKeys(global)).toEqual(['process', 'Date', 'count']);
		expect(global).toMatchObject({ Date, count: 1 });
	});

	it('has the environment variables and the exit that it had before', () => {
		const global = newGlobal();
		const { exit } = global.process;
		const state = new GlobalState(global as unknown as Global);
		Object.assign(global.process, { exit: () => undefined });
		Object.assign(global.process.env, { LANG: 'es', ADDED: '1' });
		state.restore();
		expect(global.process.env).toEqual({ LANG: 'en' });
		expect(global.process.exit).toBe(exit);
	});

	it('has the listeners that it had before, and no others', () => {
		const global = newGlobal();
		const before = () => undefined;
		global.process.on('exit', before);
		const state = new GlobalState(global as unknown as Global);
		global.process.on('exit', () => undefined).once('warning', () => undefined);
		state.restore();
		expect(global.process.listeners('exit')).toEqual([before]);
		expect(global.process.eventNames()).toEqual(['exit']);
	});
});
