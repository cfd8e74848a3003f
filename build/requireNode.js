// Runs before the commands that need this version, without an import: an older Node cannot read what they import.
const [major, minor] = process.versions.node.split('.').map(Number)
if (!(major >= 24 || (major === 22 && minor >= 13) || (major === 20 && minor >= 19))) {
  process.stderr.write(`Fernbank needs Node 20.19, 22.13 or 24. This is Node ${process.versions.node}.\n`)
  process.exit(1)
}
