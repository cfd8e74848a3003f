import { queryOptions } from '@tanstack/react-query'
import { placeInAddress, readPlace } from '@/components/pagesInAddress'
import { readCustomerHead } from '@/features/staff/agent-console/shared'
import { readLetter } from '@/features/care/cases/queries'
import { staffCaseKey, toListedCases } from '@/features/staff/case-summaries/queries'
import { caseFields, type CaseSummary } from '@/lib/caseSummary'
import { list, nullable, object, oneOf, text } from '@/lib/json'
import { confidential } from '@/lib/queryState'
import { readRecordedList } from '@/lib/recordedLists'
import { required } from '@/lib/required'
import { supabase } from '@/lib/supabase'

export const caseStates = ['open', 'decided', 'owed'] as const
export type CaseFilter = { state: string; kind: string; isMine: boolean }

export const casePageSize = 50

/** The cases of the reader come first (0), then those that nobody has (1), then those of colleagues (2). */
type CasePlace = { turn: number; at: string; id: string }

export function placeOfCase({ id, due_at: at, assigned_to: agentId }: CaseSummary, userId: string): string {
  return `${agentId === userId ? 0 : agentId === null ? 1 : 2} ${placeInAddress(at, id)}`
}

/** The place in an address, which can hold any text. Null: the first page. */
export function readCasePlace(field: string | null): CasePlace | null {
  const [, turn, rest = null] = /^([012]) (.+)$/.exec(field ?? '') ?? []
  const place = readPlace(rest)
  return turn === undefined || place === null ? null : { turn: Number(turn), ...place }
}

const refetchMs = 60_000

const readStaffCase = object({
  ...caseFields,
  question: nullable(text),
  decision_reason: nullable(text),
  letter: nullable(readLetter),
  decided_by: nullable(text),
  /** What the case is about, as its kind reads it. */
  facts: (json) => json ?? {},
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

/** Whether a decision waits for a second administrator, so that nobody else decides. */
export const waitsForSecond = ({ moves }: StaffCase) => moves === 'second'

export const staffCaseQueries = {
  all: staffCaseKey,
  /** `after`: the place of the last row of the page before. */
  list: ({ state, kind, isMine }: CaseFilter, after: CasePlace | null) =>
    queryOptions({
      queryKey: [...staffCaseQueries.all, 'list', state, kind, isMine, after],
      queryFn: async ({ client, signal }): Promise<CaseSummary[]> => {
        const { data } = await readRecordedList(client, 'cases', () =>
          supabase
            .rpc('list_cases', {
              p_state: state,
              p_is_mine: isMine,
              p_limit: casePageSize,
              ...(kind !== '' && { p_kind: kind }),
              ...(after !== null && { p_after_turn: after.turn, p_after: after.at, p_after_id: after.id }),
            })
            .abortSignal(signal)
            .throwOnError(),
        )
        return toListedCases(data)
      },
      refetchInterval: refetchMs,
    }),
  /** The case to open after this one: one in which the reader must move, else one that nobody has. In each what is due first. */
  next: (id: string, userId: string) =>
    queryOptions({
      queryKey: [...staffCaseQueries.all, 'next', id],
      queryFn: async ({ signal }): Promise<string | null> => {
        const { data } = await supabase.rpc('list_cases', { p_limit: 100 }).abortSignal(signal).throwOnError()
        const others = toListedCases(data).filter((each) => each.id !== id)
        const next =
          others.find(({ moves, assigned_to: agentId }) => moves === 'agent' && agentId === userId) ??
          others.find(({ moves }) => moves === 'anyone')
        return next?.id ?? null
      },
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
