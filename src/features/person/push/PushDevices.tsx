import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ConfirmDialog } from '@/components/ConfirmDialog'
import { Loaded } from '@/components/Loaded'
import { RemovableRow } from '@/components/RemovableRow'
import { SheetSection } from '@/components/SheetSection'
import { Skeleton } from '@/components/Skeleton'
import { formatDateTime } from '@/lib/dates'
import { pushCopy } from './copy'
import { useRemovePushDevice } from './mutations'
import { pushQueries, type PushDevice } from './queries'

const { devices: words } = pushCopy

/** The devices that get push messages. Not shown while there is none. */
export function PushDevices({ userId }: { userId: string }) {
  const devices = useQuery(pushQueries.devices(userId))
  const heading = useRef<HTMLHeadingElement>(null)
  const [asked, setAsked] = useState<PushDevice | null>(null)
  const remove = useRemovePushDevice()
  if (devices.data?.length === 0 && asked === null) return null
  return (
    <SheetSection title={words.title} headingRef={heading}>
      <p className="text-secondary">{words.text}</p>
      <Loaded query={devices} what="your devices" skeleton={<Skeleton className="h-16" />}>
        {(list) => (
          <ul className="divide-y divide-line overflow-hidden rounded border border-line bg-card">
            {list.map((device) => (
              <RemovableRow
                key={device.id}
                name={device.name}
                line={device.isCurrent ? words.current : words.since(formatDateTime(device.since))}
                action="Stop"
                label={`Stop on ${device.name}`}
                onRemove={() => {
                  remove.reset()
                  setAsked(device)
                }}
              />
            ))}
          </ul>
        )}
      </Loaded>
      {asked !== null && (
        <ConfirmDialog
          title={words.remove.title(asked.name)}
          text={words.remove.text}
          confirmLabel="Stop"
          pending={remove.isPending}
          problem={remove.isError ? words.removeFailed : null}
          fallbackFocus={heading}
          onConfirm={() => remove.mutate(asked, { onSuccess: () => setAsked(null) })}
          onClose={() => setAsked(null)}
        />
      )}
    </SheetSection>
  )
}
