import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { StaffScreen } from '@/components/StaffScreen'
import { useIsWide } from '@/components/useIsWide'
import { ChatHandover } from '@/features/staff/agent-console/ChatHandover'
import { ChatPane } from '@/features/staff/agent-console/ChatPane'
import { ChatRoster } from '@/features/staff/agent-console/ChatRoster'
import { ConsoleActions } from '@/features/staff/agent-console/ConsoleActions'
import type { ConsoleChat } from '@/features/staff/agent-console/consoleChat'
import { Conversation } from '@/features/staff/agent-console/Conversation'
import { holderSentence } from '@/features/staff/agent-console/copy'
import { CustomerButton, CustomerEffects, CustomerPanel } from '@/features/staff/agent-console/CustomerPanel'
import { DeleteChat } from '@/features/staff/agent-console/DeleteChat'
import { useAcceptRequest } from '@/features/staff/agent-console/mutations'
import { nextUnread } from '@/features/staff/agent-console/nextUnread'
import { PendingRequests } from '@/features/staff/agent-console/PendingRequests'
import { consoleQueries, type Tab } from '@/features/staff/agent-console/queries'
import { useLiveConsole } from '@/features/staff/agent-console/realtime'
import { consoleKeys } from '@/features/staff/agent-console/keys'
import { neighbour } from '@/features/staff/agent-console/neighbour'
import { useConsolePlace } from '@/features/staff/agent-console/useConsolePlace'
import { useLostChats } from '@/features/staff/agent-console/useLostChats'
import { cn } from '@/lib/cn'
import { noSearch } from '@/lib/search'
import { useActionKeys } from '@/lib/actionKeys'
import { useUserId } from '@/lib/session'

