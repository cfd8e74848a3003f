import { z } from 'npm:zod@4.6.7'
import { callerRpc } from '../_shared/callRpc.ts'
import type { Caller } from '../_shared/handler.ts'

export type Repair = {
  transactionId: string
  recipientName: string
  amount: number
  oldBalance: number
  newBalance: number
}
/** Where the search continues. The time stays text, because a Date would lose its microseconds. */
export type Cursor = { before: string; beforeId: string }

const repairSchema = z
  .object({
    transaction_id: z.string(),
    recipient_name: z.string(),
    amount: z.number(),
    old_balance: z.number(),
    new_balance: z.number(),
  })
  .transform((row): Repair => ({
    transactionId: row.transaction_id,
    recipientName: row.recipient_name,
    amount: row.amount,
    oldBalance: row.old_balance,
    newBalance: row.new_balance,
  }))

const findingSchema = z
  .object({ repairs: z.array(repairSchema), next_before: z.string().nullable(), next_before_id: z.string().nullable() })
  .transform(({ repairs, next_before, next_before_id }) => ({
    repairs,
    next: next_before && next_before_id ? { before: next_before, beforeId: next_before_id } : null,
  }))

/** Searches one batch of payments: which need a repair, and where the next batch begins. */
export async function findRepairs(caller: Caller, runId: string, cursor: Cursor | null) {
  const args = { p_run_id: runId, ...(cursor && { p_before: cursor.before, p_before_id: cursor.beforeId }) }
  return findingSchema.parse(await callerRpc(caller, 'find_repairs', args))
}

/** Repairs the listed payments, except those that no longer need it. */
export async function runRepair(caller: Caller, runId: string, transactionIds: string[]): Promise<Repair[]> {
  const args = { p_run_id: runId, p_transaction_ids: transactionIds }
  return z.array(repairSchema).parse(await callerRpc(caller, 'run_repair', args))
}

/** Records how the run ended. */
export async function finishRun(caller: Caller, runId: string, outcome: 'complete' | 'stopped' | 'failed') {
  await callerRpc(caller, 'finish_repair_run', { p_run_id: runId, p_outcome: outcome })
}
