import { createClient, type SupabaseClient } from 'npm:@supabase/supabase-js@2.109.0'
import type { Database } from '../../../src/lib/database.types.ts'
import { fetchInTurn } from './fetchInTurn.ts'

export type Client = SupabaseClient<Database>

/** Bypasses row level security. Use it only for what the caller has already been authorised to do. */
export function secretClient(): Client {
  return createClient<Database>(required('SUPABASE_URL'), secretKey(), {
    auth: { persistSession: false, autoRefreshToken: false },
  })
}

/** Acts with the rights of the user that the token belongs to: row level security applies. */
export function callerClient(accessToken: string): Client {
  return createClient<Database>(required('SUPABASE_URL'), publishableKey(), {
    accessToken: async () => accessToken,
    global: { fetch: fetchInTurn },
  })
}

/** Compares digests: the time that this takes tells nothing about the key. */
export async function isSecretKey(token: string): Promise<boolean> {
  return (await digestOf(token)) === (await digestOf(secretKey()))
}

async function digestOf(text: string): Promise<string> {
  return String(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))))
}

// Projects have named keys. Older projects have one key of each kind.
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
