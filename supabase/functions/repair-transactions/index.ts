import { z } from 'npm:zod@4.6.7'
import { type Caller, handle } from '../_shared/handler.ts'
import { type Cursor, findRepairs, finishRun, type Repair, runRepair } from './repairs.ts'

// Strict: a body with a misspelt `dryRun` must not start a repair.
const bodySchema = z.union([
  z.strictObject({ transactionIds: z.array(z.guid()).min(1).max(100), runId: z.guid().optional() }),
  z.strictObject({
    dryRun: z.boolean().default(false),
    after: z.strictObject({ before: z.iso.datetime({ offset: true }), beforeId: z.guid() }).nullish(),
  }),
])

// The platform ends long calls. The response says where the next call continues.
const maxRunMs = 60_000

async function repairAll(caller: Caller, isDryRun: boolean, after: Cursor | null) {
  const startedAt = Date.now()
  const runId = crypto.randomUUID()
  const repairs: Repair[] = []
  let next = after
  let isStarted = false
  try {
    do {
      const found = await findRepairs(caller, runId, next)
      isStarted = true
      const ids = found.repairs.map(({ transactionId }) => transactionId)
      if (isDryRun) repairs.push(...found.repairs)
      else if (ids.length > 0) repairs.push(...(await runRepair(caller, runId, ids)))
      next = found.next
    } while (next && Date.now() - startedAt < maxRunMs)
  } catch (error) {
    if (isStarted) await finishRun(caller, runId, 'failed')
    throw error
  }
  await finishRun(caller, runId, next ? 'stopped' : 'complete')
  return { repairs, next }
}

/** With a run id, the caller goes on with that run and finishes it. */
async function repairListed(caller: Caller, transactionIds: string[], runId?: string) {
  const ownRunId = crypto.randomUUID()
  const repairs = await runRepair(caller, runId ?? ownRunId, transactionIds)
  if (runId === undefined) await finishRun(caller, ownRunId, 'complete')
  return { repairs, next: null }
}

Deno.serve(
  handle(bodySchema, async (body, caller) =>
    'transactionIds' in body
      ? repairListed(caller, body.transactionIds, body.runId)
      : repairAll(caller, body.dryRun, body.after ?? null),
  ),
)
