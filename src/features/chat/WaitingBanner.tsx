import { useQuery } from '@tanstack/react-query'
import { chatCopy } from './copy'
import { openingWords } from './openingWords'
import { chatQueries } from './queries'

/** Shown while the customer is waiting for an agent: the place in the queue, the usual wait, or when agents are back. */
export function WaitingBanner({ conversationId }: { conversationId: string }) {
  const position = useQuery(chatQueries.queuePosition(conversationId))
  const hours = useQuery(chatQueries.agentHours()).data
  return (
    <div role="status" className="border-b border-line bg-care-soft px-4 py-3 text-sm text-care">
      <p className="font-semibold">{chatCopy.waiting}</p>
      {typeof position.data === 'number' && <p>{chatCopy.place(position.data)}</p>}
      {hours?.isOpen === true && hours.waitMinutes !== null && <p>{chatCopy.wait(hours.waitMinutes)}</p>}
      {hours?.isOpen === false && <p>{chatCopy.away(hours.opensAt === null ? null : openingWords(hours.opensAt))}</p>}
    </div>
  )
}
