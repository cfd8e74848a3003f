import { useEffect, useEffectEvent } from 'react'
import { addOverlay } from './overlayHistory'

/** While it is open, the browser's Back closes this dialog or popover instead of leaving the screen. */
export function useBackCloses(isOpen: boolean, onClose: () => void) {
  const close = useEffectEvent(onClose)
  useEffect(() => (isOpen ? addOverlay({ close: () => close() }) : undefined), [isOpen])
}
