import { createClient } from '@supabase/supabase-js'
import { endPushSubscription } from './endPushSubscription'
import { env } from './env'
import { localStore } from './safeStorage'
import { deviceStore, forgetUser, pushStore } from './storage'
import { storedSession } from './storedSession'
import { supabase } from './supabase'

export { FunctionsFetchError } from '@supabase/supabase-js'

/** For sign-in, channels and edge functions. Tables and functions of the database are called by `supabase.ts`. */
export const supabaseClient = createClient(env.supabaseUrl, env.publishableKey, {
  auth: { storage: localStore, storageKey: storedSession.key, detectSessionInUrl: false },
  global: { fetch: fetchForClient },
})

supabaseClient.auth.onAuthStateChange((event) => {
  if (event !== 'SIGNED_OUT') return
  forgetUser()
  // The socket was opened with this user's token.
  void supabaseClient.realtime.disconnect()
})

const stopWaitMs = 3000

/**
 * Ends the session on this device and on the server. Without a connection the device forgets it at once; the server's
 * session then ends with its token. `isChosen`: push messages to this browser stop too.
 */
export async function endSession(isChosen = false) {
  // The next sign-in of any user on this browser has it registered again, for that user.
  if (isChosen && pushStore.read() === true) {
    const { error } = await supabase
      .rpc('stop_push', { p_device_token: deviceStore.token() })
      .abortSignal(AbortSignal.timeout(stopWaitMs))
    // Without a connection the server would go on telling the next person at this browser.
    if (error !== null) await endPushSubscription().catch(() => undefined)
  }
  const { error } = await supabaseClient.auth.signOut({ scope: 'local' })
  if (error === null) return
  // auth-js keeps the session when the server cannot be reached; with nothing stored it signs out without a request.
  localStore.removeItem(storedSession.key)
  await supabaseClient.auth.signOut({ scope: 'local' })
}

/** supabase-js calls a function as a visitor when it cannot renew the token. This throws the reason instead. */
async function fetchFunction(url: string, init?: RequestInit): Promise<Response> {
  const isVisitor = new Headers(init?.headers).get('Authorization') === `Bearer ${env.publishableKey}`
  if (isVisitor) await currentToken()
  return fetch(url, init)
}

/**
 * The token of the session, renewed if it runs out; null for a visitor. If auth-js cannot renew it, this throws its reason,
 * which it remembers for a minute: the server would answer a visitor as if the user had no rights.
 */
export async function currentToken(): Promise<string | null> {
  const { data, error } = await supabaseClient.auth.getSession()
  if (error !== null && storedSession.exists()) throw error
  return data.session?.access_token ?? null
}

/**
 * auth-js takes the end of a token from the server's clock, and this device's clock may be an hour off: without
 * `expires_at` it counts from `expires_in`. A rate-limited renewal would end the session; 503 lets auth-js retry.
 */
async function fetchForClient(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const url = input instanceof Request ? input.url : input.toString()
  // `functions.invoke` has its own time limit.
  if (!url.startsWith(`${env.supabaseUrl}/auth/`)) return fetchFunction(url, init)
  const response = await fetch(url, init)
  if (response.status === 429 && url.includes('grant_type=refresh_token')) return new Response(null, { status: 503 })
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null)
  if (typeof body !== 'object' || body === null || !('expires_at' in body)) return response
  return Response.json({ ...body, expires_at: undefined })
}
