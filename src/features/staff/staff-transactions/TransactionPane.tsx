import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { CopyableNumber } from '@/components/CopyableNumber'
import { DetailPane } from '@/components/DetailPane'
import { Facts } from '@/components/Facts'
import { Loaded } from '@/components/Loaded'
import { Money } from '@/components/Money'
import { actionOf } from '@/features/staff/previews/shared'
import { ReasonDialog } from '@/features/staff/saved-texts/shared'
import { SpokenDigits } from '@/components/SpokenDigits'
import { useMarkedRow } from '@/components/selectedRow'
import { StaffTableSkeleton } from '@/components/StaffTableSkeleton'
import { Button } from '@/components/ui/Button'
import { LookReason } from '@/features/care/account-looks/shared'
import { reasonWords } from '@/features/money/payments/shared'
import { useOwnRoles } from '@/features/person/permissions/shared'
import { CaseRows } from '@/features/staff/case-summaries/shared'
import { wordsOf } from '@/lib/codeWords'
import { formatDenseDateTime } from '@/lib/dates'
import { formatPence } from '@/lib/money'
import { adminUserPath } from '@/lib/paths'
import { accountNote } from './accountWords'
import { staffTransactionsCopy } from './copy'
import { recordTransactionView, useReversePayment, transactionArguments } from './mutations'
import { PaymentReviewDialog } from './PaymentReviewDialog'
import { staffTransactionQueries, type Side, type TransactionDetails } from './queries'
import { NotCredited } from './NotCredited'
import { StatusTag } from './StatusTag'
import { Timeline } from './Timeline'

const copy = staffTransactionsCopy.details

type TransactionPaneProps = { id: string; isFromList: boolean; onClose: () => void }

/** The details of one transaction. */
export function TransactionPane({ id, isFromList, onClose }: TransactionPaneProps) {
  const details = useQuery(staffTransactionQueries.details(id, isFromList))
  useMarkedRow(id)
  return (
    <DetailPane title={copy.title} onClose={onClose}>
      <Loaded
        query={details}
        what={copy.what}
        skeleton={<StaffTableSkeleton />}
        refusals={{
          'reason-needed': (
            <LookReason record={(reason) => recordTransactionView(id, reason)} onRecorded={details.refetch} />
          ),
        }}
      >
        {(shown) => <Details id={id} details={shown} />}
      </Loaded>
    </DetailPane>
  )
}

function Details({ id, details }: { id: string; details: TransactionDetails }) {
  const { transaction, payer, payee, timeline, outgoing_id: outgoing, incoming_id: incoming } = details
  const note = accountNote(transaction.accountType, transaction.isOwnMove)
  const ids: [string, string | null][] = [
    ['Transaction ID', outgoing === null ? id : null],
    ["Payer's ID", outgoing],
    ["Payee's ID", incoming],
    ['Reversal movement', details.reversal_id],
  ]
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-4 px-4 pb-3 text-figure">
        <Money pence={transaction.amount} direction={transaction.incoming ? 'in' : 'out'} className="text-amount" />
        <StatusTag transaction={transaction} />
      </div>
      <NotCredited details={details} />
      <Facts
        facts={[
          ['Date', <When key="date" at={transaction.createdAt} />],
          ['Reference', transaction.reference ?? staffTransactionsCopy.none],
          [copy.payer, <SideLink key="payer" side={payer} name={null} account={transaction.fromAccount} />],
          [
            copy.payee,
            <SideLink key="payee" side={payee} name={transaction.recipient} account={payeeNumbers(transaction)} />,
          ],
          note !== null && [copy.account, note],
          details.payment_reason !== null && [copy.reasonGiven, wordsOf(reasonWords, details.payment_reason)],
        ]}
      />
      <Timeline events={timeline} />
      <Review id={id} details={details} />
      <Reverse id={id} details={details} />
      <PaneHeading>IDs</PaneHeading>
      <Facts
        facts={ids
          .filter((pair): pair is [string, string] => pair[1] !== null)
          .map(([name, value]) => [
            name,
            <CopyableNumber key={name} label={name} value={value} className="text-caption text-ink" />,
          ])}
      />
    </>
  )
}

function Reverse({ id, details }: { id: string; details: TransactionDetails }) {
  const reverse = useReversePayment(id)
  const [isAsking, setIsAsking] = useState(false)
  const { action, title, text, waiting, refusals } = staffTransactionsCopy.reverse
  const { transaction, payee, can_reverse: canReverse, is_waiting: isWaiting, refusal } = details
  if (!canReverse) return null
  const problem = isWaiting ? waiting : refusal === null ? null : (refusals[refusal] ?? refusal)
  if (problem !== null) return <p className="border-t border-line px-4 py-3 text-secondary">{problem}</p>
  return (
    <div className="border-t border-line px-4 py-3">
      <Button variant="secondary" className="border-danger! text-danger!" onClick={() => setIsAsking(true)}>
        {action}
      </Button>
      {isAsking && (
        <ReasonDialog
          title={title}
          text={text(formatPence(transaction.amount), payee?.name ?? transaction.recipient)}
          confirmLabel={action}
          isDanger
          submit={(reason) => reverse.mutateAsync(reason)}
          preview={(reason) => actionOf('reverse_payment', transactionArguments.reversal(id, reason))}
          onClose={() => setIsAsking(false)}
        />
      )}
    </div>
  )
}

/** The cases about a payment, and 'Put under review' while it has not been sent. */
function Review({ id, details: { can_review: canReview, cases } }: { id: string; details: TransactionDetails }) {
  const [isAsking, setIsAsking] = useState(false)
  return (
    <>
      {cases !== null && cases.length > 0 && (
        <section aria-label={copy.cases}>
          <PaneHeading>{copy.cases}</PaneHeading>
          <CaseRows cases={cases} className="px-4 py-2" />
        </section>
      )}
      {canReview && (
        <div className="border-t border-line px-4 py-3">
          <Button variant="secondary" onClick={() => setIsAsking(true)}>
            {staffTransactionsCopy.review.action}
          </Button>
        </div>
      )}
      {isAsking && <PaymentReviewDialog id={id} onClose={() => setIsAsking(false)} />}
    </>
  )
}

/** The account at another bank. Null for a payment by card. */
const payeeNumbers = ({ sortCode, toAccount }: TransactionDetails['transaction']) =>
  [sortCode, toAccount].filter((number) => number !== null).join(' ') || null

type SideLinkProps = { side: Side; name: string | null; account: string | null }

/** A customer, with a link for those who may open it; otherwise what the transaction says. */
function SideLink({ side, name, account }: SideLinkProps) {
  const { roles, permissions } = useOwnRoles()
  const numbers = side === null ? account : `${side.sort_code} ${side.account_number}`
  const shownName = side?.name ?? name
  const canOpen = roles.includes('admin') && permissions.includes('approve_users')
  return (
    <span className="block text-right">
      {side !== null && canOpen ? (
        <Link to={adminUserPath(side.user_id)} className="text-name text-brand underline">
          {shownName}
        </Link>
      ) : (
        <span className="text-name">{shownName ?? staffTransactionsCopy.none}</span>
      )}
      {numbers !== null && (
        <span className="block text-muted">
          <SpokenDigits>{numbers}</SpokenDigits>
          {side?.account_type === 'savings' && ` ${staffTransactionsCopy.savings}`}
        </span>
      )}
    </span>
  )
}

function PaneHeading({ children }: { children: string }) {
  return <h3 className="px-4 pt-4 pb-2 text-section">{children}</h3>
}

function When({ at }: { at: string }) {
  return <time dateTime={at}>{formatDenseDateTime(at)}</time>
}
