import { PostgrestClient } from '@supabase/postgrest-js'
import type * as authModule from './auth'
import type { Database } from './database.types'
import { env } from './env'
import { storedSession } from './storedSession'

// supabase-js puts these same clients together, and always ships realtime, storage and functions with them: twice the
// code that a first screen needs. Here REST comes first; auth, realtime and functions load after the first paint.

let loading: Promise<typeof authModule> | null = null

/** The auth client and what belongs to it; loaded with the first call. */
export function loadAuth(): Promise<typeof authModule> {
  loading ??= import('./auth').catch((error: unknown) => {
    loading = null
    throw error
  })
  return loading
}

/** The signed-in person's access token, renewed when it has run out; the publishable key when nobody is signed in. */
export async function accessToken(): Promise<string> {
  // A token that is still good needs no client, and neither does nobody.
  const session = storedSession.current()
  if (session !== null) return session.accessToken
  if (loading === null && !storedSession.exists()) return env.publishableKey
  const { auth } = await loadAuth()
  const { data, error } = await auth.getSession()
  // Asking as nobody would be answered with a refusal, as if the person had no rights.
  if (error !== null) throw error
  return data.session?.access_token ?? env.publishableKey
}

/** `fetch` as the signed-in person. An answer that does not come within `limit` milliseconds counts as a lost connection. */
export async function fetchAsUser(...[input, init, limit = 20_000]: [...Parameters<typeof fetch>, limit?: number]) {
  const ending = new AbortController()
  const signal = init?.signal
  const giveUp = () => ending.abort(signal?.reason)
  const timer = setTimeout(() => ending.abort(new DOMException('Failed to fetch', 'TimeoutError')), limit)
  if (signal?.aborted) giveUp()
  signal?.addEventListener('abort', giveUp, { once: true })
  try {
    const headers = new Headers(init?.headers)
    headers.set('apikey', env.publishableKey)
    headers.set('Authorization', `Bearer ${await accessToken()}`)
    return await fetch(input, { ...init, headers, signal: ending.signal })
  } finally {
    clearTimeout(timer)
  }
}

const fetchAnswer: typeof fetch = async (input, init) => {
  const response = await fetchAsUser(input, init)
  // What a gateway says in the bank's stead is not worded for people.
  const isWorded = response.ok || response.headers.get('content-type')?.includes('json')
  return isWorded ? response : Response.json({}, { status: response.status })
}

// Its own retries would multiply with React Query's: a stopped server would only be noticed after half a minute.
export const supabase = new PostgrestClient<Database>(`${env.supabaseUrl}/rest/v1`, {
  fetch: fetchAnswer,
  retry: false,
})
