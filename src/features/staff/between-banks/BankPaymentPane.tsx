import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { DetailPane } from '@/components/DetailPane'
import { Loaded } from '@/components/Loaded'
import { actionOf } from '@/features/staff/previews/shared'
import { ReasonDialog } from '@/features/staff/saved-texts/shared'
import { StaffTableSkeleton } from '@/components/StaffTableSkeleton'
import { TextLink } from '@/components/TextLink'
import { Button } from '@/components/ui/Button'
import { useOwnRoles } from '@/features/person/permissions/shared'
import { formatDenseSecond } from '@/lib/dates'
import { formatPence } from '@/lib/money'
import { adminTransactionPath } from '@/lib/paths'
import { betweenBanksCopy } from './copy'
import { useAskBankAgain, useRequestReturn, returnArguments } from './mutations'
import { betweenBanksQueries, type BankMessage, type ListedPayment } from './queries'

const { list, messages: copy, ask, asking, giveBack } = betweenBanksCopy

type BankPaymentPaneProps = {
  id: string
  /** Undefined: another page of the list has it. */
  payment: ListedPayment | undefined
  onClose: () => void
}

/** The messages about a payment, in order. */
export function BankPaymentPane({ id, payment, onClose }: BankPaymentPaneProps) {
  const messages = useQuery(betweenBanksQueries.messages(id))
  const again = useAskBankAgain()
  const { permissions } = useOwnRoles()
  const canReturn = permissions.includes('repair_transactions') && permissions.includes('financial_support')
  const isOpen = payment?.state === 'sent' || payment?.state === 'returning'
  return (
    <DetailPane title={copy.title} onClose={onClose}>
      {payment !== undefined && (
        <p className="px-4 pb-3">
          {formatPence(payment.amount)}{' '}
          <span className="text-muted">
            {payment.is_outgoing ? list.to(payment.bank_name) : list.from(payment.bank_name)}
          </span>
        </p>
      )}
      <div className="flex flex-wrap items-center gap-3 px-4 pb-3">
        {isOpen && (
          <Button pending={again.isPending} pendingLabel={asking} onClick={() => again.mutate(id)}>
            {ask}
          </Button>
        )}
        {payment !== undefined && isAskedBack(payment) && canReturn && <Return payment={payment} />}
        {permissions.includes('view_transactions') && (
          <TextLink to={adminTransactionPath(id)}>{copy.transaction}</TextLink>
        )}
      </div>
      <Loaded query={messages} what={copy.what} skeleton={<StaffTableSkeleton />}>
        {(rows) =>
          rows.length === 0 ? (
            <p className="px-4 pb-6 text-center text-secondary">{copy.none}</p>
          ) : (
            <ol aria-label={copy.list} className="divide-y divide-line border-t border-line text-small">
              {rows.map((message) => (
                <MessageRow key={message.id} message={message} />
              ))}
            </ol>
          )
        }
      </Loaded>
    </DetailPane>
  )
}

const isAskedBack = ({ is_outgoing, state, recall }: ListedPayment) =>
  !is_outgoing && state === 'accepted' && recall !== null

/** Without the payee's consent two administrators return a payment. */
function Return({ payment }: { payment: ListedPayment }) {
  const [isAsking, setIsAsking] = useState(false)
  const request = useRequestReturn(payment.id)
  return (
    <>
      <Button variant="secondary" className="border-danger! text-danger!" onClick={() => setIsAsking(true)}>
        {giveBack.action}
      </Button>
      {isAsking && (
        <ReasonDialog
          title={giveBack.title}
          text={giveBack.text(formatPence(payment.amount))}
          confirmLabel={giveBack.confirm}
          isDanger
          submit={(reason) => request.mutateAsync(reason)}
          preview={(reason) => actionOf('request_return', returnArguments(payment.id, reason))}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  )
}

function MessageRow({ message }: { message: BankMessage }) {
  const { answer, reason, created_at: at, is_outgoing: isOutgoing } = message
  return (
    <li className="px-4 py-2">
      <p className="flex flex-wrap justify-between gap-x-4">
        <span className="text-name">
          {isOutgoing ? copy.sent : copy.received}: {copy.types[message.type] ?? message.type}
        </span>
        <time dateTime={at} className="text-muted tabular-nums">
          {formatDenseSecond(at)}
        </time>
      </p>
      <p className="text-secondary">
        {[
          isOutgoing && message.answered_at === null
            ? copy.waiting
            : answer === null
              ? null
              : (copy.answers[answer] ?? answer),
          reason === null ? null : (copy.reasons[reason] ?? reason),
          isOutgoing ? copy.attempts(message.attempts) : null,
        ]
          .filter((part) => part !== null)
          .join(', ')}
      </p>
    </li>
  )
}
