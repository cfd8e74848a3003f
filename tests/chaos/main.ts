// `npm run bank-test`: minutes of payments while the database is killed again and again. Ends with 1 when a penny,
// a row or an answer is wrong. `npm run bank-test -- --seconds 600 --seed 7`.
import { parseArgs } from 'node:util'
import { isWriteAfterClose } from '../../local/postgres/writeAfterClose'
import { runChaosTest } from './runChaosTest'

const mostShown = 20
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '120' },
    seed: { type: 'string', default: String(Date.now() % 10_000) },
  },
})

function print(line: string) {
  process.stdout.write(`${line}\n`)
}

process.on('uncaughtException', (error) => {
  if (!isWriteAfterClose(error)) throw error
})

print(`Paying for ${values.seconds} s, seed ${values.seed}`)
const { figures, problems, seconds } = await runChaosTest({
  seconds: Number(values.seconds),
  seed: Number(values.seed),
  isDurable: true,
})
print(
  `  ${figures.payments} payments, ${figures.refused} refused, ${figures.repeats} repeats, in ${seconds.toFixed(0)} s`,
)
print(
  `  ${figures.kills} kills and restarts, ${figures.terminatedBackends} connections ended, ${figures.deadlocks} deadlocks`,
)
print(
  `  ${figures.unanswered} requests unanswered, so ${figures.unknownOutcomes} outcomes unknown; ${figures.resolvedByAsking} resolved by asking again (a deleted user cannot ask)`,
)
print(
  `  ${figures.cardPayments} card payments, ${figures.cardDeclines} declined, ${figures.cardRetries} messages sent again`,
)
print(
  `  ${figures.cheques} scheduled payments, ${figures.repairs} repairs, ${figures.deletions} people deleted beside it`,
)
print(
  `  ${figures.heldPayments} held payments, ${figures.undoneInTime} undone, ${figures.undoneTooLate} too late; ${figures.regularPayments} regular payments; ${figures.sentLater} sent later, ${figures.failedLater} failed`,
)
print(`  ${figures.snapshots} snapshots verified`)
for (const { problem, subject } of problems.slice(0, mostShown)) print(`  WRONG: ${problem} (${subject})`)
print(problems.length === 0 ? '  All balances and records agree.' : `  ${problems.length} problems found.`)
process.exitCode = problems.length === 0 ? 0 : 1
