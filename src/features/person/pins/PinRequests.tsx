import { useQuery } from '@tanstack/react-query'
import { useRef, type RefObject } from 'react'
import { Loaded } from '@/components/Loaded'
import { StaffCard } from '@/components/StaffCard'
import { StaffCell, StaffRow, StaffRowHead, StaffTable } from '@/components/StaffTable'
import { Button } from '@/components/ui/Button'
import { useFocusFallback } from '@/components/useFocusFallback'
import { formatDateTime } from '@/lib/dates'
import { noName } from '@/lib/noName'
import { pinCopy } from './copy'
import { useResolvePinRequest, useSendPin } from './mutations'
import { pinQueries, type PinRequest } from './queries'

const columns = ['Name', 'Asked', 'Actions']

/** The open requests from 'Forgotten details?'. Renders nothing without requests. */
export function PinRequests() {
  const requests = useQuery(pinQueries.requests())
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <Loaded query={requests} what={pinCopy.requests.what} skeleton={null}>
      {(waiting) =>
        waiting.length > 0 && (
          <StaffCard title={pinCopy.requests.title} count={waiting.length} heading={heading}>
            <StaffTable caption={pinCopy.requests.title} columns={columns} figures={['Actions']}>
              {waiting.map((request) => (
                <RequestRow key={request.userId} request={request} focusFallback={heading} />
              ))}
            </StaffTable>
          </StaffCard>
        )
      }
    </Loaded>
  )
}

function RequestRow({ request, focusFallback }: { request: PinRequest; focusFallback: RefObject<HTMLElement | null> }) {
  const { userId, fullName, signInEmail, requestedAt } = request
  const send = useSendPin()
  const resolve = useResolvePinRequest()
  useFocusFallback(focusFallback)
  const name = fullName ?? noName
  return (
    <StaffRow>
      <StaffRowHead>
        <span className="block text-strong">{name}</span>
        <span className="block text-secondary">{signInEmail}</span>
      </StaffRowHead>
      <StaffCell label="Asked">
        <time dateTime={requestedAt}>{formatDateTime(requestedAt)}</time>
      </StaffCell>
      <StaffCell>
        <div className="flex flex-wrap gap-2 lg:flex-nowrap lg:justify-end lg:whitespace-nowrap">
          <Button
            variant="secondary"
            aria-label={`Send PIN to ${name}`}
            pending={send.isPending}
            onClick={() => send.mutate(userId)}
          >
            Send PIN
          </Button>
          <Button
            variant="secondary"
            aria-label={`Done with ${name}`}
            pending={resolve.isPending}
            onClick={() => resolve.mutate(userId)}
          >
            Done
          </Button>
        </div>
      </StaffCell>
    </StaffRow>
  )
}
