import { env } from './env'
import { fetchAsUser } from './supabase'

/**
 * Calls an edge function as the signed-in person and returns its answer. Fails unless it answers with success, with the
 * words of its `{ error }` where there are any.
 */
export async function invokeFunction(
  name: string,
  body: Record<string, unknown>,
  signal?: AbortSignal,
): Promise<unknown> {
  const response = await fetchAsUser(`${env.supabaseUrl}/functions/v1/${name}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
    signal: signal ?? null,
  })
  if (!response.ok) throw new Error((await readProblem(response)) ?? `${name} answered ${response.status}`)
  return response.json()
}

async function readProblem(response: Response): Promise<string | null> {
  // What a gateway answers in a function's stead need not be JSON.
  const answer: unknown = await response.json().catch(() => null)
  const problem: unknown = typeof answer === 'object' && answer !== null ? Reflect.get(answer, 'error') : null
  return typeof problem === 'string' ? problem : null
}
