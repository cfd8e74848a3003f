import { queryOptions } from '@tanstack/react-query'
import { WordedError } from '@/lib/errors'
import { poundsToPence } from '@/lib/money'
import type { ResultRow } from '@/lib/resultRow'
import { formatSortCode } from '@/lib/sortCode'
import { supabase } from '@/lib/supabase'
import { accountColumns } from './columns'

/** A current account; `sortCode` as NN-NN-NN. */
export type Account = {
  id: string
  /** What can be spent, in pence. */
  balance: number
  /** What the pending transactions add up to, on its way to a payee or a shop and no longer part of the balance. In pence. */
  pending: number
  accountNumber: string
  sortCode: string
  holderName: string
  cardLastFour: string
  /** Whether a savings account is open. */
  hasSavings: boolean
}

type AccountRow = ResultRow<'get_current_account'>

export const accountQueries = {
  all: ['accounts'] as const,
  /** The customer's current account. The first read opens it. */
  current: (userId: string) =>
    queryOptions({
      queryKey: [...accountQueries.all, 'current', userId],
      queryFn: async ({ signal }): Promise<Account> => {
        const account = await readAccount(signal)
        if (account !== null) return account
        // Not cancelled with the screen. The database opens only one account, however often this is called.
        await supabase.rpc('open_current_account').throwOnError()
        const opened = await readAccount(signal)
        if (opened === null) throw new WordedError("We couldn't open your account. Please try again.")
        return opened
      },
    }),
  /** Shown by the pay screens to visitors. */
  demo: () =>
    queryOptions({
      queryKey: [...accountQueries.all, 'demo'],
      queryFn: () => demoAccount,
      initialData: demoAccount,
    }),
}

async function readAccount(signal: AbortSignal): Promise<Account | null> {
  const { data } = await supabase
    .rpc('get_current_account')
    .select(accountColumns)
    .abortSignal(signal)
    .maybeSingle()
    .throwOnError()
  return data === null ? null : toAccount(data)
}

function toAccount(row: AccountRow): Account {
  return {
    id: row.id,
    balance: poundsToPence(row.balance),
    pending: poundsToPence(row.pending),
    accountNumber: row.account_number,
    sortCode: formatSortCode(row.sort_code),
    holderName: row.account_holder_name,
    cardLastFour: row.card_last_four,
    hasSavings: row.has_savings,
  }
}

/** Shown by the pay screens to visitors, who can only preview a payment. */
const demoAccount: Account = {
  id: 'demo',
  balance: 500_000,
  pending: 0,
  accountNumber: '12345678',
  // No bank has sort codes that begin with 00.
  sortCode: '00-12-34',
  holderName: 'Demo Customer',
  cardLastFour: '1234',
  hasSavings: false,
}
