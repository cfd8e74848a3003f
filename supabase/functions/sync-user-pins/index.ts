import { z } from 'npm:zod@4.6.7'
import { callerRpc } from '../_shared/callerRpc.ts'
import { handle } from '../_shared/handler.ts'

const answerSchema = z.tuple([z.object({ changed: z.number(), remaining: z.number() })])
// Hashing is slow on purpose, and a call that waits too long is cut off: the rest is for the next one.
const longestRun = 60_000

Deno.serve(
  handle(z.object({}), async (_body, caller) => {
    const startedAt = Date.now()
    let changed = 0
    let remaining: number
    do {
      const [batch] = answerSchema.parse(await callerRpc(caller, 'sync_passwords'))
      changed += batch.changed
      remaining = batch.remaining
    } while (remaining > 0 && Date.now() - startedAt < longestRun)
    return { message: messageFor(changed, remaining) }
  }),
)

function messageFor(changed: number, remaining: number): string {
  if (remaining > 0) return `${passwords(changed)} updated, ${remaining} still to do. Please run it again.`
  return changed === 0 ? 'Every password already matches its PIN.' : `${passwords(changed)} updated to match the PINs.`
}

const passwords = (count: number) => (count === 1 ? '1 password' : `${count} passwords`)
