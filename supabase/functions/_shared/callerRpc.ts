import { callerClient } from './clients.ts'
import type { Caller } from './handler.ts'
import { Refusal } from './refusal.ts'

/** Runs a database function with the caller's own rights: what the caller may do is decided there. */
export async function callerRpc(caller: Caller, name: string, args: Record<string, unknown> = {}): Promise<unknown> {
  const { data, error } = await callerClient(caller.accessToken).rpc(name, args)
  if (!error) return data
  // The bank's own refusals carry the status and words that the caller may read. Anything else stays inside.
  const status = /^PT(4\d\d)$/.exec(error.code)?.[1]
  if (status) throw new Refusal(Number(status), error.message)
  throw error
}
