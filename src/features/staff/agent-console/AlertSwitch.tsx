import { useState } from 'react'
import { Switch } from '@/components/ui/Switch'
import { logError } from '@/lib/log'
import { chatAlertsStore } from '@/lib/storage'
import { switchAlerts } from './agentAlert'

/** Whether this browser tells the agent about waiting customers. */
export function AlertSwitch() {
  const [isOn, setIsOn] = useState(() => chatAlertsStore.read())

  function handleChange(next: boolean) {
    setIsOn(next)
    switchAlerts(next).catch((error: unknown) => logError('The alerts could not be switched', error))
  }

  return <Switch label="Sound and notification" checked={isOn} onChange={handleChange} />
}
