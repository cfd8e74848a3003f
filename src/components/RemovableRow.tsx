import { useId } from 'react'
import { Button } from '@/components/ui/Button'

type RemovableRowProps = {
  name: string
  /** Under the name. It also describes the button, because two rows can have the same name. */
  line: string
  /** 'Remove'. */
  action: string
  /** 'Remove My phone'. */
  label: string
  onRemove: () => void
}

/** Something of the customer's that can be removed: a device, a passkey. */
export function RemovableRow({ name, line, action, label, onRemove }: RemovableRowProps) {
  const lineId = useId()
  return (
    <li className="flex flex-wrap items-center gap-x-3 py-2 pr-2 pl-4">
      <div className="min-w-0 flex-1 basis-40">
        <p className="text-name">{name}</p>
        <p id={lineId} className="text-secondary">
          {line}
        </p>
      </div>
      <Button variant="quiet" className="ml-auto" aria-label={label} aria-describedby={lineId} onClick={onRemove}>
        {action}
      </Button>
    </li>
  )
}
