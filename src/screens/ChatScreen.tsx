import { useQuery } from '@tanstack/react-query'
import { brand } from '@/brand'
import { Loaded } from '@/components/Loaded'
import { Screen } from '@/components/Screen'
import { ChatSkeleton } from '@/features/contact/chat/ChatSkeleton'
import { CustomerChat } from '@/features/contact/chat/CustomerChat'
import { EndChat } from '@/features/contact/chat/EndChat'
import { chatQueries } from '@/features/contact/chat/queries'
import { useLiveConversation } from '@/features/contact/chat/realtime'
import { paths } from '@/lib/paths'
import { useUserId } from '@/lib/session'

export function ChatScreen() {
  const userId = useUserId()
  const conversation = useQuery(chatQueries.conversation(userId))
  useLiveConversation(userId)
  return (
    <Screen
      title={brand.assistantName}
      back={paths.more}
      actions={<EndChat userId={userId} conversationId={conversation.data?.id ?? null} />}
    >
      {/* Full width, down to the bottom of the screen. */}
      <div className="-mx-4 -mb-[max(1.5rem,env(safe-area-inset-bottom))] flex flex-1 flex-col">
        <Loaded query={conversation} what="your chat" skeleton={<ChatSkeleton />}>
          {(current) => <CustomerChat userId={userId} conversation={current} />}
        </Loaded>
      </div>
    </Screen>
  )
}
