import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { EmptyState } from '@/components/EmptyState'
import { ListAndDetail } from '@/components/ListAndDetail'
import { Loaded } from '@/components/Loaded'
import { Screen } from '@/components/Screen'
import { buttonLook } from '@/components/ui/buttonLook'
import { useIsWide } from '@/components/useIsWide'
import { recipientCopy } from '@/features/money/recipients/copy'
import { recipientQueries, type Recipient } from '@/features/money/recipients/queries'
import { RecipientList } from '@/features/money/recipients/RecipientList'
import { RecipientListSkeleton } from '@/features/money/recipients/RecipientListSkeleton'
import { RecipientPanel } from '@/features/money/recipients/RecipientPanel'
import { paths } from '@/lib/paths'
import { useUserId } from '@/lib/session'

export function ManagePaymentsScreen() {
  const userId = useUserId()
  const navigate = useNavigate()
  const recipients = useQuery(recipientQueries.list(userId))
  // In the navigation state, not the URL, because the payee is personal data.
  const handleSelect = ({ holderName, sortCode, accountNumber }: Recipient) =>
    void navigate(paths.paymentDetails, { state: { recipient: holderName, sortCode, accountNumber, isSaved: true } })
  return (
    <Screen title="Manage Payments" back={paths.more} width="wide">
      <Loaded query={recipients} what="your recipients" skeleton={<RecipientListSkeleton />}>
        {(list) =>
          list.length === 0 ? (
            <EmptyState title={recipientCopy.noneSaved.title}>
              <p>{recipientCopy.noneSaved.text}</p>
              <Link to={paths.payTransfer} className={buttonLook('primary')}>
                Make a Payment
              </Link>
            </EmptyState>
          ) : (
            <Recipients userId={userId} recipients={list} onPay={handleSelect} />
          )
        }
      </Loaded>
    </Screen>
  )
}

type RecipientsProps = { userId: string; recipients: Recipient[]; onPay: (recipient: Recipient) => void }

/** Desktops show a recipient beside the list, and start with the first. */
function Recipients({ userId, recipients, onPay }: RecipientsProps) {
  const isWide = useIsWide()
  const [selectedId, setSelectedId] = useState<string | null>(null)
  const selected = isWide ? (recipients.find(({ id }) => id === selectedId) ?? recipients[0]) : undefined
  return (
    <ListAndDetail
      list={
        <RecipientList
          userId={userId}
          recipients={recipients}
          onSelect={onPay}
          {...(isWide && { onMore: ({ id }) => setSelectedId(id) })}
        />
      }
      detail={
        selected === undefined
          ? null
          : {
              id: selected.id,
              isDefault: selectedId === null,
              title: selected.nickname ?? selected.holderName,
              content: (
                <RecipientPanel key={selected.id} userId={userId} recipient={selected} onPay={() => onPay(selected)} />
              ),
            }
      }
      placeholder={null}
      onClose={() => setSelectedId(null)}
    />
  )
}
