import { useQuery } from '@tanstack/react-query'
import { Loaded } from '@/components/Loaded'
import { recipientQueries, type Recipient } from './queries'
import { RecipientList } from './RecipientList'
import { RecipientListSkeleton } from './RecipientListSkeleton'

type RecentRecipientsProps = { userId: string; onSelect: (recipient: Recipient) => void }

export function RecentRecipients({ userId, onSelect }: RecentRecipientsProps) {
  const recipients = useQuery(recipientQueries.list(userId))
  return (
    <Loaded query={recipients} what="your recipients" skeleton={<RecipientListSkeleton />}>
      {(list) => <RecipientList userId={userId} recipients={list} onSelect={onSelect} />}
    </Loaded>
  )
}
