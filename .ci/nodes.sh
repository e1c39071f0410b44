# Sourced by .ci/run and .ci/prove, in the project's folder: the n8n that a version of Node runs, and a Node
# for each n8n.

major=$(node -p 'process.versions.node.split(".")[0]')

# test/e2e/lib/install/n8nInstall.ts chooses n8n by the version of Node.
generation() { [ "$1" -ge 24 ] && echo 2.41 || echo 2.8; }

# Prints a PATH whose Node runs the n8n that belongs to this major version of Node: the current Node if it
# does, otherwise one that npm installs into a folder that git ignores.
path_with_node() {
	if [ "$(generation "$1")" = "$(generation "$major")" ]; then
		echo "$PATH"
		return
	fi
	local package home
	package=node-$(node -p 'process.platform + "-" + process.arch')
	home=$PWD/test/e2e/n8n/node-$1
	if [ ! -x "$home/node_modules/$package/bin/node" ]; then
		npm install --prefix "$home" --no-save --no-package-lock "$package@$1" >&2 || return
	fi
	echo "$home/node_modules/$package/bin:$PATH"
}

# The major versions of Node that run the oldest and the newest n8n of the project.
oldest_node=22
newest_node=24
