import { useQuery, type UseInfiniteQueryResult, type InfiniteData } from '@tanstack/react-query'
import { compactButton } from '@/components/compactButton'
import { Loaded } from '@/components/Loaded'
import { Skeleton } from '@/components/Skeleton'
import { StaffCard } from '@/components/StaffCard'
import { Button } from '@/components/ui/Button'
import { cn } from '@/lib/cn'
import { consoleCopy, lastLine, requestReason } from './copy'
import { useAcceptRequest } from './mutations'
import { consoleQueries, type AgentRequest } from './queries'
import { ShowMore } from './ShowMore'
import { useNow } from '@/lib/useNow'
import { waitLook } from './waitLook'
import { waitingTime } from './waitingTime'

type PendingRequestsProps = {
  query: UseInfiniteQueryResult<InfiniteData<AgentRequest[]>>
  onAccepted: (chatId: string) => void
  className?: string
}

/** Not those who have only said thanks since their agent left. */
const isWaiting = ({ turn }: AgentRequest) => turn < 2

/** The customers who are waiting for an agent, those in danger first. The specification gives the height. */
export function PendingRequests({ query, onAccepted, className }: PendingRequestsProps) {
  const requests = query.data?.pages.flat() ?? []
  // Not in the row, which is removed before the mutation's callbacks have run.
  const { mutate, isPending, variables } = useAcceptRequest()
  const waiting = useQuery(consoleQueries.waiting()).data
  // Of a longer queue, only the first page is loaded.
  const loaded = query.data === undefined ? undefined : requests.filter(isWaiting).length
  const count = query.hasNextPage ? (waiting?.count ?? loaded) : loaded
  return (
    <StaffCard title="Pending requests" count={count} className={className}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable by keyboard */}
      <div tabIndex={0} role="group" aria-label="Who waits" className="max-h-[200px] overflow-y-auto">
        <Loaded query={query} what="who waits" skeleton={<Skeleton className="m-4 h-14" />}>
          {() =>
            requests.length === 0 ? (
              <p className="px-4 pb-4 text-secondary">{consoleCopy.noRequests}</p>
            ) : (
              <ul className="divide-y divide-line">
                {requests.map((request) => (
                  <Request
                    key={request.id}
                    request={request}
                    isPending={isPending && variables === request.id}
                    onAccept={() => mutate(request.id, { onSuccess: onAccepted })}
                  />
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

type RequestProps = { request: AgentRequest; isPending: boolean; onAccept: () => void }

function Request({ request, isPending, onAccept }: RequestProps) {
  const now = useNow(10_000)
  const limits = useQuery(consoleQueries.waiting()).data
  const line = lastLine(request, 'Agent')
  const isExpecting = isWaiting(request) && !request.hasLeftMessage
  return (
    <li className="flex items-center gap-3 px-4 py-1.5">
      <div className="min-w-0 flex-1 text-small">
        <p className="truncate text-name">
          {request.danger !== null && <span className="text-strong text-danger">{dangerWords(request.danger)} · </span>}
          {request.customerName}
        </p>
        {line !== null && <p className="truncate text-secondary">{line}</p>}
        <p className="truncate text-caption" title={requestReason(request)}>
          <span
            className={cn(
              // Nobody waits at the other end.
              isExpecting ? waitLook(now - Date.parse(request.waitingSince), limits) : 'text-muted',
            )}
          >
            {isWaiting(request) ? (
              <>
                {isExpecting ? 'Waiting' : 'Left a message'} {waitingTime(request.waitingSince, now)}
                {!isExpecting && ' ago'}
              </>
            ) : (
              consoleCopy.saidThanks
            )}
          </span>
          {` · ${requestReason(request)}`}
        </p>
      </div>
      <Button
        className={compactButton}
        pending={isPending}
        aria-label={`Accept ${request.customerName}`}
        onClick={onAccept}
      >
        Accept
      </Button>
    </li>
  )
}

const dangers: Record<string, string | undefined> = {
  impersonation: 'Urgent: somebody poses as the bank',
  scam: 'Urgent: scam',
  stolen: 'Urgent: lost or stolen',
  takeover: 'Urgent: stranger in the account',
  coercion: 'Urgent: forced or controlled',
  'self-harm': 'Urgent: risk to life',
  debt: 'Urgent: debt',
  gambling: 'Urgent: gambling',
  bereavement: 'Urgent: bereavement',
  vulnerability: 'Urgent: needs support',
}

/** What the assistant has read in the words of a customer who comes first. */
function dangerWords(danger: string): string {
  return dangers[danger] ?? 'Urgent'
}
