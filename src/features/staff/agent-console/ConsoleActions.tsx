import { cn } from '@/lib/cn'
import { AlertSwitch } from './AlertSwitch'
import { Presence } from './Presence'
import { SavedReplies } from './SavedReplies'

/** Beside the heading. On a phone they leave the room to the open chat. */
export function ConsoleActions({ agentId, isChatOpen }: { agentId: string; isChatOpen: boolean }) {
  return (
    <div className={cn('flex flex-wrap items-center gap-x-4 gap-y-2', isChatOpen && 'max-lg:hidden')}>
      <Presence agentId={agentId} />
      <SavedReplies />
      <AlertSwitch />
    </div>
  )
}
