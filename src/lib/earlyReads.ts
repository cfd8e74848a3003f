import { env } from './env'
import { fetchInTurn, restLimit } from './fetchWithin'
import { storedSession } from './storedSession'

type EarlyRead = { authorization: string; sentAt: number; response: Promise<Response> }

/** A response that no query has used by then is out of date. */
const usableMs = 10_000

const earlyReads = new Map<string, EarlyRead>()

/**
 * Sends a read before supabase-js is downloaded. `query` is what the same query of supabase-js puts into its address, in
 * the same order; its first request then gets this response. `body`: for a function, as its arguments in JSON.
 */
export function readEarly(path: string, query: Record<string, string>, body?: string) {
  const session = storedSession.current()
  if (session === null) return
  const url = `${env.supabaseUrl}/rest/v1/${path}?${new URLSearchParams(query).toString()}`
  const authorization = `Bearer ${session.accessToken}`
  const headers = { apikey: env.publishableKey, Authorization: authorization }
  const response = fetchInTurn(restLimit, url, {
    headers,
    ...(body !== undefined && { method: 'POST', headers: { ...headers, 'Content-Type': 'application/json' }, body }),
  })
  // The query that takes the response handles its failure.
  response.catch(() => undefined)
  earlyReads.set(keyOf(url, body), { authorization, sentAt: performance.now(), response })
}

/** The response to an early read with this address, body and token, once. */
export function takeEarlyRead(
  url: string,
  { authorization, body }: { authorization: string | null; body: unknown },
): Promise<Response> | undefined {
  const key = keyOf(url, body)
  const read = earlyReads.get(key)
  earlyReads.delete(key)
  const isUsable = read?.authorization === authorization && performance.now() - read.sentAt < usableMs
  return isUsable ? read.response : undefined
}

function keyOf(url: string, body: unknown): string {
  return typeof body === 'string' ? `${url} ${body}` : url
}
