import { AskButton } from '@/components/AskButton'
import { useEndChat } from './mutations'

type EndChatProps = { userId: string; conversationId: string | null }

/** Deletes the chat after a confirmation. Before a chat has begun it is hidden, and keeps its room: the title stays in place. */
export function EndChat({ userId, conversationId }: EndChatProps) {
  return (
    <span style={{ visibility: conversationId === null ? 'hidden' : undefined }}>
      <AskButton
        label="End Chat"
        variant="quiet"
        className="px-1 text-small"
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
      />
    </span>
  )
}
