import { useMutation, useQueryClient } from '@tanstack/react-query'
import { exportFailureWords } from '@/components/useCsvExport'
import { approvalQueries } from '@/features/staff/approvals/queries'
import { askingCopy } from '@/features/staff/approvals/shared'
import { repairQueries } from '@/features/staff/repair/queries'
import { runCsvExport, type CsvRun } from '@/lib/csv'
import { WordedError } from '@/lib/errors'
import { invokeFunction } from '@/lib/functions'
import { list, object, text } from '@/lib/json'
import { supabase } from '@/lib/supabase'
import { toast } from '@/lib/toast'
import { staffTransactionsCopy } from './copy'
import { addPage, type ExportJob } from './exportJob'
import { filterArguments } from './filter'
import { readPage, staffTransactionQueries } from './queries'

/** The most rows per call. The server records an export before it sends rows. */
const rowsPerCall = 1000

/** Loads the rest of an export. Null: it was cancelled. */
export function useRunExport() {
  return useMutation({
    // Without a connection it fails at once instead of pausing.
    mutationFn: (run: CsvRun<ExportJob>) =>
      runCsvExport(
        run,
        () => supabase.rpc('record_export', filterArguments(run.job.filter)).abortSignal(run.signal).throwOnError(),
        async (job) => addPage(job, await readPage(job.filter, job.next, rowsPerCall, run.signal)),
      ),
    meta: { failure: exportFailureWords },
  })
}

/** Reverses the payment of a transaction, or asks a second administrator to. */
export function useReversePayment(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (reason: string) =>
      (await supabase.rpc('reverse_payment', { p_transaction_id: id, p_reason: reason }).throwOnError()).data,
    onSuccess: (isReversed) => toast.success(isReversed ? staffTransactionsCopy.reverse.done : askingCopy.asked),
    onSettled: () =>
      Promise.all(
        // Not the list: what has changed has the new states.
        [staffTransactionQueries.allChanges(), staffTransactionQueries.allDetails(), approvalQueries.all].map(
          (queryKey) => client.invalidateQueries({ queryKey }),
        ),
      ),
    meta: { failure: false },
  })
}

/** Puts a payment that has not been sent under review. `told`: to the customer. */
export function useStartPaymentReview(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ reason, told }: { reason: string; told: string }) =>
      supabase.rpc('start_payment_review', { p_transaction_id: id, p_reason: reason, p_told: told }).throwOnError(),
    onSettled: () =>
      Promise.all(
        [staffTransactionQueries.allChanges(), staffTransactionQueries.allDetails()].map((queryKey) =>
          client.invalidateQueries({ queryKey }),
        ),
      ),
    meta: { success: staffTransactionsCopy.review.done, failure: false },
  })
}

/** Credits one payment whose credit is missing. The history of repairs has it as a run of its own. */
export function useRepairPayment() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (id: string) => {
      const answer = readRepaired(await invokeFunction('repair-transactions', { transactionIds: [id] }))
      if (answer === undefined) throw new WordedError("We couldn't read the answer. Please try again.")
      return answer.repairs.length
    },
    onSuccess: (repaired) => {
      const { done, nothing } = staffTransactionsCopy.notCredited
      if (repaired > 0) toast.success(done)
      else toast.info(nothing)
    },
    onSettled: () =>
      Promise.all(
        [staffTransactionQueries.allChanges(), staffTransactionQueries.allDetails(), repairQueries.all].map(
          (queryKey) => client.invalidateQueries({ queryKey }),
        ),
      ),
    meta: { failure: false },
  })
}

const readRepaired = object({ repairs: list(object({ transactionId: text })) })

/** Audits the look with a reason of `lookReasonCopy`, after the server has refused it without one. */
export async function recordTransactionView(id: string, reason: string) {
  await supabase.rpc('record_transaction_view', { p_transaction_id: id, p_reason: reason }).throwOnError()
}
