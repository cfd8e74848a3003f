import type { SupabaseClient } from 'npm:@supabase/supabase-js@2.109.0'
import { z } from 'npm:zod@4.6.7'

const profileSchema = z.object({ approved: z.boolean() }).nullable()
const conversationSchema = z.object({ id: z.guid() }).nullable()

/** Whether the person may use the bank, and their chat; read with their own rights. */
export async function readChat(
  own: SupabaseClient,
  userId: string,
): Promise<{ isApproved: boolean; id: string | null }> {
  const [profile, conversation] = await Promise.all([
    own.from('profiles').select('approved').eq('id', userId).maybeSingle().throwOnError(),
    own.from('chat_conversations').select('id').eq('user_id', userId).maybeSingle().throwOnError(),
  ])
  return {
    isApproved: profileSchema.parse(profile.data)?.approved ?? false,
    id: conversationSchema.parse(conversation.data)?.id ?? null,
  }
}
