import { useSyncExternalStore } from 'react'
import { hiddenBalanceStore } from '@/lib/storage'

const listeners = new Set<() => void>()

function subscribe(listener: () => void) {
  listeners.add(listener)
  // Another tab of this browser.
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

/** Whether this device hides the customer's balance. */
export function useIsBalanceHidden(): boolean {
  return useSyncExternalStore(subscribe, hiddenBalanceStore.read)
}

export function setBalanceHidden(isHidden: boolean) {
  hiddenBalanceStore.write(isHidden)
  for (const listener of listeners) listener()
}
