import { LoadingBar } from '@/components/LoadingBar'
import { lazyPart } from '@/lib/lazyPart'
import { loadOverlays } from './loadOverlays'
import type { PopoverProps } from './RadixPopover'

/** A panel beside its button, over a screen that stays usable. */
export const Popover = lazyPart<PopoverProps>(async () => (await loadOverlays()).RadixPopover, <LoadingBar />)
