import { useState } from 'react'
import { Button } from '@/components/ui/Button'
import { useReleaseChat } from './mutations'
import { headerButton } from './headerButton'
import { TransferDialog } from './TransferDialog'

/** The agent gives the chat back or to a colleague. */
export function ChatHandover({ chatId, agentId }: { chatId: string; agentId: string }) {
  const [isTransferring, setIsTransferring] = useState(false)
  const release = useReleaseChat()
  return (
    <>
      <Button
        variant="secondary"
        className={headerButton}
        pending={release.isPending}
        onClick={() => release.mutate(chatId)}
      >
        Release
      </Button>
      <Button variant="secondary" className={headerButton} onClick={() => setIsTransferring(true)}>
        Transfer
      </Button>
      {isTransferring && <TransferDialog chatId={chatId} agentId={agentId} onClose={() => setIsTransferring(false)} />}
    </>
  )
}
