import { AuthClient } from '@supabase/auth-js'
import { env } from './env'
import { storedSession } from './storedSession'
import { localStore } from './sturdyStorage'

/**
 * The answers as auth-js should see them. A token's end is taken by this device's own clock, which may be an hour off:
 * auth-js counts from `expires_in` unless it is told the server's time. And a renewal that has to wait is no refusal,
 * which would end the session.
 */
const fetchForAuth: typeof fetch = async (input, init) => {
  const response = await fetch(input, init)
  if (response.status === 429 && typeof input === 'string' && input.includes('grant_type=refresh_token')) {
    return new Response(null, { status: 503 })
  }
  const answer: unknown = await response
    .clone()
    .json()
    .catch(() => null)
  if (typeof answer !== 'object' || answer === null || !('expires_at' in answer)) return response
  return Response.json({ ...answer, expires_at: undefined })
}

/** Loaded through `loadAuth` (lib/supabase.ts), never imported: it is a fifth of all code that a first screen would need. */
export const auth = new AuthClient({
  url: `${env.supabaseUrl}/auth/v1`,
  headers: { apikey: env.publishableKey, Authorization: `Bearer ${env.publishableKey}` },
  storageKey: storedSession.key,
  storage: localStore,
  fetch: fetchForAuth,
  autoRefreshToken: true,
  persistSession: true,
  detectSessionInUrl: false,
})

/**
 * Ends the session on this device and on the server. Without a connection the device still forgets it at once; the
 * server's copy then ends when its token runs out.
 */
export async function endSession() {
  const { error } = await auth.signOut({ scope: 'local' })
  if (error === null) return
  // auth-js keeps the session when the server cannot be reached; with nothing stored it signs out without asking.
  localStore.removeItem(storedSession.key)
  await auth.signOut({ scope: 'local' })
}
