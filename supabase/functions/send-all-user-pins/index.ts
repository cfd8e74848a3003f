import { z } from 'npm:zod@4.6.7'
import { callerRpc } from '../_shared/callRpc.ts'
import { handle } from '../_shared/handler.ts'

const answerSchema = z.tuple([
  z.object({
    successful: z.number(),
    failed: z.number(),
    failed_names: z.array(z.string()),
    sent_until: z.string().nullable(),
  }),
])
const mostNamed = 100

// Without `after` one call sends all. With it, each call sends one step and says after whom the next goes on.
const bodySchema = z.object({ after: z.uuid().nullable().optional() })

Deno.serve(
  handle(bodySchema, async ({ after: start }, caller) => {
    const total = { successful: 0, failed: 0, failedNames: [] as string[] }
    let after = start ?? null
    do {
      const answer = await callerRpc(caller, 'send_all_pins', after === null ? {} : { p_after: after })
      const [step] = answerSchema.parse(answer)
      total.successful += step.successful
      total.failed += step.failed
      total.failedNames.push(...step.failed_names)
      after = step.sent_until
      if (start !== undefined) return { ...total, sentUntil: after }
    } while (after !== null)
    return { ...total, failedNames: total.failedNames.slice(0, mostNamed) }
  }),
)
