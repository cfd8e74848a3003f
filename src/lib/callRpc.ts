import type { Database } from './database.types'
import { supabase } from './supabase'

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
