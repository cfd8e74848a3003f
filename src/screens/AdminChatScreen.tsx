import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { StaffScreen } from '@/components/StaffScreen'
import { ChatPane } from '@/features/agent-console/ChatPane'
import { ChatRoster } from '@/features/agent-console/ChatRoster'
import { DeleteChat } from '@/features/agent-console/DeleteChat'
import { MessageDialogs } from '@/features/agent-console/MessageDialogs'
import { useMarkChatRead } from '@/features/agent-console/mutations'
import { PendingRequests } from '@/features/agent-console/PendingRequests'
import { consoleQueries } from '@/features/agent-console/queries'
import { useLiveConsole } from '@/features/agent-console/realtime'
import { useChatShortcuts } from '@/features/agent-console/useChatShortcuts'
import { AgentChat } from '@/features/chat/AgentChat'
import { cn } from '@/lib/cn'
import { paths } from '@/lib/paths'
import { useUserId } from '@/lib/session'

/** Requests and chats on the left, the selected chat on the right. A phone shows one side at a time. */
export function AdminChatScreen() {
  const userId = useUserId()
  const requests = useInfiniteQuery(consoleQueries.requests())
  const list = useInfiniteQuery(consoleQueries.chats())
  const { mutate: markRead } = useMarkChatRead()
  const [selectedId, setSelectedId] = useState<string | null>(null)
  const chats = list.data?.pages.flat() ?? []
  const chat = chats.find(({ id }) => id === selectedId) ?? null
  const request = requests.data?.pages.flat().find(({ chatId }) => chatId === selectedId) ?? null
  useLiveConsole()
  useChatShortcuts(
    chats.map(({ id }) => id),
    selectedId,
    setSelectedId,
  )
  const pane = useFocusOnChange(selectedId)

  return (
    <StaffScreen title="Admin Chat" subtitle="Answer customers who ask for a person" back={paths.more}>
      <div className="grid min-h-0 flex-1 gap-4 lg:grid-cols-[22rem_1fr]">
        <div className={cn('space-y-4', selectedId !== null && 'max-lg:hidden')}>
          <PendingRequests query={requests} onAccepted={setSelectedId} />
          <ChatRoster query={list} selectedId={selectedId} onSelect={setSelectedId} />
          <p className="text-sm text-muted max-lg:hidden">
            <kbd>Alt</kbd> <kbd>↓</kbd> and <kbd>Alt</kbd> <kbd>↑</kbd> change the conversation, <kbd>Enter</kbd> sends.
          </p>
        </div>
        <div
          className={cn(
            'h-[calc(100dvh-14.5rem)] min-h-96 lg:sticky lg:top-4 lg:h-[calc(100dvh-9.5rem)]',
            selectedId === null && 'max-lg:hidden',
          )}
        >
          <ChatPane
            ref={pane}
            isChosen={selectedId !== null}
            isKnown={list.data !== undefined && !list.isFetching}
            chat={chat}
            request={request}
            actions={
              chat !== null && (
                <DeleteChat
                  conversationId={chat.id}
                  customerName={chat.customerName}
                  onDeleted={() => setSelectedId(null)}
                />
              )
            }
            onClose={() => setSelectedId(null)}
          >
            {(notice) =>
              chat !== null && (
                <MessageDialogs key={chat.id} conversationId={chat.id}>
                  {(renderActions) => (
                    <AgentChat
                      agentId={userId}
                      chat={chat}
                      notice={notice}
                      renderActions={renderActions}
                      onRead={(until) => markRead({ chatId: chat.id, until })}
                    />
                  )}
                </MessageDialogs>
              )
            }
          </ChatPane>
        </div>
      </div>
    </StaffScreen>
  )
}

/** Moves the focus to the selected chat. */
function useFocusOnChange(selectedId: string | null) {
  const pane = useRef<HTMLElement>(null)
  useEffect(() => {
    if (selectedId !== null) pane.current?.focus({ preventScroll: true })
  }, [selectedId])
  return pane
}
