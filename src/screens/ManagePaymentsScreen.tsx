import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from 'react-router-dom'
import { EmptyState } from '@/components/EmptyState'
import { Loaded } from '@/components/Loaded'
import { Screen } from '@/components/Screen'
import { buttonLook } from '@/components/ui/buttonLook'
import { recipientCopy } from '@/features/recipients/copy'
import { recipientQueries, type Recipient } from '@/features/recipients/queries'
import { RecipientList } from '@/features/recipients/RecipientList'
import { RecipientListSkeleton } from '@/features/recipients/RecipientListSkeleton'
import { paths } from '@/lib/paths'
import { useUserId } from '@/lib/session'

export function ManagePaymentsScreen() {
  const userId = useUserId()
  const navigate = useNavigate()
  const recipients = useQuery(recipientQueries.list(userId))
  // In the navigation state, not the URL, because the payee is personal data.
  const handleSelect = ({ holderName, sortCode, accountNumber }: Recipient) =>
    void navigate(paths.payTransfer, { state: { payee: { recipient: holderName, sortCode, accountNumber } } })
  return (
    <Screen title="Manage Payments" back={paths.more}>
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
            <RecipientList userId={userId} recipients={list} onSelect={handleSelect} />
          )
        }
      </Loaded>
    </Screen>
  )
}
