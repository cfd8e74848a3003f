import { queryOptions, skipToken } from '@tanstack/react-query'
import { boolean, list, nullable, number, object, oneOf, text } from '@/lib/json'
import { required } from '@/lib/required'
import { supabase } from '@/lib/supabase'

const readCall = object({ id: text, agent_name: text, words: list(text), seconds_left: number })
const readOwn = object({ is_on: boolean, call: nullable(readCall), code_used_by: nullable(text) })
const readContact = object({
  is_on: boolean,
  has_app: boolean,
  call: nullable(readCall),
  is_colleague_calling: boolean,
  was_reported: boolean,
  code: nullable(object({ outcome: oneOf('confirmed', 'wrong', 'late'), entered_at: text, seconds_left: number })),
})

const longestWait = 30_000

/** A call and its end by this device's clock. */
export type Call = { id: string; agentName: string; words: string[]; endsAt: number }

export const callQueries = {
  all: ['calls'] as const,
  /** Whether the private channel is joined. `CallWatch` writes it; undefined until the first answer. */
  live: () => queryOptions<boolean>({ queryKey: [...callQueries.all, 'live'], queryFn: skipToken, gcTime: Infinity }),
  /** The bank's call to the user, and who has typed the user's code. */
  own: (userId: string | null) =>
    queryOptions({
      queryKey: [...callQueries.all, 'own', userId],
      queryFn: userId === null ? skipToken : ({ signal }) => readOwnCall(signal),
      // The server decides when a call is over.
      refetchInterval: ({ state }) => nextRead(state.status, state.data?.call?.endsAt),
    }),
  /** What an agent has to do with a customer: the agent's call to them, and the code that the agent typed. */
  customer: (userId: string) =>
    queryOptions({
      queryKey: [...callQueries.all, 'customer', userId],
      queryFn: ({ signal }) => readCustomer(userId, signal),
      refetchInterval: ({ state }) => nextRead(state.status, state.data?.call?.endsAt ?? state.data?.code?.endsAt),
    }),
}

/** After an error, and at the end of a call or of a confirmation. */
function nextRead(status: string, endsAt: number | undefined): number | false {
  if (status === 'error') return longestWait
  return endsAt === undefined ? false : Math.min(Math.max(endsAt - Date.now(), 0) + 500, longestWait)
}

async function readOwnCall(signal: AbortSignal) {
  const { data } = await supabase.rpc('get_bank_contact').abortSignal(signal).throwOnError()
  const own = required(readOwn(data))
  return { isOn: own.is_on, call: toCall(own.call), codeUsedBy: own.code_used_by }
}

async function readCustomer(userId: string, signal: AbortSignal) {
  const { data } = await supabase.rpc('get_customer_contact', { p_user_id: userId }).abortSignal(signal).throwOnError()
  const { is_on, has_app, call, is_colleague_calling, was_reported, code } = required(readContact(data))
  return {
    isOn: is_on,
    hasApp: has_app,
    call: toCall(call),
    isColleagueCalling: is_colleague_calling,
    wasReported: was_reported,
    code: code && { outcome: code.outcome, enteredAt: code.entered_at, endsAt: Date.now() + code.seconds_left * 1000 },
  }
}

function toCall(call: ReturnType<typeof readCall> | null): Call | null {
  return call
    ? { id: call.id, agentName: call.agent_name, words: call.words, endsAt: Date.now() + call.seconds_left * 1000 }
    : null
}
