import { AskButton } from '@/components/AskButton'
import { useEndChat } from './mutations'

type EndChatProps = { userId: string; conversationId: string | null; onLeave: () => void }

/** Deletes the chat after a confirmation. Without a chat, it only leaves the screen. */
export function EndChat({ userId, conversationId, onLeave }: EndChatProps) {
  return (
    <AskButton
      label="End Chat"
      variant="quiet"
      className="px-1 text-sm"
      change={useEndChat(userId)}
      question={
        conversationId === null
          ? null
          : {
              title: 'End this chat?',
              text: "All its messages will be deleted from the app. This can't be undone. We keep a sealed record in case of a complaint.",
              args: conversationId,
            }
      }
      onClick={onLeave}
    />
  )
}
