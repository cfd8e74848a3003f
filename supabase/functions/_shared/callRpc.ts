import type { Database } from '../../../src/lib/database.types.ts'
import { callerClient, type Client } from './clients.ts'
import type { Caller } from './handler.ts'
import { logError } from './logError.ts'
import { Refusal } from './refusal.ts'

type Functions = Database['public']['Functions']
type Args<Name extends keyof Functions> = Functions[Name]['Args']
type Returns<Name extends keyof Functions> = Functions[Name]['Returns']

/** Calls a database function. The caller may read the database's own refusals (code PT4xx). Other errors are hidden. */
export async function callRpc<Name extends keyof Functions>(
  client: Client,
  name: Name,
  args: Args<Name>,
): Promise<Returns<Name>> {
  const { data, error, status } = await client.rpc(name, args)
  if (!error) return data
  const refused = /^PT(4\d\d)$/.exec(error.code)?.[1]
  if (refused) throw new Refusal(Number(refused), error.message)
  // The database is away: the caller can ask again. The status is 0 without an answer.
  if ([0, 502, 503, 504].includes(status)) {
    logError(error)
    throw new Refusal(503, 'Something went wrong. Please try again later.')
  }
  throw error
}

/** Calls a database function with the caller's rights: the database decides what the caller may do. */
export function callerRpc<Name extends keyof Functions>(
  caller: Caller,
  name: Name,
  args: Args<Name>,
): Promise<Returns<Name>> {
  return callRpc(callerClient(caller.accessToken), name, args)
}
