import { useQuery } from '@tanstack/react-query'
import { recipientQueries } from '@/features/recipients/queries'
import { paymentCopy } from './copy'
import type { PayForm } from './payForm'
import { isNamed, savedAt } from './savedPayee'

type KnownPayeeProps = { userId: string; form: Pick<PayForm, 'recipient' | 'sortCode' | 'accountNumber'> }

/** Warns of a saved payee with the same account and another name. */
export function KnownPayee({ userId, form }: KnownPayeeProps) {
  const { data = [] } = useQuery(recipientQueries.list(userId))
  const known = savedAt(data, form)
  return (
    <output className="block rounded bg-care-soft p-3 text-sm text-care wrap-anywhere empty:hidden">
      {known !== undefined && !isNamed(known, form) && paymentCopy.knownPayee(known.nickname ?? known.holderName)}
    </output>
  )
}
