import { useQuery } from '@tanstack/react-query'
import { chatCopy } from './copy'
import { chatQueries } from './queries'

/** Says that an agent has been asked for, and how many wait before this chat. */
export function WaitingBanner({ conversationId }: { conversationId: string }) {
  const position = useQuery(chatQueries.queuePosition(conversationId))
  return (
    <div role="status" className="border-b border-line bg-care-soft px-4 py-3 text-sm text-care">
      <p className="font-semibold">{chatCopy.waiting}</p>
      {typeof position.data === 'number' && <p>{chatCopy.place(position.data)}</p>}
    </div>
  )
}
