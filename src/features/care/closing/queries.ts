import { queryOptions } from '@tanstack/react-query'
import { readLetter } from '@/features/care/cases/queries'
import { readSoundStatement } from '@/features/money/statements/queries'
import type { Records } from '@/features/money/statements/shared'
import { monthPeriod } from '@/lib/dates'
import { boolean, list, nullable, number, object, text } from '@/lib/json'
import { pounds } from '@/lib/money'
import { required } from '@/lib/required'
import { supabase } from '@/lib/supabase'

const readWaiting = list(
  object({ id: text, payee: text, amount: pounds, send_at: nullable(text), review_until: nullable(text) }),
)

// Amounts in pence.
const readPreview = object({
  balance: pounds,
  /** How much of it is in savings accounts, and how many of these are open. */
  saved: pounds,
  savings: number,
  /** What the limit of a day leaves of it. */
  can_send: pounds,
  held: pounds,
  held_payments: readWaiting,
  card_payments: readWaiting,
  regular: number,
  scheduled: number,
  coming_in: number,
  cards: number,
  payees: number,
  external_accounts: number,
  cases: number,
  has_chat: boolean,
  is_staff: boolean,
  kept_months: number,
})
export type ClosingPreview = NonNullable<ReturnType<typeof readPreview>>

const readLetters = list(object({ id: text, created_at: text, letter: readLetter }))

export const closingQueries = {
  /** The bank's letters, newest first. */
  letters: (userId: string) =>
    queryOptions({
      queryKey: ['letters', userId],
      queryFn: async ({ signal }) => {
        const { data } = await supabase.rpc('list_my_letters').abortSignal(signal).throwOnError()
        return required(readLetters(data))
      },
    }),
  preview: (userId: string) =>
    queryOptions({
      queryKey: ['closing', userId],
      queryFn: async ({ signal }) => {
        const { data } = await supabase.rpc('preview_closing').abortSignal(signal).throwOnError()
        return required(readPreview(data))
      },
      // Money and payments change elsewhere in the app.
      staleTime: 0,
    }),
}

const readClosedAccount = object({
  holder_name: text,
  sort_code: text,
  account_number: text,
  address: list(text),
  months: list(text),
  savings: list(object({ id: text, name: text, sort_code: text, account_number: text, months: list(text) })),
  letters: list(readLetter),
})

/** All statements and letters of a closed account, for staff. The page of the user has recorded the read. */
export async function readClosedRecords(userId: string): Promise<Records> {
  const { data } = await supabase.rpc('get_closed_account', { p_user_id: userId }).throwOnError()
  const closed = required(readClosedAccount(data))
  const holder = { holderName: closed.holder_name, address: closed.address }
  const savings: Records['savings'] = []
  for (const { id, name, sort_code: sortCode, account_number: accountNumber, months } of closed.savings)
    savings.push({
      account: { ...holder, sortCode, accountNumber, savings: name },
      statements: await readClosedStatements(userId, months, { p_account_id: id }),
    })
  return {
    account: { ...holder, sortCode: closed.sort_code, accountNumber: closed.account_number },
    statements: await readClosedStatements(userId, closed.months),
    savings,
    letters: closed.letters,
  }
}

/** One after the other: a user has a few requests at the same time. */
async function readClosedStatements(userId: string, months: string[], account: { p_account_id?: string } = {}) {
  const statements: Records['statements'] = []
  for (const month of months) {
    const { first, last } = monthPeriod(month.slice(0, 7))
    const { data: statement } = await supabase
      .rpc('get_closed_statement', { p_user_id: userId, p_from: first, p_until: last, ...account })
      .throwOnError()
    statements.push(readSoundStatement({ first, last }, statement))
  }
  return statements
}
