import { cn } from '@/lib/cn'
import { AlertSwitch } from './AlertSwitch'
import { SavedReplies } from './SavedReplies'

/** Beside the heading. On a phone they leave the room to the open chat. */
export function ConsoleActions({ isChatOpen }: { isChatOpen: boolean }) {
  return (
    <div className={cn('flex flex-wrap items-center gap-x-4 gap-y-2', isChatOpen && 'max-lg:hidden')}>
      <SavedReplies />
      <AlertSwitch />
    </div>
  )
}
