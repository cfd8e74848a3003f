// For CI: fails when a screen makes a browser load more than its budget. Sizes do not depend on the machine.
import { measureWeb } from './webBudgets'

const over = (await measureWeb()).filter(({ bytes, budget }) => bytes > budget)
for (const { what, bytes, budget } of over) {
  process.stderr.write(`${what}: ${(bytes / 1000).toFixed(2)} kB of ${budget / 1000} kB\n`)
}
process.exitCode = over.length > 0 ? 1 : 0
