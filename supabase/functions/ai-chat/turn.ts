import { z } from 'npm:zod@4.6.7'
import { secretClient } from '../_shared/clients.ts'
import { Refusal } from '../_shared/refusal.ts'

const idSchema = z.guid().nullable()
const tooManyAnswers = 'PT429'

/** The customer's newest message, taken so that only this call answers it. */
export type Turn = {
  /** Stores the answer; false when the chat is no longer the assistant's. */
  answer(text: string): Promise<boolean>
  /** Gives the message back, so that the customer can ask again. */
  release(): Promise<void>
}

/** Takes the turn to answer; null when another call has it, or there is nothing to answer. */
export async function takeTurn(userId: string, conversationId: string): Promise<Turn | null> {
  const database = secretClient()
  const chat = { p_user_id: userId, p_conversation_id: conversationId }
  const { data, error } = await database.rpc('claim_assistant_turn', chat)
  if (error?.code === tooManyAnswers) throw new Refusal(429, error.message)
  if (error) throw error
  const messageId = idSchema.parse(data)
  if (messageId === null) return null
  return {
    async answer(text) {
      const stored = await database.rpc('add_assistant_message', { ...chat, p_message: text })
      // The error's details may quote the message, and errors are logged.
      if (stored.error) throw new Error(`The answer could not be stored: ${stored.error.code}`)
      return idSchema.parse(stored.data) !== null
    },
    async release() {
      await database.rpc('release_assistant_turn', { p_user_id: userId, p_message_id: messageId }).throwOnError()
    },
  }
}
