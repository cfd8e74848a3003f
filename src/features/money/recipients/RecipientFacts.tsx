import { CopyableNumber } from '@/components/CopyableNumber'
import { Fact } from '@/components/Fact'
import { Money } from '@/components/Money'
import { formatDate } from '@/lib/dates'
import type { Recipient } from './queries'

/** The details of a recipient, with the name whole. */
export function RecipientFacts({ recipient }: { recipient: Recipient }) {
  const { holderName, sortCode, accountNumber, lastPayment, lastPaidAt } = recipient
  return (
    <dl className="mb-3 divide-y divide-line border-b border-line">
      <Fact name="Name on account">{holderName}</Fact>
      <Fact name="Sort code">
        <CopyableNumber label="Sort code" value={sortCode} className="-my-1.5 -mr-3.5" />
      </Fact>
      <Fact name="Account number">
        <CopyableNumber label="Account number" value={accountNumber} className="-my-1.5 -mr-3.5" />
      </Fact>
      <Fact name="Last payment">
        {lastPayment === null || lastPaidAt === null ? (
          'None'
        ) : (
          <>
            <Money pence={lastPayment} /> on {formatDate(lastPaidAt)}
          </>
        )}
      </Fact>
    </dl>
  )
}
