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

/**
 * Any secret key of the project: to replace one, the operator adds a key, sets it everywhere, and deletes the old one. Compares
 * digests: the time that this takes tells nothing about the keys.
 */
export async function isSecretKey(token: string): Promise<boolean> {
  const digests = await Promise.all([token, ...secretKeys()].map(digestOf))
  return digests.slice(1).includes(digests[0])
}

async function digestOf(text: string): Promise<string> {
  return String(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))))
}

// Projects have named keys. Older projects have one key of each kind.
const secretKeys = () => [...namedKeys('SUPABASE_SECRET_KEYS'), ...optional('SUPABASE_SERVICE_ROLE_KEY')]
const secretKey = () => secretKeys()[0] ?? required('SUPABASE_SERVICE_ROLE_KEY')
const publishableKey = () => namedKeys('SUPABASE_PUBLISHABLE_KEYS')[0] ?? required('SUPABASE_ANON_KEY')

/** The one named default first, if it exists. */
function namedKeys(name: string): string[] {
  const { default: first, ...others }: Record<string, string> = JSON.parse(Deno.env.get(name) || '{}')
  return [...(first ? [first] : []), ...Object.values(others)]
}

function optional(name: string): string[] {
  const value = Deno.env.get(name)
  return value ? [value] : []
}

function required(name: string): string {
  const value = Deno.env.get(name)
  if (!value) throw new Error(`${name} is not set`)
  return value
}
