// For CI: fails when the app exceeds one of its budgets. Sizes do not depend on the machine.
import { measureWeb } from './webBudgets'

const exceeded = (await measureWeb()).filter(({ measured, limit }) => measured > limit)
for (const { what, measured, limit, unit } of exceeded) {
  process.stderr.write(`${what}: ${Number(measured.toFixed(2))} ${unit} of ${limit} ${unit}\n`)
}
process.exitCode = exceeded.length > 0 ? 1 : 0
