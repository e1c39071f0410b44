// A reader that gives the size of a file, and takes all memory for an empty one.
import { parentPort } from 'node:worker_threads';

parentPort.on('message', ({ bytes, port }) => {
	const taken = [];
	while (bytes.length === 0) taken.push(new Array(100_000).fill(taken.length));
	port.postMessage({ read: bytes.length });
});
