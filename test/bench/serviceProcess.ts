// The process of the local service in the bench, which counts the requests in flight.

import diagnostics from 'node:diagnostics_channel';
import { startService } from '../service';
import type { Message } from './protocol';

const answer = (message: Message) => process.send?.(message);

let inFlight = 0;
let most = 0;
diagnostics.subscribe('http.server.request.start', () => {
	most = Math.max(most, ++inFlight);
});
diagnostics.subscribe('http.server.response.finish', () => {
	inFlight--;
});

startService().then(
	({ url, token, controlToken }) => answer({ result: { url, token, controlToken } }),
	(error: unknown) => answer({ failure: String(error) }),
);
/** Every message asks for the most requests in flight since the message before it. */
process.on('message', () => {
	answer({ result: most });
	most = inFlight;
});
process.once('disconnect', () => process.exit());
