// `npm run bench`: prints what was measured. Ratios of interleaved rounds are what counts; absolute figures are noise.
import { measurePayments } from './payments'
import { measureScrolling } from './scrolling'
import { measureWeb } from './webBudgets'

function print(line: string) {
  process.stdout.write(`${line}\n`)
}

const { ratios, walBytes, walGoal } = await measurePayments()
print('Payments done for each other transaction on the same server')
for (const { what, clients, paymentsPerSecond, ratio, goal } of ratios) {
  print(
    `  beside ${what.padEnd(34)} ${String(clients).padStart(2)} clients  ${paymentsPerSecond.toFixed(0).padStart(5)} per second  ratio ${ratio.toFixed(2)}  goal ${goal}`,
  )
}
print(`  write-ahead log for a payment: ${(walBytes / 1000).toFixed(2)} kB, goal ${walGoal / 1000} kB`)

print('\nWeb, gzipped, with its budget')
for (const { what, bytes, budget } of await measureWeb()) {
  const verdict = bytes > budget ? 'over' : 'ok'
  print(`  ${what.padEnd(34)} ${(bytes / 1000).toFixed(1).padStart(6)} kB of ${budget / 1000} kB  ${verdict}`)
}

print('\nScrolling through transactions, on a CPU slowed four times: ms for a frame')
for (const { rows, median, p95, p99 } of await measureScrolling([5_000, 50_000])) {
  print(`  ${String(rows).padStart(6)} rows  median ${median.toFixed(0)}  95% ${p95.toFixed(0)}  99% ${p99.toFixed(0)}`)
}
