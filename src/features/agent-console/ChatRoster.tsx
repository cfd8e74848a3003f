import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { useId } from 'react'
import { Badge } from '@/components/Badge'
import { Loaded } from '@/components/Loaded'
import { Skeleton } from '@/components/Skeleton'
import { StaffCard } from '@/components/StaffCard'
import { Tag } from '@/components/Tag'
import { Button } from '@/components/ui/Button'
import { cn } from '@/lib/cn'
import { consoleCopy, statusWords } from './copy'
import type { ConsoleChat } from './queries'

type ChatRosterProps = {
  query: UseInfiniteQueryResult<InfiniteData<ConsoleChat[]>>
  selectedId: string | null
  onSelect: (chatId: string) => void
}

/** All open chats. The selected one is shown beside the list. */
export function ChatRoster({ query, selectedId, onSelect }: ChatRosterProps) {
  const chats = query.data?.pages.flat() ?? []
  return (
    <StaffCard title="Active conversations" count={query.data === undefined ? undefined : chats.length}>
      <Loaded query={query} what="the conversations" skeleton={<Skeleton className="m-4 h-32" />}>
        {() =>
          chats.length === 0 ? (
            <p className="px-4 pb-4 text-sm text-muted">{consoleCopy.noChats}</p>
          ) : (
            <ul className="divide-y divide-line">
              {chats.map((chat) => (
                <li key={chat.id}>
                  <ChatLine chat={chat} isSelected={chat.id === selectedId} onSelect={() => onSelect(chat.id)} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      {query.hasNextPage && (
        <Button variant="quiet" pending={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          Show more
        </Button>
      )}
    </StaffCard>
  )
}

function ChatLine({ chat, isSelected, onSelect }: { chat: ConsoleChat; isSelected: boolean; onSelect: () => void }) {
  const { customerName, status, agentName, lastMessage, unreadCount } = chat
  const badgeId = useId()
  return (
    <button
      type="button"
      aria-current={isSelected || undefined}
      aria-describedby={unreadCount > 0 ? badgeId : undefined}
      onClick={onSelect}
      className={cn(
        'flex w-full flex-col gap-1 border-l-4 px-3 py-2.5 text-left focus-visible:-outline-offset-3',
        isSelected ? 'border-brand bg-brand-soft' : 'border-transparent hover:bg-page',
      )}
    >
      <span className="flex w-full items-center gap-2">
        <span className="min-w-0 flex-1 truncate font-medium">{customerName}</span>
        <Badge count={unreadCount} of="unread" id={badgeId} />
      </span>
      {lastMessage !== null && <span className="line-clamp-1 text-sm text-muted wrap-anywhere">{lastMessage}</span>}
      <span>
        <Tag tone={status === 'waiting_for_agent' ? 'care' : status === 'agent_assigned' ? 'good' : 'plain'}>
          {status === 'agent_assigned' && agentName !== null ? `With ${agentName}` : statusWords[status]}
        </Tag>
      </span>
    </button>
  )
}
