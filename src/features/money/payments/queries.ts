import { queryOptions } from '@tanstack/react-query'
import { invokeFunction } from '@/lib/functions'
import { logError } from '@/lib/log'
import type { ResultRow } from '@/lib/resultRow'
import { numberFor } from '@/lib/search'
import { supabase } from '@/lib/supabase'
import { paymentCopy } from './copy'
import { checkOutcomes, type CheckAnswer, type CheckedPayee } from './payeeCheck'
import type { Hold } from './payment'

export type HoldState = 'held' | 'sent' | 'cancelled'

const retryMs = 1000
const longestRetryMs = 60_000

type ListedRow = ResultRow<'list_held_payments', 'case_id'>
/** `caseId`: of a payment that is under review. */
type ListedHold = Hold & { caseId: string | null }

export const heldPaymentQueries = {
  /** The payments that can be undone, by the ids of their transactions. */
  list: (userId: string) =>
    queryOptions<ListedHold[]>({
      queryKey: ['held-payments', userId],
      queryFn: async ({ signal }) => {
        const { data } = await supabase.rpc('list_held_payments').abortSignal(signal).throwOnError()
        return data.map(({ id, seconds_left: left, case_id: caseId }: ListedRow) => ({
          id,
          until: Date.now() + left * 1000,
          caseId,
        }))
      },
      // Each payment and its end change it.
      staleTime: 0,
    }),
  /** Held until the window ends. Then asking sends the payment. */
  state: ({ id, until }: Hold) =>
    queryOptions<HoldState>({
      queryKey: ['held-payment', id],
      queryFn: async ({ signal }) => {
        const { data } = await supabase.rpc('send_held_payment', { p_id: id }).abortSignal(signal).throwOnError()
        return data === 'sent' || data === 'cancelled' ? data : 'held'
      },
      initialData: 'held',
      staleTime: Infinity,
      gcTime: Infinity,
      // In a frozen account it stays held after its window.
      refetchInterval: ({ state: { data, dataUpdateCount } }) =>
        // The trusted contact may answer before the end of the wait.
        data === 'held' &&
        Math.max(
          Math.min(until - Date.now(), longestRetryMs),
          Math.min(retryMs * 2 ** dataUpdateCount, longestRetryMs),
        ),
      refetchIntervalInBackground: true,
    }),
}

export const payeeCheckQueries = {
  /** A check of a saved payee, for one visit of /payment-details. */
  saved: (userId: string, payee: CheckedPayee) =>
    queryOptions({
      queryKey: ['payee-check', userId, numberFor(payee)],
      queryFn: () => askForCheck(payee),
      staleTime: Infinity,
      gcTime: 0,
      // Each one counts. Without an answer, the payment asks for the check.
      retry: false,
      refetchInterval: false,
    }),
}

/** How long the form waits for the payee's bank. The server takes no later answer. */
const otherBankMs = 2000

/** The first request counts and stores the check, the last answers. Between them the payee's bank is asked, if it can be. */
export async function askForCheck(payee: CheckedPayee): Promise<CheckAnswer> {
  const id = crypto.randomUUID()
  const accountType = payee.accountType?.toLowerCase() ?? null
  const { data: canAskBank } = await supabase
    .rpc('check_payee', {
      p_check_id: id,
      p_name: payee.recipient,
      p_sort_code: payee.sortCode,
      p_account_number: payee.accountNumber,
      ...(accountType !== null && { p_account_type: accountType }),
    })
    .throwOnError()
  if (canAskBank) await askOtherBank({ checkId: id, ...payee, accountType })
  const { data } = await supabase.rpc('get_payee_check', { p_check_id: id }).single().throwOnError()
  const outcome = checkOutcomes.find((known) => known === data.outcome)
  if (outcome === undefined) throw new Error(paymentCopy.payeeCheck.failed)
  return { id, outcome, holderName: data.holder_name }
}

type Question = { checkId: string; accountType: string | null } & Omit<CheckedPayee, 'accountType'>

/** Without an answer in time the name counts as one that cannot be checked. */
async function askOtherBank({ checkId, recipient: name, sortCode, accountNumber, accountType }: Question) {
  const question = { checkId, name, sortCode, accountNumber, accountType }
  await invokeFunction('check-payee', question, otherBankMs).catch((error: unknown) =>
    logError("The payee's bank was not asked", error),
  )
}
