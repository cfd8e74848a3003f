import { Money } from '@/components/Money'
import { SpokenDigits } from '@/components/SpokenDigits'
import { StaffCard } from '@/components/StaffCard'
import { TextLink } from '@/components/TextLink'
import { auditSystem, describeAction } from '@/features/staff/audit/shared'
import { chatStatuses } from '@/features/contact/chat/shared'
import { accountNote, describePaymentToCome } from '@/features/staff/staff-transactions/shared'
import { kindOf, stateWord } from '@/features/money/transactions/shared'
import { wordsOf } from '@/lib/codeWords'
import { formatPence } from '@/lib/money'
import {
  adminTransactionPath,
  adminUserPath,
  agentChatPath,
  auditRowPath,
  userAuditPath,
  userTransactionsPath,
} from '@/lib/paths'
import { userCopy } from './copy'
import type { UserPage } from './queries'
import { Rows, When } from './UserPageRows'

const copy = userCopy.page

// A part is null where the reader lacks the permission of the tool that shows it.

type PartProps = { userId: string; page: UserPage }

export function PaymentsPart({ page: { payments, sign_in_email: email } }: Pick<PartProps, 'page'>) {
  if (payments === null) return null
  return (
    <StaffCard title="Latest payments" actions={<TextLink to={userTransactionsPath(email)}>All transactions</TextLink>}>
      <Rows
        none={copy.payments}
        rows={payments.map(({ id, created_at, other_party, amount, incoming, is_card, status, ...row }) => ({
          key: id,
          to: adminTransactionPath(id),
          text: other_party,
          note: (
            <>
              <Money pence={amount} direction={incoming ? 'in' : 'out'} /> · <When at={created_at} />
              <Note word={stateWord(kindOf(incoming, is_card), status)} />
              <Note word={accountNote(row.account_type, row.is_own_move)} />
            </>
          ),
        }))}
      />
    </StaffCard>
  )
}

const Note = ({ word }: { word: string | null }) => word !== null && <> · {word}</>

export function PaymentsToComePart({ page: { payments_to_come: toCome } }: Pick<PartProps, 'page'>) {
  if (toCome === null) return null
  return (
    <StaffCard title="Payments to come">
      <Rows
        none={copy.toCome}
        rows={toCome.map((payment) => ({
          key: payment.id,
          // A paused regular payment has no transaction to show.
          ...(payment.state !== 'paused' && { to: adminTransactionPath(payment.id) }),
          text: payment.recipient,
          note: (
            <>
              <Money pence={payment.amount} direction="out" /> · {describePaymentToCome(payment)}
            </>
          ),
        }))}
      />
    </StaffCard>
  )
}

export function PayeesPart({ page: { payees } }: Pick<PartProps, 'page'>) {
  if (payees === null) return null
  return (
    <StaffCard title="Payees" count={payees.length}>
      <Rows
        none={copy.payees}
        rows={payees.map(({ id, name, sort_code, account_number, paid_total, last_payment_date, user_id }) => ({
          key: id,
          ...(user_id !== null && { to: adminUserPath(user_id) }),
          text: name,
          note: (
            <>
              <SpokenDigits>{`${sort_code} ${account_number}`}</SpokenDigits> · {formatPence(paid_total)} in all
              {last_payment_date !== null && (
                <>
                  , last <When at={last_payment_date} />
                </>
              )}
            </>
          ),
        }))}
      />
    </StaffCard>
  )
}

export function ChatPart({ page: { chat } }: Pick<PartProps, 'page'>) {
  if (chat === null) return null
  return (
    <StaffCard title="Chat">
      <Rows
        none={copy.chats}
        rows={chat.map(({ id, status, updated_at }) => ({
          key: id,
          to: agentChatPath(id),
          text: wordsOf(chatStatuses, status),
          note: <When at={updated_at} />,
        }))}
      />
    </StaffCard>
  )
}

export function AuditPart({ userId, page: { audit } }: PartProps) {
  if (audit === null) return null
  return (
    <StaffCard title="Audit of this user" actions={<TextLink to={userAuditPath(userId)}>All rows</TextLink>}>
      <Rows
        none={copy.audit}
        rows={audit.map(({ id, created_at, action, actor }) => ({
          key: String(id),
          to: auditRowPath(id),
          text: describeAction(action),
          note: (
            <>
              {actor ?? auditSystem}, <When at={created_at} />
            </>
          ),
        }))}
      />
    </StaffCard>
  )
}
