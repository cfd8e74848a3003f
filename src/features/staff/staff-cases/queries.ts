import { queryOptions } from '@tanstack/react-query'
import type { TimePlace } from '@/components/pagesInAddress'
import { readCustomerHead } from '@/features/staff/agent-console/shared'
import { complaintFields, readLetter } from '@/features/care/cases/queries'
import { staffCaseKey } from '@/features/staff/overdue-cases/queries'
import { boolean, list, nullable, number, object, oneOf, pounds, text, withDefault } from '@/lib/json'
import { poundsToPence } from '@/lib/money'
import { confidential } from '@/lib/queryState'
import { required } from '@/lib/required'
import type { ResultRow } from '@/lib/resultRow'
import { supabase } from '@/lib/supabase'

export const caseStates = ['open', 'decided', 'owed'] as const
export const caseKinds = [
  'scam',
  'unauthorised',
  'messages',
  'suspension',
  'complaint',
  'payment_review',
  'closing',
] as const
export type CaseFilter = { state: string; kind: string; isMine: boolean }

export const casePageSize = 50
const refetchMs = 60_000

/** `amount` in pence. */
export type ListedStaffCase = ResultRow<
  'list_cases',
  | 'customer_name'
  | 'stopped_at'
  | 'amount'
  | 'assigned_to'
  | 'assigned_name'
  | 'decision'
  | 'decided_at'
  | 'summary_due_at'
>

const anyTime = nullable(text)
const readEvidence = object({
  outcome: withDefault<string | null>(text, null),
  reason: withDefault<string | null>(text, null),
  warnings: withDefault(list(text), []),
  warnings_shown_at: withDefault<string | null>(text, null),
  reports: withDefault(number, 0),
  entry: withDefault<string | null>(text, null),
  country: withDefault<string | null>(text, null),
  devices: withDefault(list(object({ name: text, since: text })), []),
  chats: withDefault(list(object({ id: text, ended_at: text })), []),
})

const readStaffCase = object({
  id: text,
  kind: text,
  state: text,
  opened_at: text,
  due_at: text,
  last_at: text,
  amount: nullable(pounds),
  stopped_at: anyTime,
  question: nullable(text),
  assigned_to: nullable(text),
  assigned_name: nullable(text),
  decision: nullable(text),
  decision_reason: nullable(text),
  decided_at: anyTime,
  letter: nullable(readLetter),
  decided_by: nullable(text),
  is_waiting: boolean,
  claim: nullable(
    object({
      transaction_id: text,
      amount: pounds,
      payee: text,
      paid_at: text,
      is_card: boolean,
      is_at_other_bank: boolean,
      who: nullable(text),
      reached: nullable(text),
      said: nullable(text),
      refunded: pounds,
      taken_back: pounds,
      is_protected: boolean,
      owed: pounds,
      received: pounds,
      /** What has become of the wish to get the money back, in words. Null without one. */
      recall: nullable(text),
      loss: pounds,
      excess: pounds,
      refund: pounds,
      standard: nullable(text),
      standards: list(text),
      evidence: readEvidence,
    }),
  ),
  payment_review: nullable(
    object({
      transaction_id: text,
      amount: pounds,
      payee: text,
      told: text,
      last_on: text,
      /** Of the payment. Null once it is deleted. */
      state: nullable(text),
      rules: list(text),
      grounds: nullable(text),
      received_at: text,
      placed_by: nullable(text),
      /** Until which the check can be extended. */
      days: list(text),
      evidence: readEvidence,
    }),
  ),
  messages: nullable(
    object({
      payer: text,
      reported_at: text,
      texts: list(object({ id: text, created_at: text, amount: pounds, text })),
    }),
  ),
  suspension: nullable(object({ cause: text, message: text, next_message: text, is_delayed: boolean })),
  complaint: nullable(
    object({
      ...complaintFields,
      transaction_id: nullable(text),
      marked_by: nullable(text),
      summary_due_at: text,
      outcome: nullable(text),
      response: nullable(text),
      redress: nullable(pounds),
    }),
  ),
  events: list(
    object({
      id: text,
      created_at: text,
      kind: oneOf('bank', 'customer', 'note'),
      message: text,
      letter: nullable(readLetter),
      author: nullable(text),
    }),
  ),
  customer: nullable(readCustomerHead),
})
export type StaffCase = NonNullable<ReturnType<typeof readStaffCase>>

export const staffCaseQueries = {
  all: staffCaseKey,
  list: ({ state, kind, isMine }: CaseFilter, after: TimePlace | null) =>
    queryOptions({
      queryKey: [...staffCaseQueries.all, 'list', state, kind, isMine, after],
      queryFn: async ({ signal }): Promise<ListedStaffCase[]> => {
        const { data } = await supabase
          .rpc('list_cases', {
            p_state: state,
            p_is_mine: isMine,
            p_limit: casePageSize,
            ...(kind !== '' && { p_kind: kind }),
            ...(after !== null && { p_after: after.at, p_after_id: after.id }),
          })
          .abortSignal(signal)
          .throwOnError()
        return data.map((row: ListedStaffCase) => ({
          ...row,
          amount: row.amount === null ? null : poundsToPence(row.amount),
        }))
      },
      refetchInterval: refetchMs,
    }),
  one: (id: string) =>
    queryOptions({
      queryKey: [...staffCaseQueries.all, 'one', id],
      queryFn: async ({ signal }): Promise<StaffCase> => {
        // A separate call: the server returns the case only after the audit log has recorded the read.
        await supabase.rpc('record_case_view', { p_case_id: id }).abortSignal(signal).throwOnError()
        const { data } = await supabase.rpc('get_case', { p_case_id: id }).abortSignal(signal).throwOnError()
        return required(readStaffCase(data))
      },
      ...confidential,
    }),
  agents: (id: string) =>
    queryOptions({
      queryKey: [...staffCaseQueries.all, 'agents', id],
      queryFn: async ({ signal }) =>
        (await supabase.rpc('list_case_agents', { p_case_id: id }).abortSignal(signal).throwOnError()).data,
    }),
}
