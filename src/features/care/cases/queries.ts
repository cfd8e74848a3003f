import { queryOptions } from '@tanstack/react-query'
import { boolean, list, nullable, object, oneOf, text } from '@/lib/json'
import { pounds, poundsToPence } from '@/lib/money'
import { required } from '@/lib/required'
import type { ResultRow } from '@/lib/resultRow'
import { supabase } from '@/lib/supabase'

export type ClaimKind = 'scam' | 'unauthorised'

// The answer has either the case, or the payment and what is saved about it.
const readSentClaim = object({ case_id: text })
/** The days by which a claim is decided that is sent today. */
const readClock = object({ decide_by: text, at_the_latest: text })
const readClaimDraft = object({
  amount: pounds,
  payee: text,
  paid_at: text,
  is_card: (json: unknown) => (typeof json === 'boolean' ? json : undefined),
  kind: nullable(oneOf('scam', 'unauthorised')),
  who: nullable(text),
  reached: nullable(text),
  said: nullable(text),
  /** What the rules take off the refund of a scam. */
  excess: pounds,
  clocks: object({ scam: readClock, unauthorised: readClock }),
})
export type ClaimDraft = NonNullable<ReturnType<typeof readClaimDraft>>

/** The day on which the bank wrote it, and its parts. */
export const readLetter = object({
  title: text,
  day: text,
  before: list(text),
  facts: list(object({ name: text, value: text })),
  after: list(text),
})

/** What the customer and staff see of a complaint. The amount and the party are those of its payment. */
export const complaintFields = {
  topic: text,
  said: text,
  wish: nullable(text),
  is_payment: boolean,
  was_marked: boolean,
  amount: nullable(pounds),
  party: nullable(text),
  summary_on: text,
  last_on: text,
  holding_response_at: nullable(text),
  delayed_at: nullable(text),
  reopened_at: nullable(text),
  /** The last day on which the customer can reopen it. Null while it is open, and once it was reopened. */
  reopen_by: nullable(text),
  redress_paid: pounds,
}

const readCase = object({
  id: text,
  kind: text,
  opened_at: text,
  due_on: text,
  question: nullable(text),
  decision: nullable(text),
  decided_at: nullable(text),
  letter: nullable(readLetter),
  /** What the case is about, as its kind reads it. */
  facts: (json) => json ?? {},
  events: list(
    object({
      id: text,
      created_at: text,
      kind: oneOf('bank', 'customer'),
      message: text,
      letter: nullable(readLetter),
    }),
  ),
})
export type CustomerCase = NonNullable<ReturnType<typeof readCase>>

/** `amount` in pence; null, as the subject, for a case about no payment. */
export type ListedCase = ResultRow<'list_my_cases', 'decision' | 'decided_at' | 'subject' | 'amount'>

export const caseQueries = {
  all: ['cases'] as const,
  list: (userId: string) =>
    queryOptions({
      queryKey: [...caseQueries.all, userId, 'list'],
      queryFn: async ({ signal }): Promise<ListedCase[]> => {
        const { data } = await supabase.rpc('list_my_cases').abortSignal(signal).throwOnError()
        return data.map((row: ListedCase) => ({
          ...row,
          amount: row.amount === null ? null : poundsToPence(row.amount),
        }))
      },
    }),
  one: (userId: string, id: string) =>
    queryOptions({
      queryKey: [...caseQueries.all, userId, id],
      queryFn: async ({ signal }) => {
        const { data } = await supabase.rpc('get_my_case', { p_case_id: id }).abortSignal(signal).throwOnError()
        return required(readCase(data))
      },
    }),
  claim: (userId: string, transactionId: string) =>
    queryOptions({
      queryKey: [...caseQueries.all, userId, 'claim', transactionId],
      queryFn: async ({ signal }): Promise<{ caseId: string } | ClaimDraft> => {
        const { data } = await supabase
          .rpc('get_claim', { p_transaction_id: transactionId })
          .abortSignal(signal)
          .throwOnError()
        const sent = readSentClaim(data)
        return sent === undefined ? required(readClaimDraft(data)) : { caseId: sent.case_id }
      },
    }),
}
