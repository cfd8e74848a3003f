import { useQuery } from '@tanstack/react-query'
import { chatCopy } from './copy'
import { chatQueries } from './queries'

/** Shown while the customer is waiting for an agent, with the place in the queue. */
export function WaitingBanner({ conversationId }: { conversationId: string }) {
  const position = useQuery(chatQueries.queuePosition(conversationId))
  return (
    <div role="status" className="border-b border-line bg-care-soft px-4 py-3 text-sm text-care">
      <p className="font-semibold">{chatCopy.waiting}</p>
      {typeof position.data === 'number' && <p>{chatCopy.place(position.data)}</p>}
    </div>
  )
}
