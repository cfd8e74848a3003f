import { exportFailureWords } from '@/components/useCsvExport'
import { approvalQueries } from '@/features/staff/approvals/queries'
import { askingCopy } from '@/features/staff/approvals/shared'
import { repairQueries } from '@/features/staff/repair/queries'
import { runCsvExport, type CsvRun } from '@/lib/csv'
import { invokeFunction } from '@/lib/functions'
import { list, object, text } from '@/lib/json'
import { required } from '@/lib/required'
import { callRpc } from '@/lib/supabase'
import { toast } from '@/lib/toast'
import { useChange } from '@/lib/useChange'
import { staffTransactionsCopy } from './copy'
import { addPage, type ExportJob } from './exportJob'
import { filterArguments } from './filter'
import { readPage, staffTransactionQueries } from './queries'

/** The most rows per call. The server records an export before it sends rows. */
const rowsPerCall = 1000

/** Not the list: what has changed has the new states. */
/** What each action sends. The preview of its message sends the same. */
export const transactionArguments = {
  reversal: (id: string, reason: string) => ({ p_transaction_id: id, p_reason: reason }),
  review: (id: string, { reason, told }: { reason: string; told: string }) => ({
    p_transaction_id: id,
    p_reason: reason,
    p_told: told,
  }),
}

const stale = [staffTransactionQueries.allChanges(), staffTransactionQueries.allDetails()]

/** Loads the rest of an export. Null: it was cancelled. */
export const useRunExport = () =>
  useChange(
    (run: CsvRun<ExportJob>) =>
      runCsvExport(
        run,
        () => callRpc('record_export', filterArguments(run.job.filter), run.signal),
        async (job) => addPage(job, await readPage(job.filter, job.next, rowsPerCall, run.signal)),
      ),
    { failure: exportFailureWords },
  )

/** Reverses the payment of a transaction, or asks a second administrator to. */
export const useReversePayment = (id: string) =>
  useChange((reason: string) => callRpc('reverse_payment', transactionArguments.reversal(id, reason)), {
    stale: [...stale, approvalQueries.all],
    success: (isReversed) => (isReversed ? staffTransactionsCopy.reverse.done : askingCopy.asked),
    failure: false,
  })

/** Puts a payment that has not been sent under review. `told`: to the customer. */
export const useStartPaymentReview = (id: string) =>
  useChange(
    (review: Parameters<typeof transactionArguments.review>[1]) =>
      callRpc('start_payment_review', transactionArguments.review(id, review)),
    { stale, success: staffTransactionsCopy.review.done, failure: false },
  )

/** Credits one payment whose credit is missing. The history of repairs has it as a run of its own. */
export const useRepairPayment = () =>
  useChange(
    async (id: string) => {
      const answer = await invokeFunction('repair-transactions', { transactionIds: [id] })
      return required(readRepaired(answer)).repairs.length
    },
    {
      stale: [...stale, repairQueries.all],
      failure: false,
      succeeded: (repaired) => {
        const { done, nothing } = staffTransactionsCopy.notCredited
        if (repaired > 0) toast.success(done)
        else toast.info(nothing)
      },
    },
  )

const readRepaired = object({ repairs: list(object({ transactionId: text })) })

/** Audits the look with a reason of `lookReasonCopy`, after the server has refused it without one. */
export const recordTransactionView = (id: string, reason: string) =>
  callRpc('record_transaction_view', { p_transaction_id: id, p_reason: reason })
