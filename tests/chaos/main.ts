// `npm run bank-test`: minutes of payments while the database is killed again and again. Ends with 1 when a penny,
// a row or an answer is wrong. `npm run bank-test -- --seconds 600 --seed 7`. With `--banks`, two banks pay each other.
import { parseArgs } from 'node:util'
import { isStrayError } from '../../local/postgres/strayErrors'
import { runBanksTest } from './banks/runBanksTest'
import { runChaosTest } from './runChaosTest'
import type { Problem } from './snapshot'

const mostShown = 20
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '120' },
    banks: { type: 'boolean', default: false },
    seed: { type: 'string', default: String(Date.now() % 10_000) },
  },
})

function print(line: string) {
  process.stdout.write(`${line}\n`)
}

process.on('uncaughtException', (error) => {
  if (!isStrayError(error)) throw error
})

const options = { seconds: Number(values.seconds), seed: Number(values.seed), isDurable: true }
print(`Paying for ${values.seconds} s, seed ${values.seed}`)
const found = values.banks ? await payBetweenBanks() : await payInOneBank()
for (const { problem, subject } of found.slice(0, mostShown)) print(`  WRONG: ${problem} (${subject})`)
print(found.length === 0 ? '  All balances and records agree.' : `  ${found.length} problems found.`)
process.exitCode = found.length === 0 ? 0 : 1

async function payInOneBank(): Promise<Problem[]> {
  const { figures, problems, seconds } = await runChaosTest(options)
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
    `  ${figures.moves} moves between accounts of a customer, ${figures.interest} months of interest, ${figures.roundUps} round-ups`,
  )
  print(
    `  ${figures.cheques} scheduled payments, ${figures.repairs} repairs, ${figures.deletions} people deleted and ${figures.closings} accounts closed beside it, with ${figures.payouts} payouts`,
  )
  print(
    `  ${figures.heldPayments} held payments, ${figures.undoneInTime} undone, ${figures.undoneTooLate} too late; ${figures.reviews} under review, ${figures.reviewsDecided} decided by staff; ${figures.claims} claims; ${figures.redress} complaints answered; ${figures.regularPayments} regular payments; ${figures.sentLater} sent later, ${figures.failedLater} failed`,
  )
  print(`  ${figures.snapshots} snapshots verified`)
  return problems
}

async function payBetweenBanks(): Promise<Problem[]> {
  const { figures, problems, seconds } = await runBanksTest(options)
  print(
    `  ${figures.payments} payments between two banks, ${figures.toNobody} of them to an account that does not exist, in ${seconds.toFixed(0)} s`,
  )
  print(
    `  ${figures.databaseKills} databases killed, ${figures.senderKills} senders, ${figures.receiverKills} receivers; ${figures.unknownOutcomes} outcomes unknown and asked again; ${figures.deadlocks} deadlocks`,
  )
  print(
    `  messages: ${figures.lost} lost, ${figures.answerLost} answers lost, ${figures.duplicated} duplicated, ${figures.delayed} delayed, ${figures.repeatedLater} repeated later`,
  )
  print(
    `  ${figures.undecided} undecided when the faults ended; in the end ${figures.accepted} accepted, ${figures.rejected} rejected, ${figures.returned} returned after ${figures.recalls} recalls`,
  )
  print(
    `  ${figures.snapshots} snapshots verified; a restored copy of one bank got back ${figures.recovered} payments and ${figures.returnedAgain} returns`,
  )
  return problems
}
