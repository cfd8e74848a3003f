import { useState } from 'react'
import { Switch } from '@/components/ui/Switch'
import { SavedTexts } from '@/features/staff/saved-texts/shared'
import { cn } from '@/lib/cn'
import { logError } from '@/lib/log'
import { chatAlertsStore } from '@/lib/storage'
import { switchAlerts } from './agentAlert'
import { Presence } from './Presence'

/** Beside the heading. On a phone they leave the room to the open chat. */
export function ConsoleActions({ agentId, isChatOpen }: { agentId: string; isChatOpen: boolean }) {
  return (
    <div className={cn('flex flex-wrap items-center gap-x-4 gap-y-2', isChatOpen && 'max-lg:hidden')}>
      <Presence agentId={agentId} />
      <SavedTexts kind="reply" />
      <AlertSwitch />
    </div>
  )
}

/** Whether this browser tells the agent about waiting customers. */
function AlertSwitch() {
  const [isOn, setIsOn] = useState(() => chatAlertsStore.read())

  function handleChange(next: boolean) {
    setIsOn(next)
    switchAlerts(next).catch((error: unknown) => logError('The alerts could not be switched', error))
  }

  return <Switch label="Sound and notification" checked={isOn} onChange={handleChange} />
}
