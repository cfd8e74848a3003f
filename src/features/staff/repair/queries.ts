import { queryOptions } from '@tanstack/react-query'
import type { TimePlace } from '@/components/pagesInAddress'
import { list, nullable, number, object, text } from '@/lib/json'
import { pounds, poundsToPence } from '@/lib/money'
import { required } from '@/lib/required'
import { supabase } from '@/lib/supabase'

/** A repaired payment. Amounts in pence. */
export type Repair = {
  transactionId: string
  recipientName: string
  amount: number
  oldBalance: number
  newBalance: number
}

/** A repair, and whether the account is a savings account, which only the dry run knows. */
export type RepairOfAccount = Repair & { isSavings: boolean }

/** A payment whose credit is missing. The balances are as if it were the only one. */
export type MissingCredit = RepairOfAccount & { paidAt: string }

/** A keyset position. The timestamp stays text, because a Date would drop the microseconds. */
type Place = { before: string; beforeId: string }

/** The state of a dry run. `progress` from 0 to 1. The history of runs has it under `runId`. */
export type DryRun = {
  runId: string
  found: MissingCredit[]
  next: Place | null
  progress: number
  isComplete: boolean
}

export function newDryRun(): DryRun {
  return { runId: crypto.randomUUID(), found: [], next: null, progress: 0, isComplete: false }
}

/** Examines more payments. It changes none. */
export async function lookFurther({ runId, found, next }: DryRun, signal: AbortSignal): Promise<DryRun> {
  const { data } = await supabase
    .rpc('find_repairs', {
      p_run_id: runId,
      ...(next !== null && { p_before: next.before, p_before_id: next.beforeId }),
    })
    .abortSignal(signal)
    .throwOnError()
  // An error, because an empty list would mean 'Nothing to repair'.
  const { repairs, next_before: before, next_before_id: beforeId, progress } = required(readAnswer(data))
  const isComplete = before === null || beforeId === null
  return {
    runId,
    found: [...found, ...repairs.map(toMissingCredit)],
    next: isComplete ? null : { before, beforeId },
    progress: isComplete ? 1 : progress,
    isComplete,
  }
}

const readMissingCredit = object({
  transaction_id: text,
  paid_at: text,
  recipient_name: text,
  amount: pounds,
  old_balance: pounds,
  new_balance: pounds,
  account_type: text,
})

const readAnswer = object({
  repairs: list(readMissingCredit),
  next_before: nullable(text),
  next_before_id: nullable(text),
  progress: number,
})

function toMissingCredit(row: NonNullable<ReturnType<typeof readMissingCredit>>): MissingCredit {
  return {
    transactionId: row.transaction_id,
    paidAt: row.paid_at,
    isSavings: row.account_type === 'savings',
    recipientName: row.recipient_name,
    amount: row.amount,
    oldBalance: row.old_balance,
    newBalance: row.new_balance,
  }
}

/** A run in the history. Totals in pence. */
export type PastRun = {
  id: string
  startedAt: string
  startedBy: string | null
  /** Otherwise it was a dry run only. */
  isRepair: boolean
  /** Null: it still runs, or its browser was closed. */
  outcome: string | null
  problem: string | null
  found: number
  foundTotal: number
  repaired: number
  repairedTotal: number
}

export const runPageSize = 10

export const repairQueries = {
  all: ['repair runs'] as const,
  runs: (after: TimePlace | null) =>
    queryOptions({
      queryKey: [...repairQueries.all, after],
      queryFn: async ({ signal }): Promise<PastRun[]> => {
        const { data } = await supabase
          .rpc('list_repair_runs', {
            p_limit: runPageSize,
            ...(after !== null && { p_before: after.at, p_before_id: after.id }),
          })
          .abortSignal(signal)
          .throwOnError()
        return data.map((row) => ({
          id: row.id,
          startedAt: row.started_at,
          startedBy: row.started_by_name,
          isRepair: row.is_repair,
          outcome: row.outcome,
          problem: row.problem,
          found: row.found,
          foundTotal: poundsToPence(row.found_total),
          repaired: row.repaired,
          repairedTotal: poundsToPence(row.repaired_total),
        }))
      },
    }),
}
