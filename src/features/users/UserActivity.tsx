import { Money } from '@/components/Money'
import { StaffCard } from '@/components/StaffCard'
import { TextLink } from '@/components/TextLink'
import { auditSystem, describeAction } from '@/features/audit/shared'
import { chatStatuses } from '@/features/chat/shared'
import { wordsOf } from '@/lib/codeWords'
import { adminTransactionPath, agentChatPath, auditRowPath, userAuditPath, userTransactionsPath } from '@/lib/paths'
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
        rows={payments.map(({ id, created_at, other_party, amount, incoming, status }) => ({
          key: id,
          to: adminTransactionPath(id),
          text: `${other_party}${status === 'completed' ? '' : ` (${status})`}`,
          note: (
            <>
              <Money pence={amount} direction={incoming ? 'in' : 'out'} /> · <When at={created_at} />
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
