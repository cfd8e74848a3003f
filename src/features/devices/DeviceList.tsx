import { useQuery } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { ConfirmDialog } from '@/components/ConfirmDialog'
import { Loaded } from '@/components/Loaded'
import { SheetSection } from '@/components/SheetSection'
import { Skeleton } from '@/components/Skeleton'
import { Button } from '@/components/ui/Button'
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
      <p className="text-sm text-muted">{deviceCopy.listText}</p>
      <Loaded query={devices} what="your devices" skeleton={<Skeleton className="h-20" />}>
        {(list) =>
          list.length === 0 ? (
            <p className="text-muted">{deviceCopy.none}</p>
          ) : (
            <ul className="divide-y divide-line overflow-hidden rounded border border-line bg-card">
              {list.map((device) => (
                <DeviceRow key={device.id} device={device} onRemove={() => handleRemove(device)} />
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

function DeviceRow({ device, onRemove }: { device: Device; onRemove: () => void }) {
  // Two devices can have the same name.
  const lineId = useId()
  return (
    <li className="flex items-center gap-3 py-2 pr-2 pl-4">
      <div className="min-w-0 flex-1">
        <p className="font-medium">{device.name}</p>
        <p id={lineId} className="text-sm text-muted">
          {device.isCurrent ? deviceCopy.current : whenUsed(device)}
        </p>
      </div>
      <Button variant="quiet" aria-label={`Remove ${device.name}`} aria-describedby={lineId} onClick={onRemove}>
        Remove
      </Button>
    </li>
  )
}

function whenUsed({ lastUsedAt }: Device): string {
  return deviceCopy.lastUsed(formatDateTime(lastUsedAt))
}
