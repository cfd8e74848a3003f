import { useQuery } from '@tanstack/react-query'
import { Loaded } from '@/components/Loaded'
import { Skeleton } from '@/components/Skeleton'
import { Dialog } from '@/components/ui/Dialog'
import { countOf } from '@/lib/numbers'
import { useTransferChat } from './mutations'
import { consoleQueries } from './queries'

type TransferDialogProps = { chatId: string; agentId: string; onClose: () => void }

/** Lists the colleagues who are present. */
export function TransferDialog({ chatId, agentId, onClose }: TransferDialogProps) {
  // The server sends no event when an agent arrives or leaves.
  const query = useQuery({ ...consoleQueries.colleagues(), staleTime: 0, refetchInterval: 15_000 })
  const { mutate, isPending } = useTransferChat(chatId)
  return (
    <Dialog open onOpenChange={onClose} title="Transfer this chat" description="To a colleague who is here now.">
      <Loaded query={query} what="your colleagues" skeleton={<Skeleton className="h-24" />}>
        {(colleagues) => {
          const present = colleagues.filter(({ id, isPresent }) => isPresent && id !== agentId)
          if (present.length === 0) return <p className="text-secondary">No other agent is here at the moment.</p>
          return (
            <ul className="divide-y divide-line">
              {present.map((colleague) => (
                <li key={colleague.id}>
                  <button
                    type="button"
                    disabled={isPending}
                    onClick={() => mutate(colleague, { onSuccess: onClose })}
                    className="flex min-h-12 w-full items-center justify-between gap-4 px-2 text-left hover:bg-brand-soft"
                  >
                    <span className="min-w-0 truncate text-name">{colleague.name}</span>
                    <span className="shrink-0 text-secondary">{countOf(colleague.chats, 'chat')}</span>
                  </button>
                </li>
              ))}
            </ul>
          )
        }}
      </Loaded>
    </Dialog>
  )
}
