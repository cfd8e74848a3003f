import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ConfirmDialog } from '@/components/ConfirmDialog'
import { Loaded } from '@/components/Loaded'
import { RemovableRow } from '@/components/RemovableRow'
import { SheetSection } from '@/components/SheetSection'
import { Skeleton } from '@/components/Skeleton'
import { formatDateTime } from '@/lib/dates'
import { useSession, useUserId } from '@/lib/session'
import { deviceCopy } from './copy'
import { useRemoveDevice } from './mutations'
import { deviceQueries, type Device } from './queries'

/** The devices that need no code at sign-in. */
export function DeviceList() {
  const { signOut } = useSession()
  const userId = useUserId()
  const heading = useRef<HTMLHeadingElement>(null)
  const devices = useQuery(deviceQueries.list(userId))
  const [asked, setAsked] = useState<Device | null>(null)
  const remove = useRemoveDevice()

  const handleRemove = (device: Device) => {
    remove.reset()
    setAsked(device)
  }
  const handleConfirm = ({ id, isCurrent }: Device) => {
    remove.mutate(id, {
      onSuccess: () => {
        setAsked((current) => (current?.id === id ? null : current))
        // The server has already ended this device's session.
        if (isCurrent) void signOut()
      },
    })
  }

  return (
    <SheetSection title={deviceCopy.listTitle} headingRef={heading}>
      <p className="text-secondary">{deviceCopy.listText}</p>
      <Loaded query={devices} what="your devices" skeleton={<Skeleton className="h-20" />}>
        {(list) =>
          list.length === 0 ? (
            <p className="text-secondary">{deviceCopy.none}</p>
          ) : (
            <ul className="divide-y divide-line overflow-hidden rounded border border-line bg-card">
              {list.map((device) => (
                <RemovableRow
                  key={device.id}
                  name={device.name}
                  line={device.isCurrent ? deviceCopy.current : whenUsed(device)}
                  action="Remove"
                  label={`Remove ${device.name}`}
                  onRemove={() => handleRemove(device)}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
      {asked !== null && (
        <ConfirmDialog
          title={deviceCopy.remove.title(asked.name)}
          text={asked.isCurrent ? deviceCopy.remove.current : deviceCopy.remove.other(whenUsed(asked))}
          confirmLabel="Remove"
          pending={remove.isPending}
          problem={remove.isError ? deviceCopy.removeFailed : null}
          fallbackFocus={heading}
          onConfirm={() => handleConfirm(asked)}
          onClose={() => setAsked(null)}
        />
      )}
    </SheetSection>
  )
}

function whenUsed({ lastUsedAt }: Device): string {
  return deviceCopy.lastUsed(formatDateTime(lastUsedAt))
}
