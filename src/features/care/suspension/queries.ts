import { queryOptions, skipToken } from '@tanstack/react-query'
import { toMessage, type ChatMessage } from '@/features/contact/chat/queries'
import { profileQueries } from '@/features/person/profile/queries'
import { refusalOf } from '@/lib/errors'
import { boolean, list, nullable, object, text } from '@/lib/json'
import { required } from '@/lib/required'
import { formatSortCode } from '@/lib/sortCode'
import { supabase } from '@/lib/supabase'

const readSuspension = object({
  case_id: text,
  is_delayed: boolean,
  question: nullable(text),
  needs_pin: boolean,
  sections: list(object({ name: text, title: text, text })),
  account: nullable(object({ holder_name: text, sort_code: text, account_number: text })),
})
/** `account`: null where the customer has no statements. */
export type Suspension = Omit<NonNullable<ReturnType<typeof readSuspension>>, 'account'> & {
  account: { holderName: string; sortCode: string; accountNumber: string; address: string[] } | null
}

const readChoices = object({
  causes: list(object({ name: text, words: text, message: text, next_message: text })),
  first_day: text,
  usual_day: text,
  last_day: text,
})
/** For staff: the causes, with the texts for the customer, and the days of the next update. */
export type SuspensionChoices = NonNullable<ReturnType<typeof readChoices>>

const readChat = object({
  status: nullable(text),
  agent_name: nullable(text),
  is_open: boolean,
  opens_at: nullable(text),
  messages: list(object({ id: text, sender_type: text, sender_name: nullable(text), message: text, created_at: text })),
})
/** `opensAt`: null while agents answer. */
export type SuspendedConversation = {
  isWaiting: boolean
  agentName: string | null
  opensAt: string | null
  messages: ChatMessage[]
}

export const suspensionQueries = {
  /**
   * What the user is told, if staff have suspended them; null if not. A part of the profile: what refetches it, as a
   * confirmed device, refetches this.
   */
  own: (userId: string | null) =>
    queryOptions({
      queryKey: [...profileQueries.all, 'suspension', userId],
      queryFn: userId === null ? skipToken : ({ signal }) => readOwn(signal),
    }),
  /** The chat with the agents. Polled, because a suspended session has no channel. */
  chat: (userId: string) =>
    queryOptions({
      queryKey: ['suspended chat', userId],
      queryFn: async ({ signal }): Promise<SuspendedConversation> => {
        const { data } = await supabase.rpc('get_suspended_chat').abortSignal(signal).throwOnError()
        const chat = required(readChat(data))
        return {
          isWaiting: chat.status === 'waiting_for_agent',
          agentName: chat.agent_name,
          opensAt: chat.is_open ? null : chat.opens_at,
          messages: chat.messages.map((row) => toMessage({ ...row, sender_id: null, edited_at: null, links: null })),
        }
      },
      refetchInterval: 4000,
    }),
  choices: () =>
    queryOptions({
      queryKey: ['suspension choices'],
      queryFn: async ({ signal }) => {
        const { data } = await supabase.rpc('get_suspension_choices').abortSignal(signal).throwOnError()
        return required(readChoices(data))
      },
    }),
}

async function readOwn(signal: AbortSignal): Promise<Suspension | null> {
  const { data, error } = await supabase.rpc('get_my_suspension').abortSignal(signal)
  if (refusalOf(error)?.hint === 'session-ended') return null
  if (error !== null) throw error
  const { account, ...told } = required(readSuspension(data))
  return {
    ...told,
    account: account && {
      holderName: account.holder_name,
      sortCode: formatSortCode(account.sort_code),
      accountNumber: account.account_number,
      address: [],
    },
  }
}
