/**
 * Calls a tool of an MCP server with the official client, which n8n brings along:
 * `node callTool.cjs <folder of n8n's package.json> <address> <tool> <arguments> <milliseconds until it gives up>`.
 * Prints the answer as JSON, with the server's tools.
 */
const { createRequire } = require('node:module');
const [, , n8n, address, name, args, timeout] = process.argv;
const load = createRequire(`${n8n}/package.json`);
const { Client } = load('@modelcontextprotocol/sdk/client/index.js');
const { StreamableHTTPClientTransport } = load(
	'@modelcontextprotocol/sdk/client/streamableHttp.js',
);

async function main() {
	const client = new Client({ name: 'test', version: '1.0.0' });
	await client.connect(new StreamableHTTPClientTransport(new URL(address)));
	const { tools } = await client.listTools();
	const call = client.callTool({ name, arguments: JSON.parse(args) }, undefined, {
		timeout: Number(timeout),
	});
	const answer = await call.catch((error) => ({ gaveUp: String(error.message) }));
	console.log(JSON.stringify({ ...answer, tools }));
	process.exit();
}

void main();
