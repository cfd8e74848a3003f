import { list, object, text } from '@/lib/json'
import { pounds } from '@/lib/money'
import { required } from '@/lib/required'
import type { MissingCredit, Repair, RepairOfAccount } from './queries'

/** The state of a repair. */
export type RepairRun = {
  /** The run in the history. */
  runId: string
  /** Not answered yet. */
  waiting: MissingCredit[]
  repairs: RepairOfAccount[]
  /** These no longer needed a repair. */
  before: MissingCredit[]
}

export function startRun(runId: string, found: MissingCredit[]): RepairRun {
  return { runId, waiting: found, repairs: [], before: [] }
}

export function countDone({ repairs, before }: RepairRun): number {
  return repairs.length + before.length
}

/** Whether the first answer has come. */
export function hasResults(run: RepairRun): boolean {
  return run.waiting.length === 0 || countDone(run) > 0
}

/** Adds the server's answer for these payments. */
export function withAnswer(run: RepairRun, asked: MissingCredit[], answer: Repair[]): RepairRun {
  const askedIds = new Set(asked.map(({ transactionId }) => transactionId))
  const repairedIds = new Set(answer.map(({ transactionId }) => transactionId))
  const savingsIds = new Set(asked.filter(({ isSavings }) => isSavings).map(({ transactionId }) => transactionId))
  return {
    runId: run.runId,
    waiting: run.waiting.filter(({ transactionId }) => !askedIds.has(transactionId)),
    repairs: [
      ...run.repairs,
      ...answer.map((repair) => ({ ...repair, isSavings: savingsIds.has(repair.transactionId) })),
    ],
    before: [...run.before, ...asked.filter(({ transactionId }) => !repairedIds.has(transactionId))],
  }
}

const readAnswer = object({
  repairs: list(
    object<Repair>({
      transactionId: text,
      recipientName: text,
      amount: pounds,
      oldBalance: pounds,
      newBalance: pounds,
    }),
  ),
})

/** The repairs in the answer of the edge function `repair-transactions`. */
export function readRepairs(answer: unknown): Repair[] {
  return required(readAnswer(answer)).repairs
}

/** In pence. */
export function totalOf(repairs: { amount: number }[]): number {
  return repairs.reduce((sum, { amount }) => sum + amount, 0)
}
