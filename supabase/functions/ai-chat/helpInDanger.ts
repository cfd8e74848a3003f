import { z } from 'npm:zod@4.6.7'
import { callRpc } from '../_shared/callRpc.ts'
import { secretClient } from '../_shared/clients.ts'
import type { Answer } from './builtInAssistant.ts'
import type { Danger } from './dangers.ts'

const helpedSchema = z.object({ opens_at: z.string().nullable() }).nullable()

/** Stores the help and asks for a person at once. Null when an agent has the chat already, or it has ended. */
export async function helpInDanger(
  userId: string,
  conversationId: string,
  { danger, text, links }: Answer & { danger: Danger },
) {
  const helped = await callRpc(secretClient(), 'help_in_danger', {
    p_user_id: userId,
    p_conversation_id: conversationId,
    p_danger: danger,
    p_message: text,
    p_links: links,
  })
  return helpedSchema.parse(helped)
}
