import { LoadingBar } from '@/components/LoadingBar'
import { lazyPart } from '@/lib/lazyPart'
import { useIsWide } from '../useIsWide'
import { Dialog } from './Dialog'
import { loadOverlays } from './loadOverlays'
import type { PopoverProps } from './RadixPopover'

const Panel = lazyPart<PopoverProps>(async () => (await loadOverlays()).RadixPopover, <LoadingBar />)

/** A panel beside its button, over a screen that stays usable. On phones, where it would cover the screen, a modal sheet. */
export function Popover(props: PopoverProps) {
  const { title, onClose, children } = props
  if (useIsWide('popover')) return <Panel {...props} />
  return (
    <Dialog open onOpenChange={onClose} title={title}>
      {/* The children have the padding of the panel, which has none itself. */}
      <div className="-mx-5">{children}</div>
    </Dialog>
  )
}
