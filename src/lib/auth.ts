import { AuthClient } from '@supabase/auth-js'
import { env } from './env'
import { storedSession } from './storedSession'

/** Loaded through `loadAuth` (lib/supabase.ts), never imported: it is a fifth of all code that a first screen would need. */
export const auth = new AuthClient({
  url: `${env.supabaseUrl}/auth/v1`,
  headers: { apikey: env.publishableKey, Authorization: `Bearer ${env.publishableKey}` },
  storageKey: storedSession.key,
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
  storedSession.clear()
  await auth.signOut({ scope: 'local' })
}
