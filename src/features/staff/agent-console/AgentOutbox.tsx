import { onlineManager, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { Link } from 'react-router-dom'
import { Button } from '@/components/ui/Button'
import { Dialog } from '@/components/ui/Dialog'
import { useFocusFallback } from '@/components/useFocusFallback'
import { formatDenseDateTime } from '@/lib/dates'
import { countOf } from '@/lib/numbers'
import { agentChatPath } from '@/lib/paths'
import { useUserId } from '@/lib/session'
import { toast } from '@/lib/toast'
import { lostIn, takeOut, useOutbox, useResend, type Unsent } from '@/features/contact/chat/shared'
import { agentOutboxName } from './agentOutboxName'
import { outboxCopy } from './copy'
import { useSendAsAgent } from './useSendAsAgent'

/** A server that does not answer is asked again after this time, in ms: the browser may not notice that it is back. */
const retryAfter = 5000

/**
 * Sends an agent's messages that got no answer again, on each staff screen, and shows a bar about those that the server
 * refused. The agent can copy their text, also of a chat that has ended.
 */
export function AgentOutbox() {
  const agentId = useUserId()
  const unsent = useOutbox(agentOutboxName(agentId))
  const { mutate } = useSendAsAgent(agentId)
  const resendAll = useResend(
    unsent,
    (message) => message.chat && mutate({ ...message, chat: message.chat }),
    'earlier',
  )
  const resendLost = useEffectEvent(() => {
    // Without a connection, its return starts them.
    if (onlineManager.isOnline()) resendAll()
  })
  const isLost = lostIn(unsent).length > 0
  useEffect(() => {
    if (!isLost) return undefined
    const timer = setTimeout(() => resendLost(), retryAfter)
    return () => clearTimeout(timer)
  }, [isLost])
  const refused = unsent.filter(({ state, lost }) => state === 'failed' && lost === undefined)
  const [isOpen, setIsOpen] = useState(false)
  if (refused.length === 0) return null
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line bg-care-soft px-4 py-1 text-small text-care lg:px-6"
    >
      <p className="min-w-0 flex-1 text-name">{outboxCopy.refused(countOf(refused.length, 'message'))}</p>
      <Button variant="secondary" onClick={() => setIsOpen(true)}>
        Show
      </Button>
      {isOpen && <RefusedDialog agentId={agentId} refused={refused} onClose={() => setIsOpen(false)} />}
    </div>
  )
}

type RefusedDialogProps = { agentId: string; refused: Unsent[]; onClose: () => void }

function RefusedDialog({ agentId, refused, onClose }: RefusedDialogProps) {
  const client = useQueryClient()
  // With the last message, the button that opened it goes too.
  useFocusFallback()
  return (
    <Dialog open onOpenChange={onClose} title={outboxCopy.refusedTitle} description={outboxCopy.refusedText}>
      <ul className="divide-y divide-line text-small">
        {refused.map(({ id, text, chat, createdAt, problem, isNote }) => (
          <li key={id} className="space-y-1 py-3">
            <p className="text-name">
              {isNote === true && 'Note about '}
              {chat?.customerName}, <time dateTime={createdAt}>{formatDenseDateTime(createdAt)}</time>
            </p>
            <p className="text-care">{problem}</p>
            <p className="rounded bg-sunken p-2 wrap-anywhere whitespace-pre-wrap select-text">{text}</p>
            <div className="flex flex-wrap items-center gap-2">
              <Button variant="quiet" className="px-3" onClick={() => void copyText(text)}>
                Copy
              </Button>
              {chat && (
                <Link
                  to={agentChatPath(chat.id)}
                  onClick={onClose}
                  className="flex min-h-11 items-center px-3 text-name text-brand"
                >
                  Open chat
                </Link>
              )}
              <Button variant="quiet" className="px-3" onClick={() => takeOut(client, agentOutboxName(agentId), id)}>
                Remove
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

async function copyText(text: string) {
  try {
    await navigator.clipboard.writeText(text)
    toast.success(outboxCopy.copied)
  } catch {
    toast.error(outboxCopy.copyFailed)
  }
}
