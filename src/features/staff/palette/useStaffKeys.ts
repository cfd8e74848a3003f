import { useEffect, useEffectEvent } from 'react'

type StaffKeys = { onPalette: () => void; onKeys: () => void }

/** Ctrl+K or Cmd+K, and '?' outside of fields. A dialog that is open keeps its keys. */
export function useStaffKeys({ onPalette, onKeys }: StaffKeys) {
  const handle = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || hasOpenDialog()) return
    const isPalette = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key === 'k'
    const isKeys = event.key === '?' && !event.ctrlKey && !event.metaKey && !isField(event.target)
    if (!isPalette && !isKeys) return
    event.preventDefault()
    if (isPalette) onPalette()
    else onKeys()
  })
  useEffect(() => {
    const handleKeyDown = (event: KeyboardEvent) => handle(event)
    window.addEventListener('keydown', handleKeyDown)
    return () => window.removeEventListener('keydown', handleKeyDown)
  }, [])
}

export function hasOpenDialog(): boolean {
  return document.querySelector('[role="dialog"]') !== null
}

export function isField(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
  )
}
