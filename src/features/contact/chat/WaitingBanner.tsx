import { useQuery } from '@tanstack/react-query'
import { chatCopy } from './copy'
import { openingWords } from './openingWords'
import { chatQueries } from './queries'

/** Shown while the customer is waiting for an agent: the place in the queue and the usual wait, or when agents are back. */
export function WaitingBanner({ conversationId }: { conversationId: string }) {
  const position = useQuery(chatQueries.queuePosition(conversationId))
  const hours = useQuery(chatQueries.agentHours()).data
  const isClosed = hours?.isOpen === false
  return (
    <div role="status" className="border-b border-line bg-care-soft px-4 py-3 text-sm text-care">
      <p className="font-semibold">{isClosed ? chatCopy.left : chatCopy.waiting}</p>
      {isClosed ? (
        <p>{chatCopy.away(hours.opensAt === null ? null : openingWords(hours.opensAt))}</p>
      ) : (
        <>
          {typeof position.data === 'number' && <p>{chatCopy.place(position.data)}</p>}
          {hours?.waitMinutes != null && <p>{chatCopy.wait(hours.waitMinutes)}</p>}
        </>
      )}
    </div>
  )
}
