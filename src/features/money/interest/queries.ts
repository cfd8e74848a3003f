import { queryOptions } from '@tanstack/react-query'
import { list, nullable, number, object, text } from '@/lib/json'
import { pounds } from '@/lib/money'
import { required } from '@/lib/required'
import { supabase } from '@/lib/supabase'

const readAccounts = list(object({ id: text, name: text, sort_code: text, account_number: text, interest: pounds }))

// Amounts in pence, rates in hundredths of a per cent.
const readInterest = object({
  rate: pounds,
  aer: pounds,
  next_aer: nullable(pounds),
  /** 'YYYY-MM-DD'. */
  next_rate_from: nullable(text),
  /** The year in which the tax year began, on 6 April. */
  tax_year: number,
  /** What each account was paid in this tax year. */
  accounts: readAccounts,
  /** By account: what is counted, and paid on the first of the next month. */
  not_paid_yet: readAmounts,
})
export type Interest = NonNullable<ReturnType<typeof readInterest>>

const readCertificate = object({
  tax_year: number,
  from: text,
  until: text,
  holder_name: text,
  accounts: readAccounts,
  total: pounds,
})
export type Certificate = NonNullable<ReturnType<typeof readCertificate>>

function readAmounts(json: unknown): Partial<Record<string, number>> | undefined {
  if (typeof json !== 'object' || json === null) return undefined
  return Object.fromEntries(
    Object.entries(json).map(([id, amount]): [string, number | undefined] => [id, pounds(amount)]),
  )
}

export const interestQueries = {
  all: ['interest'] as const,
  own: (userId: string) =>
    queryOptions({
      queryKey: [...interestQueries.all, userId],
      queryFn: async ({ signal }) => {
        const { data } = await supabase.rpc('get_interest').abortSignal(signal).throwOnError()
        return required(readInterest(data))
      },
      // A night counts another day.
      staleTime: 0,
    }),
}

export async function readInterestCertificate(taxYear: number): Promise<Certificate> {
  const { data } = await supabase.rpc('get_interest_certificate', { p_tax_year: taxYear }).throwOnError()
  return required(readCertificate(data))
}
