import { useQuery, type InfiniteData, type UseInfiniteQueryResult } from '@tanstack/react-query'
import { useEffect, useId, useRef } from 'react'
import { Badge } from '@/components/Badge'
import { Loaded } from '@/components/Loaded'
import { Skeleton } from '@/components/Skeleton'
import { StaffCard } from '@/components/StaffCard'
import { cn } from '@/lib/cn'
import { ChatSearch } from './ChatSearch'
import { ChatTabs } from './ChatTabs'
import { consoleCopy, holderName, lastLine } from './copy'
import { listTime } from './listTime'
import type { ConsoleChat } from './consoleChat'
import { consoleQueries, type Tab, type TabCounts } from './queries'
import { ShowMore } from './ShowMore'
import { useNow } from '@/lib/useNow'
import { waitingTime } from './waitingTime'
import { waitLook } from './waitLook'

type ChatRosterProps = {
  query: UseInfiniteQueryResult<InfiniteData<ConsoleChat[]>>
  counts: TabCounts | undefined
  /** How many of the agent's chats have unread messages. */
  unread: number
  agentId: string
  tab: Tab
  search: string
  selectedId: string | null
  onTab: (tab: Tab) => void
  onSearch: (search: string) => void
  onSelect: (chatId: string) => void
}

/** The open chats of one tab. The selected one is shown beside the list. */
export function ChatRoster({ query, counts, unread, agentId, tab, search, selectedId, ...on }: ChatRosterProps) {
  const chats = query.data?.pages.flat() ?? []
  return (
    <StaffCard title="Active conversations" className="lg:flex lg:min-h-80 lg:flex-1 lg:flex-col lg:[&>header]:py-1.5">
      <div className="space-y-2 px-3 pb-2">
        <ChatTabs tab={tab} counts={counts} unread={unread} onTab={on.onTab} />
        <ChatSearch key={search} search={search} onSearch={on.onSearch} />
      </div>
      <div className="lg:min-h-0 lg:overflow-y-auto">
        <Loaded query={query} what="the conversations" skeleton={<Skeleton className="m-4 h-32" />}>
          {() =>
            chats.length === 0 ? (
              <p className="px-4 pb-4 text-secondary">{search === '' ? consoleCopy.noChats : consoleCopy.noMatch}</p>
            ) : (
              <ul className="divide-y divide-line">
                {chats.map((chat) => (
                  <li key={chat.id}>
                    <ChatLine
                      chat={chat}
                      isMine={chat.agentId === agentId}
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

type ChatLineProps = { chat: ConsoleChat; isMine: boolean; holder: string; isSelected: boolean; onSelect: () => void }

function ChatLine({ chat, isMine, holder, isSelected, onSelect }: ChatLineProps) {
  const { customerName, lastMessageAt } = chat
  const line = lastLine(chat, isMine ? 'You' : (chat.agentRealName ?? 'Agent'))
  // What the customer writes to the assistant or to a colleague is no task of this agent.
  const unread = isMine || chat.status === 'waiting_for_agent' ? chat.unreadCount : 0
  const badgeId = useId()
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // A key can select a chat that is outside of the visible part.
    if (isSelected) button.current?.scrollIntoView({ block: 'nearest' })
  }, [isSelected])
  return (
    <button
      ref={button}
      type="button"
      data-opens
      aria-current={isSelected || undefined}
      aria-describedby={unread > 0 ? badgeId : undefined}
      onClick={onSelect}
      className={cn(
        'flex w-full flex-col border-l-4 px-3 py-2 text-left text-small focus-visible:-outline-offset-3',
        isSelected ? 'border-brand bg-brand-soft' : 'border-transparent hover:bg-page',
      )}
    >
      <span className="flex w-full items-center gap-2">
        <span className="min-w-0 flex-1 truncate text-name">{customerName}</span>
        <Badge count={unread} of="unread" most={99} id={badgeId} />
        {lastMessageAt !== null && (
          <time dateTime={lastMessageAt} className="text-caption tabular-nums">
            {listTime(lastMessageAt)}
          </time>
        )}
      </span>
      {line !== null && <span className="line-clamp-1 text-muted wrap-anywhere">{line}</span>}
      <span className="text-caption">
        {holder}
        <Wait since={chat.waitingSince ?? chat.unansweredSince} isAnswerDue={chat.waitingSince === null} />
      </span>
    </button>
  )
}

/** How long the customer has waited for an agent, or for the answer of the one they have. */
function Wait({ since, isAnswerDue }: { since: string | null; isAnswerDue: boolean }) {
  const now = useNow(10_000)
  const limits = useQuery(consoleQueries.waiting()).data
  if (since === null) return null
  return (
    <span className={waitLook(now - Date.parse(since), limits)}>
      {isAnswerDue ? ' · no answer for ' : ' · '}
      {waitingTime(since, now)}
    </span>
  )
}
