import { env } from './env'
import { fetchAsUser } from './supabase'

/** Sending a mail takes the mail server's time as well. */
const usualLimit = 60_000
/** For what is done to everybody at once. The platform itself ends a call after as long. */
export const longestLimit = 150_000

/**
 * Calls an edge function as the signed-in person and returns its answer. Fails unless it answers with success within
 * `limit` milliseconds, with the words of its `{ error }` where there are any.
 */
export async function invokeFunction(
  name: string,
  body: Record<string, unknown>,
  limit = usualLimit,
): Promise<unknown> {
  const request = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }
  const response = await fetchAsUser(`${env.supabaseUrl}/functions/v1/${name}`, request, limit)
  if (!response.ok) throw new Error((await readProblem(response)) ?? `${name} answered ${response.status}`)
  return response.json()
}

async function readProblem(response: Response): Promise<string | null> {
  // What a gateway answers in a function's stead need not be JSON.
  const answer: unknown = await response.json().catch(() => null)
  const problem: unknown = typeof answer === 'object' && answer !== null ? Reflect.get(answer, 'error') : null
  return typeof problem === 'string' ? problem : null
}
