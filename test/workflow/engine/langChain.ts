// An empty stand-in for LangChain, which n8n-core needs while it loads.

/** A class that nothing is an instance of. */
class Unused {
	readonly isUnused = true;
}

/** Stands in for LangChain, of which n8n-core only needs the names of classes while it is loaded. */
module.exports = new Proxy({}, { get: () => Unused });
