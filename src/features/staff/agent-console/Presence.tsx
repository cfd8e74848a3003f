import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Loaded } from '@/components/Loaded'
import { Skeleton } from '@/components/Skeleton'
import { Button } from '@/components/ui/Button'
import { Dialog } from '@/components/ui/Dialog'
import { countOf } from '@/lib/numbers'
import { consoleQueries } from './queries'

/** Who answers chats now. */
export function Presence({ agentId }: { agentId: string }) {
  // The server sends no event when an agent arrives or leaves.
  const query = useQuery({ ...consoleQueries.colleagues(), refetchInterval: 15_000 })
  const [isOpen, setIsOpen] = useState(false)
  const here = query.data?.filter(({ isPresent }) => isPresent).length
  return (
    <>
      <Button variant="secondary" onClick={() => setIsOpen(true)}>
        {here === undefined ? 'Agents' : `${here} here`}
      </Button>
      {isOpen && (
        <Dialog open onOpenChange={setIsOpen} title="Agents">
          <Loaded query={query} what="your colleagues" skeleton={<Skeleton className="h-24" />}>
            {(agents) => (
              <ul className="divide-y divide-line">
                {agents.map((agent) => (
                  <li key={agent.id} className="flex min-h-10 items-center justify-between gap-4 py-1">
                    <span className="min-w-0 flex-1 truncate text-name">
                      {agent.name}
                      {agent.id === agentId && ' (you)'}
                    </span>
                    <span className="text-secondary tabular-nums">{countOf(agent.chats, 'chat')}</span>
                    <span className="w-14 text-small">{agent.isPresent ? 'Here' : 'Out'}</span>
                  </li>
                ))}
              </ul>
            )}
          </Loaded>
        </Dialog>
      )}
    </>
  )
}
