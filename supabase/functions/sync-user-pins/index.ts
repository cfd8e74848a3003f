import { z } from 'npm:zod@4.6.7'
import { callerRpc } from '../_shared/callRpc.ts'
import { handle } from '../_shared/handler.ts'

const answerSchema = z.tuple([z.object({ changed: z.number(), remaining: z.number() })])
// Hashing a password is slow, and the platform ends long calls. The admin runs the function again for the rest.
const maxRunMs = 60_000

// Without `changedBefore` one call does as much as it can. With it, each call does one step, and the message counts them together.
const bodySchema = z.object({ changedBefore: z.number().int().min(0).optional() })

Deno.serve(
  handle(bodySchema, async ({ changedBefore }, caller) => {
    const endsAt = changedBefore === undefined ? Date.now() + maxRunMs : 0
    let changed = changedBefore ?? 0
    let remaining: number
    do {
      const [batch] = answerSchema.parse(await callerRpc(caller, 'sync_passwords', {}))
      changed += batch.changed
      remaining = batch.remaining
    } while (remaining > 0 && Date.now() < endsAt)
    return { message: messageFor(changed, remaining), changed, remaining }
  }),
)

function messageFor(changed: number, remaining: number): string {
  if (remaining > 0) return `${passwords(changed)} updated, ${remaining} still to update. Please run it again.`
  return changed === 0 ? 'Every password already matches its PIN.' : `${passwords(changed)} updated to match the PINs.`
}

const passwords = (count: number) => (count === 1 ? '1 password' : `${count} passwords`)
