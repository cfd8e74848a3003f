import { createClient } from '@supabase/supabase-js'
import type { Database } from './database.types'
import { takeEarlyRead } from './earlyReads'
import { endPushSubscription } from './endPushSubscription'
import { env } from './env'
import { fetchInTurn, restLimit } from './fetchWithin'
import { localStore } from './safeStorage'
import { deviceStore, forgetUser, pushStore } from './storage'
import { storedSession } from './storedSession'

/** The one client for tables, functions, auth and channels. */
export const supabase = createClient<Database>(env.supabaseUrl, env.publishableKey, {
  auth: { storage: localStore, storageKey: storedSession.key, detectSessionInUrl: false },
  global: { fetch: fetchForClient },
})

// React Query retries reads; retries of both would multiply to half a minute. The option for this, `db.retry`, came with
// 2.112, which requires Node 22.
supabase['rest'].retry = false

type Functions = Database['public']['Functions']
type Args<Name extends keyof Functions> = Functions[Name]['Args']
/** A function whose arguments all have defaults is called without them. */
type Given<Name extends keyof Functions> =
  Record<PropertyKey, never> extends Args<Name>
    ? [args?: Args<Name>, signal?: AbortSignal | undefined]
    : [args: Args<Name>, signal?: AbortSignal | undefined]

/** Calls a function of the database and returns its answer. Throws its refusal, which `errors.ts` reads. An argument that is undefined keeps its default. */
export async function callRpc<Name extends keyof Functions>(
  name: Name,
  ...[args, signal]: Given<Name>
): Promise<Functions[Name]['Returns']> {
  const request = supabase.rpc(name, args)
  const { data } = await (signal === undefined ? request : request.abortSignal(signal)).throwOnError()
  return data
}

supabase.auth.onAuthStateChange((event) => {
  if (event !== 'SIGNED_OUT') return
  forgetUser()
  // The socket was opened with this user's token.
  void supabase.realtime.disconnect()
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
  const { error } = await supabase.auth.signOut({ scope: 'local' })
  if (error === null) return
  // auth-js keeps the session when the server cannot be reached; with nothing stored it signs out without a request.
  localStore.removeItem(storedSession.key)
  await supabase.auth.signOut({ scope: 'local' })
}

async function fetchForClient(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const url = input instanceof Request ? input.url : input.toString()
  if (url.startsWith(`${env.supabaseUrl}/auth/`)) return fetchAuth(url, init)
  const authorization = new Headers(init?.headers).get('Authorization')
  if (authorization === `Bearer ${env.publishableKey}` && storedSession.exists()) await refuseAsVisitor()
  // `functions.invoke` has its own time limit.
  if (url.startsWith(`${env.supabaseUrl}/functions/`)) return fetch(url, init)
  const response = await (takeEarlyRead(url, { authorization, body: init?.body }) ?? fetchInTurn(restLimit, url, init))
  // An error page of a gateway is not worded for customers.
  const isWorded = response.ok || response.headers.get('content-type')?.includes('json')
  return isWorded ? response : Response.json({}, { status: response.status })
}

/**
 * supabase-js sends a request as a visitor when it cannot renew the token, and the server would answer as if the user had
 * no rights. This throws the reason instead; auth-js remembers it for a minute.
 */
async function refuseAsVisitor() {
  const { error } = await supabase.auth.getSession()
  if (error !== null) throw error
}

/**
 * auth-js takes the end of a token from the server's clock, and this device's clock may be an hour off: without
 * `expires_at` it counts from `expires_in`. A rate-limited renewal would end the session; 503 lets auth-js retry.
 */
async function fetchAuth(url: string, init?: RequestInit): Promise<Response> {
  const response = await fetch(url, init)
  if (response.status === 429 && url.includes('grant_type=refresh_token')) return new Response(null, { status: 503 })
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null)
  if (typeof body !== 'object' || body === null || !('expires_at' in body)) return response
  return Response.json({ ...body, expires_at: undefined })
}
