// For CI: fails when the app exceeds one of its budgets, or when a budget was changed without measuring again. Sizes do not depend on
// the machine.
import { readFile } from 'node:fs/promises'
import { measureWeb } from './webBudgets'

const results = (await readFile(new URL('RESULTS.md', import.meta.url), 'utf8')).split('\n')
const problems = (await measureWeb()).flatMap(({ what, measured, limit, unit }) => {
  const budget = `${limit}${unit && ` ${unit}`}`
  const isRecorded = results.some((line) => line.startsWith(`| ${what} |`) && line.includes(`| ≤ ${budget} |`))
  return [
    ...(measured > limit ? [`${what}: ${Number(measured.toFixed(2))} ${unit} of ${budget}`] : []),
    ...(isRecorded ? [] : [`${what}: bench/RESULTS.md has another budget than ${budget}. Run npm run bench -- web.`]),
  ]
})
for (const problem of problems) process.stderr.write(`${problem}\n`)
process.exitCode = problems.length > 0 ? 1 : 0
