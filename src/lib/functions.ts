import { otherRelease } from './download'
import { WordedError } from './errors'
import { loadClient } from './loadClient'

/** The time limit of a call in ms. A function that sends a mail also waits for the mail server. */
const usualLimit = 60_000
/** The time limit of actions on all users at once. The platform ends a call after the same time. */
export const longestLimit = 150_000

/**
 * Calls an edge function as the signed-in user and returns its response. Fails with the function's own `{ error }` where it
 * has one, and like a lost connection when no response arrives within `limit` milliseconds.
 */
export async function invokeFunction(
  name: string,
  body: Record<string, unknown>,
  limit = usualLimit,
): Promise<unknown> {
  const { supabaseClient, FunctionsFetchError } = await loadClient()
  const { data, error, response } = await supabaseClient.functions.invoke<unknown>(name, { body, timeout: limit })
  if (error === null) {
    // A network's own sign-in page also answers with success.
    if (typeof data === 'string') throw new Error(`${name} answered without JSON`)
    return data
  }
  if (response !== undefined) {
    const problem = await readProblem(response)
    if (problem !== null) throw new WordedError(problem)
    // Functions answer 404 in words, the platform does not.
    const why = response.status === 404 ? await otherRelease() : null
    throw why ?? new Error(`${name} answered ${response.status}`)
  }
  const reason: unknown = error instanceof FunctionsFetchError ? error.context : error
  throw isAbort(reason) ? new Error('Failed to fetch', { cause: reason }) : reason
}

function isAbort(reason: unknown): boolean {
  return typeof reason === 'object' && reason !== null && Reflect.get(reason, 'name') === 'AbortError'
}

async function readProblem(response: Response): Promise<string | null> {
  // A gateway that answers for the function may send no JSON.
  const answer: unknown = await response.json().catch(() => null)
  const problem: unknown = typeof answer === 'object' && answer !== null ? Reflect.get(answer, 'error') : null
  return typeof problem === 'string' ? problem : null
}
