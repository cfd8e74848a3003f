import { useId } from 'react'
import { Badge } from '@/components/Badge'
import { cn } from '@/lib/cn'
import type { Tab, TabCounts } from './queries'

const tabs: [Tab, string][] = [
  ['mine', 'Mine'],
  ['unassigned', 'Unassigned'],
  ['all', 'All'],
]

type ChatTabsProps = {
  tab: Tab
  counts: TabCounts | undefined
  /** How many of the agent's chats have unread messages. */
  unread: number
  onTab: (tab: Tab) => void
}

/** Which of the open chats are listed. */
export function ChatTabs({ tab, counts, unread, onTab }: ChatTabsProps) {
  const badgeId = useId()
  return (
    <div
      role="group"
      aria-label="Whose conversations"
      className="flex flex-wrap gap-1 rounded border border-control bg-sunken p-1 lg:p-0.5"
    >
      {tabs.map(([value, name]) => (
        <button
          key={value}
          type="button"
          aria-pressed={tab === value}
          aria-describedby={value === 'mine' && unread > 0 ? badgeId : undefined}
          onClick={() => onTab(value)}
          className={cn(
            'min-h-11 flex-1 rounded-sm px-1 text-small whitespace-nowrap lg:min-h-8',
            tab === value ? 'bg-card text-strong text-brand shadow-card' : 'text-muted hover:bg-brand-soft',
          )}
        >
          {name} {counts !== undefined && <span className="tabular-nums">{shown(counts[value])}</span>}
          {value === 'mine' && <Badge count={unread} of="unread" most={99} id={badgeId} className="ml-1" />}
        </button>
      ))}
    </div>
  )
}

/** The server counts to 1000. */
function shown(count: number): string {
  return count >= 1000 ? '999+' : String(count)
}
