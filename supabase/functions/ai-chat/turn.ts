import { z } from 'npm:zod@4.6.7'
import { callRpc } from '../_shared/callRpc.ts'
import { secretClient } from '../_shared/clients.ts'
import type { Answer } from './builtInAssistant.ts'

// The generated types do not say that these functions can return null.
const idSchema = z.guid().nullable()

/** The customer's newest message, taken for this call. No other call may answer it. */
export type Turn = {
  /** Stores the answer. False when the chat has ended or has been handed to an agent. */
  answer(answer: Answer): Promise<boolean>
  /** Gives it back, so that the customer can retry. */
  release(): Promise<void>
}

/** Takes the newest message. Null when another call has taken it or there is nothing to answer. */
export async function takeTurn(userId: string, conversationId: string): Promise<Turn | null> {
  const database = secretClient()
  const chat = { p_user_id: userId, p_conversation_id: conversationId }
  const messageId = idSchema.parse(await callRpc(database, 'take_assistant_turn', chat))
  if (messageId === null) return null
  return {
    async answer({ text, links }) {
      const stored = await database.rpc('add_assistant_message', { ...chat, p_message: text, p_links: links })
      // Errors are logged, and the details of this one may quote the message.
      if (stored.error) throw new Error(`The answer could not be stored: ${stored.error.code}`)
      return idSchema.parse(stored.data) !== null
    },
    async release() {
      await callRpc(database, 'release_assistant_turn', { p_user_id: userId, p_message_id: messageId })
    },
  }
}
