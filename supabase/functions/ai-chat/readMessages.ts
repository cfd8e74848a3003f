import { z } from 'npm:zod@4.6.7'
import type { Client } from '../_shared/clients.ts'
import type { ChatMessage } from './chatMessage.ts'

const most = 20

const messageSchema = z
  .object({ sender_type: z.enum(['user', 'assistant', 'agent', 'event']), message: z.string() })
  .transform(({ sender_type, message }): ChatMessage => ({
    role: sender_type === 'user' ? 'user' : 'assistant',
    content: message,
  }))

/** The newest messages of the chat, oldest first, read with the customer's rights. */
export async function readMessages(customer: Client, conversationId: string): Promise<ChatMessage[]> {
  const { data } = await customer
    .from('chat_messages')
    .select('sender_type, message')
    .eq('conversation_id', conversationId)
    // Help in danger is an event with buttons while the customer waits. Neither side has written the other events.
    .or('sender_type.in.(user,assistant,agent),links.not.is.null')
    .order('created_at', { ascending: false })
    .order('id', { ascending: false })
    .limit(most)
    .throwOnError()
  return z.array(messageSchema).parse(data).toReversed()
}
