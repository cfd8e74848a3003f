import { useRef } from 'react'

/** The pane with a row's details. `setId` shows it, or none for ''. The button that opened it gets the focus back. */
export function useRowPane(setId: (id: string) => void) {
  const opener = useRef<HTMLElement>(null)
  return {
    open: (id: string, button: HTMLElement) => {
      opener.current = button
      setId(id)
    },
    close: () => {
      setId('')
      opener.current?.focus({ preventScroll: true })
    },
  }
}
