// Gives each test file new HTTP connections, because old ones may be closed already.

import http from 'node:http';

// A server closes a connection that nobody has used for some seconds. A process that stands still then notices it too
// late, and what it sends on that connection is lost: a post of the local service, or a request of a test.
http.globalAgent = new http.Agent();
