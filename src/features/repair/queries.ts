import { WordedError } from '@/lib/errors'
import { list, nullable, number, object, pounds, text } from '@/lib/json'
import { supabase } from '@/lib/supabase'

/** A repaired payment. Amounts in pence. */
export type Repair = {
  transactionId: string
  recipientName: string
  amount: number
  oldBalance: number
  newBalance: number
}

/** A payment whose credit is missing. The balances are as if it were the only one. */
export type MissingCredit = Repair & { paidAt: string }

/** A keyset position. The timestamp stays text, because a Date would drop the microseconds. */
type Place = { before: string; beforeId: string }

/** The state of a dry run. `progress` from 0 to 1. */
export type DryRun = { found: MissingCredit[]; next: Place | null; progress: number; isComplete: boolean }

export const newDryRun: DryRun = { found: [], next: null, progress: 0, isComplete: false }

/** Examines more payments. It changes nothing. */
export async function lookFurther({ found, next }: DryRun, signal: AbortSignal): Promise<DryRun> {
  const { data } = await supabase
    .rpc('find_repairs', next === null ? {} : { p_before: next.before, p_before_id: next.beforeId })
    .abortSignal(signal)
    .throwOnError()
  const answer = readAnswer(data)
  // An error, because an empty list would mean 'Nothing to repair'.
  if (answer === undefined) throw new WordedError("We couldn't read the answer. Please try again.")
  const { repairs, next_before: before, next_before_id: beforeId, progress } = answer
  const isComplete = before === null || beforeId === null
  return {
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
    recipientName: row.recipient_name,
    amount: row.amount,
    oldBalance: row.old_balance,
    newBalance: row.new_balance,
  }
}
