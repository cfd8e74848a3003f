import { supabase } from '@/lib/supabase'

/** Every cell mails the address of its sign-in page to its customer. The answer is the same for known and unknown addresses. */
export async function findMyBank(email: string): Promise<void> {
  await supabase.rpc('find_my_bank', { p_email: email }).throwOnError()
}
