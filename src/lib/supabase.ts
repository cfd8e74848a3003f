import { PostgrestClient } from '@supabase/postgrest-js'
import type { Database } from './database.types'
import { otherRelease } from './download'
import { takeEarlyRead } from './earlyReads'
import { env } from './env'
import { fetchInTurn, restLimit } from './fetchWithin'
import { loadClient } from './loadClient'
import { storedSession } from './storedSession'

/**
 * The tables and functions of the database, by the part of supabase-js that calls them: the first screens wait for no other.
 * React Query retries reads; retries of both would multiply to half a minute.
 */
export const supabase = new PostgrestClient<Database>(`${env.supabaseUrl}/rest/v1`, {
  headers: { apikey: env.publishableKey },
  fetch: fetchRest,
  retry: false,
})

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

async function fetchRest(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const url = input instanceof Request ? input.url : input.toString()
  const headers = new Headers(init?.headers)
  const authorization = `Bearer ${await accessToken()}`
  headers.set('Authorization', authorization)
  const early = takeEarlyRead(url, { authorization, body: init?.body })
  const response = await fetchInTurn(restLimit, url, { ...init, headers }, early)
  if (response.ok) return response
  // An error page of a gateway is not worded for customers.
  if (!response.headers.get('content-type')?.includes('json')) return Response.json({}, { status: response.status })
  return withRelease(response, url)
}

/** No such function, table, relation or column. Postgres says so of what a request selects, and of a fault within a function. */
const isUnknown = (code: string, url: string) =>
  /^PGRST20[0-5]$/.test(code) || (/^(42883|42703|42P01)$/.test(code) && url.includes('select='))

/** Words the refusal of what the server does not know, because it has another release than this page. */
async function withRelease(response: Response, url: string): Promise<Response> {
  const body: { code?: unknown } | null = await response
    .clone()
    .json()
    .catch(() => null)
  if (typeof body?.code !== 'string' || !isUnknown(body.code, url)) return response
  const why = await otherRelease()
  if (why === null) return response
  return Response.json({ ...body, message: why.message, hint: why.hint }, { status: response.status })
}

/** The token of the stored session. auth-js knows the session where storage is forbidden, and renews a token that runs out. */
async function accessToken(): Promise<string> {
  const session = storedSession.current()
  if (session !== null) return session.accessToken
  const { currentToken } = await loadClient()
  return (await currentToken()) ?? env.publishableKey
}
