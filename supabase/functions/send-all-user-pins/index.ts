import { z } from 'npm:zod@4.6.7'
import { callerRpc } from '../_shared/callRpc.ts'
import { handle } from '../_shared/handler.ts'

const answerSchema = z.tuple([
  z.object({ successful: z.number(), failed: z.number(), failed_names: z.array(z.string()) }),
])

Deno.serve(
  handle(z.object({}), async (_body, caller) => {
    const [{ successful, failed, failed_names }] = answerSchema.parse(await callerRpc(caller, 'send_all_pins', {}))
    return { successful, failed, failedNames: failed_names }
  }),
)
