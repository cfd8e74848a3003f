import { insightsQueries } from '@/features/money/insights/queries'
import { penceToPounds } from '@/lib/money'
import { callRpc, supabase } from '@/lib/supabase'
import { useChange } from '@/lib/useChange'
import { externalAccountCopy } from './copy'
import { keyedRows } from './keyedRows'
import { externalAccountQueries } from './queries'
import type { Balance, FileRow } from './statementFile'

/** Also the insights, which may count the account. */
const stale = [externalAccountQueries.all, insightsQueries.all]

const rowsAtOnce = 1000

/** How many rows of the file were sent, and how many of them were new. */
export type Progress = { sent: number; added: number }

type Import = {
  account: { id: string; name: string }
  rows: FileRow[]
  balance: Balance | undefined
  /** Where an earlier attempt stopped. */
  progress: Progress
  onProgress: (progress: Progress) => void
}

/**
 * Stores rows in requests of 1,000. After a failure the import continues with the request that got no answer: the database
 * skips the rows that it has. The result is the number of new rows.
 */
export const useImportRows = () =>
  useChange(
    async ({ account, rows: read, balance, progress, onProgress }: Import) => {
      const rows = keyedRows(read)
      let { added } = progress
      for (let first = progress.sent; first < rows.length; first += rowsAtOnce) {
        const batch = rows.slice(first, first + rowsAtOnce)
        const count = await callRpc('import_external_transactions', {
          p_account_id: account.id,
          p_name: account.name,
          p_transactions: batch.map((row) => ({ ...row, amount: penceToPounds(row.amount) })),
          // The balance is that of the whole file.
          ...(balance !== undefined &&
            first + rowsAtOnce >= rows.length && {
              p_balance: penceToPounds(balance.pence),
              p_balance_day: balance.day,
            }),
        })
        added += count
        onProgress({ sent: first + batch.length, added })
      }
      return added
    },
    { stale, failure: false },
  )

export const insightsTurn = (accountId: string) => `insights with ${accountId}`

/** Decides whether the account counts in the customer's spending. */
export const useCountInInsights = (accountId: string) =>
  useChange(
    (inInsights: boolean) => callRpc('count_in_insights', { p_account_id: accountId, p_in_insights: inInsights }),
    { inTurn: insightsTurn(accountId), stale },
  )

/** `onRemoved` is called before the list is refetched, which unmounts the account's screen. */
export const useRemoveExternalAccount = (onRemoved: () => unknown) =>
  useChange((id: string) => supabase.from('external_accounts').delete().eq('id', id).throwOnError(), {
    stale,
    success: externalAccountCopy.removed,
    failure: false,
    succeeded: () => void onRemoved(),
  })
