import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { useEffect, useId, useRef } from 'react'
import { Badge } from '@/components/Badge'
import { Loaded } from '@/components/Loaded'
import { Skeleton } from '@/components/Skeleton'
import { StaffCard } from '@/components/StaffCard'
import { cn } from '@/lib/cn'
import { ChatSearch } from './ChatSearch'
import { ChatTabs } from './ChatTabs'
import { consoleCopy, holderName } from './copy'
import { listTime } from './listTime'
import type { ConsoleChat } from './consoleChat'
import type { Tab, TabCounts } from './queries'
import { ShowMore } from './ShowMore'

type ChatRosterProps = {
  query: UseInfiniteQueryResult<InfiniteData<ConsoleChat[]>>
  counts: TabCounts | undefined
  agentId: string
  tab: Tab
  search: string
  selectedId: string | null
  onTab: (tab: Tab) => void
  onSearch: (search: string) => void
  onSelect: (chatId: string) => void
}

/** The open chats of one tab. The selected one is shown beside the list. */
export function ChatRoster({ query, counts, agentId, tab, search, selectedId, ...on }: ChatRosterProps) {
  const chats = query.data?.pages.flat() ?? []
  return (
    <StaffCard title="Active conversations" className="lg:flex lg:min-h-80 lg:flex-1 lg:flex-col">
      <div className="space-y-2 px-3 pb-2">
        <ChatTabs tab={tab} counts={counts} onTab={on.onTab} />
        <ChatSearch key={search} search={search} onSearch={on.onSearch} />
      </div>
      <div className="lg:min-h-0 lg:overflow-y-auto">
        <Loaded query={query} what="the conversations" skeleton={<Skeleton className="m-4 h-32" />}>
          {() =>
            chats.length === 0 ? (
              <p className="px-4 pb-4 text-sm text-muted">
                {search === '' ? consoleCopy.noChats : consoleCopy.noMatch}
              </p>
            ) : (
              <ul className="divide-y divide-line">
                {chats.map((chat) => (
                  <li key={chat.id}>
                    <ChatLine
                      chat={chat}
                      holder={holderName(chat, agentId)}
                      isSelected={chat.id === selectedId}
                      onSelect={() => on.onSelect(chat.id)}
                    />
                  </li>
                ))}
              </ul>
            )
          }
        </Loaded>
        <ShowMore query={query} />
      </div>
    </StaffCard>
  )
}

type ChatLineProps = { chat: ConsoleChat; holder: string; isSelected: boolean; onSelect: () => void }

function ChatLine({ chat, holder, isSelected, onSelect }: ChatLineProps) {
  const { customerName, status, lastMessage, lastMessageAt, unreadCount } = chat
  const badgeId = useId()
  const line = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // A key can select a chat that is outside of the visible part.
    if (isSelected) line.current?.scrollIntoView?.({ block: 'nearest' })
  }, [isSelected])
  return (
    <button
      ref={line}
      type="button"
      aria-current={isSelected || undefined}
      aria-describedby={unreadCount > 0 ? badgeId : undefined}
      onClick={onSelect}
      className={cn(
        'flex w-full flex-col border-l-4 px-3 py-2 text-left text-sm focus-visible:-outline-offset-3',
        isSelected ? 'border-brand bg-brand-soft' : 'border-transparent hover:bg-page',
      )}
    >
      <span className="flex w-full items-center gap-2">
        <span className="min-w-0 flex-1 truncate font-medium">{customerName}</span>
        <Badge count={unreadCount} of="unread" most={99} id={badgeId} />
        {lastMessageAt !== null && (
          <time dateTime={lastMessageAt} className="text-xs text-muted tabular-nums">
            {listTime(lastMessageAt)}
          </time>
        )}
      </span>
      {lastMessage !== null && <span className="line-clamp-1 text-muted wrap-anywhere">{lastMessage}</span>}
      <span className={cn('text-xs', status === 'waiting_for_agent' ? 'font-semibold text-care' : 'text-muted')}>
        {holder}
      </span>
    </button>
  )
}
