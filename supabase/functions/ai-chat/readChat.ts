import type { Client } from '../_shared/clients.ts'

/** The customer's approval and chat, read with the customer's rights. */
export async function readChat(
  customer: Client,
  userId: string,
): Promise<{ isApproved: boolean; conversationId: string | null }> {
  const [profile, conversation] = await Promise.all([
    customer.from('profiles').select('approved').eq('id', userId).maybeSingle().throwOnError(),
    customer.from('chat_conversations').select('id').eq('user_id', userId).maybeSingle().throwOnError(),
  ])
  return { isApproved: profile.data?.approved ?? false, conversationId: conversation.data?.id ?? null }
}
