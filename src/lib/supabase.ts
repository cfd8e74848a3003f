import { AuthClient } from '@supabase/auth-js'
import { PostgrestClient } from '@supabase/postgrest-js'
import type { Database } from './database.types'
import { env } from './env'

// supabase-js puts these same clients together, and always ships realtime, storage and functions with them: twice the
// code that the sign-in screen needs. Here auth and REST come first; realtime and functions load after the first paint.

/** The key under which supabase-js itself would store the session, so that both read the same sign-in. */
const storageKey = `sb-${new URL(env.supabaseUrl).hostname.split('.')[0]}-auth-token`

export const auth = new AuthClient({
  url: `${env.supabaseUrl}/auth/v1`,
  headers: { apikey: env.publishableKey, Authorization: `Bearer ${env.publishableKey}` },
  storageKey,
  autoRefreshToken: true,
  persistSession: true,
  detectSessionInUrl: false,
})

/** The signed-in person's access token, refreshed when it has run out; the publishable key when nobody is signed in. */
export async function accessToken(): Promise<string> {
  const { data } = await auth.getSession()
  return data.session?.access_token ?? env.publishableKey
}

/** `fetch` as the signed-in person. */
export const fetchAsUser: typeof fetch = async (input, init) => {
  const headers = new Headers(init?.headers)
  headers.set('apikey', env.publishableKey)
  headers.set('Authorization', `Bearer ${await accessToken()}`)
  return fetch(input, { ...init, headers })
}

// Its own retries would multiply with React Query's: a stopped server would only be noticed after half a minute.
export const supabase = new PostgrestClient<Database>(`${env.supabaseUrl}/rest/v1`, {
  fetch: fetchAsUser,
  retry: false,
})

/**
 * Ends the session on this device and on the server. Without a connection the device still forgets it at once; the
 * server's copy then ends when its token runs out.
 */
export async function endSession() {
  const { error } = await auth.signOut({ scope: 'local' })
  if (error === null) return
  // auth-js keeps the session when the server cannot be reached; with nothing stored it signs out without asking.
  localStorage.removeItem(storageKey)
  await auth.signOut({ scope: 'local' })
}
