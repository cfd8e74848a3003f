import { useSyncExternalStore } from 'react'
import { applyTheme } from './applyTheme'
import { themeStore } from './storage'

/** Null: the colours of the device. */
export type Theme = ReturnType<typeof themeStore.read>

const listeners = new Set<() => void>()

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const useTheme = () => useSyncExternalStore(subscribe, themeStore.read)

export function setTheme(theme: Theme) {
  themeStore.write(theme)
  applyTheme()
  for (const listener of listeners) listener()
}
