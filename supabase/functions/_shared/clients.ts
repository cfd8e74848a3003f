import { createClient, type SupabaseClient } from 'npm:@supabase/supabase-js@2.109.0'

/** Acts with all rights. Only for what the signed-in caller has been checked for. */
export function secretClient(): SupabaseClient {
  return createClient(required('SUPABASE_URL'), secretKey(), {
    auth: { persistSession: false, autoRefreshToken: false },
  })
}

/** Projects have named keys; older ones have the single service role key. */
function secretKey(): string {
  const named = Deno.env.get('SUPABASE_SECRET_KEYS')
  const keys: Record<string, string> = named ? JSON.parse(named) : {}
  return keys.default ?? required('SUPABASE_SERVICE_ROLE_KEY')
}

function required(name: string): string {
  const value = Deno.env.get(name)
  if (!value) throw new Error(`${name} is not set`)
  return value
}
