import { z } from 'npm:zod@4.6.7'
import { callerRpc } from '../_shared/callRpc.ts'
import { handle } from '../_shared/handler.ts'

const bodySchema = z.object({ userId: z.guid() })

Deno.serve(
  handle(bodySchema, async ({ userId }, caller) => ({
    deleted: await callerRpc(caller, 'delete_person', { p_user_id: userId }),
  })),
)
