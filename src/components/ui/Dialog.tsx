import { LoadingBar } from '@/components/LoadingBar'
import { lazyPart } from '@/lib/lazyPart'
import { loadOverlays } from './loadOverlays'
import type { DialogProps } from './RadixDialog'

/** A modal sheet on phones, a centred box on larger screens. Focus goes in, stays in, and returns to its trigger. */
export const Dialog = lazyPart<DialogProps>(async () => (await loadOverlays()).RadixDialog, <LoadingBar />)
