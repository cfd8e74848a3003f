import { queryOptions } from '@tanstack/react-query'
import { object, text } from '@/lib/json'
import { poundsToPence } from '@/lib/money'
import { readRecordedList } from '@/lib/recordedLists'
import type { ResultRow } from '@/lib/resultRow'
import { supabase } from '@/lib/supabase'

/** An action that waits for a second administrator, or that one has decided. Amounts in pence. */
export type Approval = {
  id: string
  createdAt: string
  kind: string
  reason: string
  askedBy: string
  askedByName: string | null
  userId: string
  /** Null, as the email, after the user was deleted. */
  userName: string | null
  userEmail: string | null
  /** The payment to be reversed, the case or the passkey. */
  transactionId: string | null
  amountBefore: number | null
  amountAfter: number | null
  state: string
  /** Why it can no longer be approved. */
  problem: Problem | null
  canDecide: boolean
  decidedAt: string | null
  decidedByName: string | null
  decisionReason: string | null
  /** What is to be decided about a case of this kind. */
  decision: string | null
  caseKind: string | null
  /** The savings account whose balance changes. */
  accountNumber: string | null
  /** Of a payout. */
  payee: NonNullable<ReturnType<typeof readPayee>> | null
}

const readPayee = object({ name: text, sort_code: text, account_number: text, outcome: text })

const problems = ['changed', 'asker', 'not-independent'] as const
type Problem = (typeof problems)[number]

export const approvalPageSize = 25

export const approvalQueries = {
  all: ['approvals'] as const,
  /** How many the user can approve now. */
  count: () =>
    queryOptions({
      queryKey: [...approvalQueries.all, 'count'],
      queryFn: async ({ signal }) =>
        (await supabase.rpc('count_approval_requests').abortSignal(signal).throwOnError()).data,
    }),
  page: (isWaiting: boolean, after: string | null) =>
    queryOptions({
      queryKey: [...approvalQueries.all, isWaiting ? 'waiting' : 'decided', after],
      queryFn: async ({ client, signal }): Promise<Approval[]> => {
        const { data } = await readRecordedList(client, 'approvals', () =>
          supabase
            .rpc('list_approval_requests', {
              p_waiting: isWaiting,
              p_limit: approvalPageSize,
              ...(after !== null && { p_after: after }),
            })
            .abortSignal(signal)
            .throwOnError(),
        )
        return data.map(toApproval)
      },
    }),
}

type Row = ResultRow<
  'list_approval_requests',
  | 'asked_by_name'
  | 'user_name'
  | 'user_email'
  | 'transaction_id'
  | 'amount_before'
  | 'amount_after'
  | 'problem'
  | 'decided_at'
  | 'decided_by_name'
  | 'decision_reason'
  | 'decision'
  | 'case_kind'
  | 'payee'
  | 'account_number'
>

function toApproval(row: Row): Approval {
  return {
    id: row.id,
    createdAt: row.created_at,
    kind: row.kind,
    reason: row.reason,
    askedBy: row.asked_by,
    askedByName: row.asked_by_name,
    userId: row.user_id,
    userName: row.user_name,
    userEmail: row.user_email,
    transactionId: row.transaction_id,
    amountBefore: row.amount_before === null ? null : poundsToPence(row.amount_before),
    amountAfter: row.amount_after === null ? null : poundsToPence(row.amount_after),
    state: row.state,
    problem: problems.find((problem) => problem === row.problem) ?? null,
    canDecide: row.can_decide,
    decidedAt: row.decided_at,
    decidedByName: row.decided_by_name,
    decisionReason: row.decision_reason,
    decision: row.decision,
    caseKind: row.case_kind,
    accountNumber: row.account_number,
    payee: readPayee(row.payee) ?? null,
  }
}
