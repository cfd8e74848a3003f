import type { Json } from '@/lib/database.types'
import { fieldsOf, textOf } from '@/lib/json'
import { poundsToPence } from '@/lib/money'
import { supabase } from '@/lib/supabase'

/** A credit that was made up for. Amounts in pence. */
export type Repair = {
  transactionId: string
  recipientName: string
  amount: number
  oldBalance: number
  newBalance: number
}

/** A credit that is missing; the balances as if it were the only one. */
export type MissingCredit = Repair & { paidAt: string }

/** How far was looked. The text goes back as it came: a Date would drop the microseconds. */
type Place = { before: string; beforeId: string }

/** A dry run as far as it got. `progress` from 0 to 1. */
export type DryRun = { found: MissingCredit[]; next: Place | null; progress: number; isComplete: boolean }

export const newDryRun: DryRun = { found: [], next: null, progress: 0, isComplete: false }

/** Looks through more payments; changes nothing. */
export async function lookFurther({ found, next }: DryRun, signal: AbortSignal): Promise<DryRun> {
  const { data } = await supabase
    .rpc('find_repairs', next === null ? {} : { p_before: next.before, p_before_id: next.beforeId })
    .abortSignal(signal)
    .throwOnError()
  const { repairs, next_before: nextBefore, next_before_id: nextBeforeId, progress } = fieldsOf(data)
  // Rather an error than 'Nothing to repair'.
  if (!Array.isArray(repairs)) throw new Error('The answer could not be read. Please try again.')
  const [before, beforeId] = [textOf(nextBefore), textOf(nextBeforeId)]
  const isComplete = before === null || beforeId === null
  return {
    found: [...found, ...repairs.map(toMissingCredit)],
    next: isComplete ? null : { before, beforeId },
    progress: isComplete ? 1 : Number(progress),
    isComplete,
  }
}

function toMissingCredit(document: Json): MissingCredit {
  const row = fieldsOf(document)
  return {
    transactionId: textOf(row.transaction_id) ?? '',
    paidAt: textOf(row.paid_at) ?? '',
    recipientName: textOf(row.recipient_name) ?? '',
    amount: poundsToPence(Number(row.amount)),
    oldBalance: poundsToPence(Number(row.old_balance)),
    newBalance: poundsToPence(Number(row.new_balance)),
  }
}