/** Requests and chats on the left, the selected chat on the right. A phone shows one side at a time. */
export function AdminChatScreen() {
  const userId = useUserId()
  const { chatId, tab: chosenTab, search, openChat, openTab, find } = useConsolePlace()
  const requests = useInfiniteQuery(consoleQueries.requests())
  const mine = useInfiniteQuery(consoleQueries.list('mine', noSearch))
  const tab = useFirstTab(chosenTab, mine.isPending ? undefined : (mine.data?.pages[0]?.length ?? 0))
  const list = useInfiniteQuery({ ...consoleQueries.list(tab ?? 'mine', search), enabled: tab !== null })
  const counts = useQuery(consoleQueries.counts(search))
  const opened = useQuery(consoleQueries.chat(chatId))
  useLiveConsole()
  useLostChats(userId, mine.data?.pages.flat())
  const [takenId, setTakenId] = useState<string | null>(null)
  const [isEnding, setIsEnding] = useState(false)
  const [wantsNote, setWantsNote] = useState(false)
  const { mutate: accept } = useAcceptRequest()
  // The composer of a chat that was just taken has the focus.
  const pane = useFocusOnChange(chatId === takenId ? null : chatId)
  const chat = opened.data ?? null
  const chats = list.data?.pages.flat() ?? []
  const ownChats = mine.data?.pages.flat() ?? []
  const queue = requests.data?.pages.flat() ?? []
  const next = queue[0]

  const handleOpen = (id: string | null) => {
    setIsEnding(false)
    setWantsNote(false)
    openChat(id)
  }
  const handleAccepted = (id: string) => {
    setTakenId(id)
    handleOpen(id)
  }
  const openRow = (row: ConsoleChat | undefined) => row !== undefined && handleOpen(row.id)
  useActionKeys(consoleKeys, {
    acceptNext: next === undefined ? undefined : () => accept(next.id, { onSuccess: handleAccepted }),
    nextUnread: () => {
      const id = nextUnread(ownChats, queue, chatId)
      if (id !== undefined) handleOpen(id)
    },
    nextChat: () => openRow(neighbour(chats, chatId, 1)),
    previousChat: () => openRow(neighbour(chats, chatId, -1)),
    note: () => setWantsNote(!wantsNote),
    close: chatId === null ? undefined : () => handleOpen(null),
  })
  const isMine = chat?.status === 'agent_assigned' && chat.agentId === userId
  const hasRoom = useIsWide('console')
  const hasPanel = isMine && hasRoom

  return (
    <StaffScreen
      title="Admin Chat"
      subtitle="Answer customers who ask for a person"
      actions={<ConsoleActions agentId={userId} isChatOpen={chatId !== null} />}
    >
      <div
        className={cn(
          'grid min-h-0 flex-1 gap-4',
          hasPanel ? 'grid-cols-[20rem_minmax(0,1fr)_18rem]' : 'grid-cols-1 lg:grid-cols-[22rem_minmax(0,1fr)]',
        )}
      >
        <div className={cn('flex flex-col gap-4', column, chatId !== null && 'max-lg:hidden')}>
          <ChatRoster
            query={list}
            counts={counts.data}
            unread={ownChats.filter(({ id, unreadCount }) => unreadCount > 0 && id !== chatId).length}
            agentId={userId}
            tab={tab ?? 'mine'}
            search={search.text}
            selectedId={chatId}
            onTab={openTab}
            onSearch={find}
            onSelect={handleOpen}
          />
          {/* On a phone the queue is before the list, which can be long. */}
          <PendingRequests query={requests} onAccepted={handleAccepted} className="max-lg:order-first" />
          <p className="text-secondary max-lg:hidden">
            <kbd>?</kbd> lists the keys.
          </p>
        </div>
        <div
          className={cn(
            'max-lg:h-[calc(100dvh-14.5rem-var(--staff-tabs,0px)-var(--offline-bar,0px))] max-lg:min-h-96',
            column,
            chatId === null && 'max-lg:hidden',
          )}
        >
          <ChatPane
            ref={pane}
            isChosen={chatId !== null}
            isKnown={opened.data !== undefined && !opened.isFetching}
            chat={chat}
            holder={chat === null ? '' : holderSentence(chat, userId)}
            above={isMine && <CustomerEffects chatId={chat.id} />}
            actions={
              chat !== null && (
                <>
                  {isMine && !hasRoom && <CustomerButton key={chat.id} chatId={chat.id} />}
                  {isMine && <ChatHandover chatId={chat.id} agentId={userId} focusFallback={pane} />}
                  {/* A colleague's chat is taken over first, and a waiting one accepted. The assistant's have no agent. */}
                  {(isMine || chat.status === 'active') && (
                    <DeleteChat
                      conversationId={chat.id}
                      customerName={chat.customerName}
                      isAsking={isEnding}
                      onAsk={setIsEnding}
                      onDeleted={() => handleOpen(null)}
                    />
                  )}
                </>
              )
            }
            onClose={() => handleOpen(null)}
          >
            {chat !== null && (
              <Conversation
                key={chat.id}
                chat={chat}
                isMine={isMine}
                userId={userId}
                wantsNote={wantsNote}
                onWantsNote={setWantsNote}
                isTaken={isMine && chat.id === takenId}
                onTaken={() => setTakenId(chat.id)}
                onSendAndEnd={() => setIsEnding(true)}
              />
            )}
          </ChatPane>
        </div>
        {hasPanel && (
          <aside aria-label="Customer" className={cn('overflow-y-auto rounded bg-card p-4 shadow-card', column)}>
            <CustomerPanel key={chat.id} chatId={chat.id} />
          </aside>
        )}
      </div>
    </StaffScreen>
  )
}

/** A column on a large screen is as high as the room below the heading. */
const column =
  'lg:sticky lg:top-[calc(1rem+var(--offline-bar,0px))] lg:h-[calc(100dvh-8.5rem-var(--staff-tabs,0px)-var(--offline-bar,0px))] lg:min-h-96'

/** The tab that the agent has chosen, and before that 'Mine' if they had a chat when the console opened. Null: not known yet. */
function useFirstTab(chosen: Tab | null, ownChats: number | undefined): Tab | null {
  const [first, setFirst] = useState<Tab | null>(null)
  if (first === null && ownChats !== undefined) setFirst(ownChats > 0 ? 'mine' : 'all')
  return chosen ?? first
}

/** Moves the focus to the selected chat. */
function useFocusOnChange(selectedId: string | null) {
  const pane = useRef<HTMLElement>(null)
  useEffect(() => {
    if (selectedId !== null) pane.current?.focus({ preventScroll: true })
  }, [selectedId])
  return pane
}
