import { z } from 'npm:zod@4.6.7'
import { type Caller, handle } from '../_shared/handler.ts'
import { type Cursor, findRepairs, type Repair, runRepair } from './repairs.ts'

// Strict: a body with a misspelt `dryRun` must not start a repair.
const bodySchema = z.union([
  z.strictObject({ transactionIds: z.array(z.guid()).min(1).max(100) }),
  z.strictObject({
    dryRun: z.boolean().default(false),
    after: z.strictObject({ before: z.iso.datetime({ offset: true }), beforeId: z.guid() }).nullish(),
  }),
])

// The platform ends long calls. The response says where the next call continues.
const maxRunMs = 60_000

async function repairAll(caller: Caller, isDryRun: boolean, after: Cursor | null) {
  const startedAt = Date.now()
  const repairs: Repair[] = []
  let next = after
  do {
    const found = await findRepairs(caller, next)
    const ids = found.repairs.map(({ transactionId }) => transactionId)
    if (isDryRun) repairs.push(...found.repairs)
    else if (ids.length > 0) repairs.push(...(await runRepair(caller, ids)))
    next = found.next
  } while (next && Date.now() - startedAt < maxRunMs)
  return { repairs, next }
}

Deno.serve(
  handle(bodySchema, async (body, caller) =>
    'transactionIds' in body
      ? { repairs: await runRepair(caller, body.transactionIds), next: null }
      : repairAll(caller, body.dryRun, body.after ?? null),
  ),
)
