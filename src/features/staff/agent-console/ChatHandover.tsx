import { useState, type RefObject } from 'react'
import { Button } from '@/components/ui/Button'
import { useFocusFallback } from '@/components/useFocusFallback'
import { useReleaseChat } from './mutations'
import { TransferDialog } from './TransferDialog'

type ChatHandoverProps = {
  chatId: string
  agentId: string
  /** Gets the focus when the chat is no longer the agent's. */
  focusFallback: RefObject<HTMLElement | null>
}

/** The agent gives the chat back or to a colleague. */
export function ChatHandover({ chatId, agentId, focusFallback }: ChatHandoverProps) {
  useFocusFallback(focusFallback)
  const [isTransferring, setIsTransferring] = useState(false)
  const release = useReleaseChat()
  return (
    <>
      <Button variant="secondary" className="px-3!" pending={release.isPending} onClick={() => release.mutate(chatId)}>
        Release
      </Button>
      <Button variant="secondary" className="px-3!" onClick={() => setIsTransferring(true)}>
        Transfer
      </Button>
      {isTransferring && <TransferDialog chatId={chatId} agentId={agentId} onClose={() => setIsTransferring(false)} />}
    </>
  )
}
