import { createClient, type SupabaseClient } from 'npm:@supabase/supabase-js@2.109.0'

/** Acts with all rights. Only for what the signed-in caller has been checked for. */
export function secretClient(): SupabaseClient {
  return createClient(required('SUPABASE_URL'), secretKey(), {
    auth: { persistSession: false, autoRefreshToken: false },
  })
}

/** Acts with the rights of the person whose token this is: row level security applies. */
export function callerClient(accessToken: string): SupabaseClient {
  return createClient(required('SUPABASE_URL'), publishableKey(), { accessToken: async () => accessToken })
}

// Projects have named keys; older ones have a single key of each kind.
const secretKey = () => namedKey('SUPABASE_SECRET_KEYS') ?? required('SUPABASE_SERVICE_ROLE_KEY')
const publishableKey = () => namedKey('SUPABASE_PUBLISHABLE_KEYS') ?? required('SUPABASE_ANON_KEY')

function namedKey(name: string): string | undefined {
  const keys: Record<string, string> = JSON.parse(Deno.env.get(name) || '{}')
  return keys.default
}

function required(name: string): string {
  const value = Deno.env.get(name)
  if (!value) throw new Error(`${name} is not set`)
  return value
}
