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

Deno.serve(
  handle(z.object({}), async (_body, caller) => {
    const total = { successful: 0, failed: 0, failedNames: [] as string[] }
    let after: string | null = null
    do {
      const answer = await callerRpc(caller, 'send_all_pins', after === null ? {} : { p_after: after })
      const [step] = answerSchema.parse(answer)
      total.successful += step.successful
      total.failed += step.failed
      total.failedNames.push(...step.failed_names)
      after = step.sent_until
    } while (after !== null)
    return { ...total, failedNames: total.failedNames.slice(0, mostNamed) }
  }),
)
