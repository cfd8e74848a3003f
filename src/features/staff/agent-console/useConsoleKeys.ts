import { useEffect, useEffectEvent } from 'react'
import { consoleActionOf, type ConsoleAction } from './keys'

/** Runs the actions of the console's keys. An action that has nothing to do now is left out. */
export function useConsoleKeys(actions: Partial<Record<ConsoleAction, () => void>>) {
  const handle = useEffectEvent((event: KeyboardEvent) => {
    // A menu or a dialog has used the key, or would.
    if (event.defaultPrevented || event.isComposing || document.querySelector('[role="dialog"]') !== null) return
    const action = consoleActionOf(event)
    const run = action === null ? undefined : actions[action]
    if (run === undefined) return
    event.preventDefault()
    run()
  })
  useEffect(() => {
    const handleKeyDown = (event: KeyboardEvent) => handle(event)
    window.addEventListener('keydown', handleKeyDown)
    return () => window.removeEventListener('keydown', handleKeyDown)
  }, [])
}

/** The row after (1) or before (-1) the selected one, round the ends. Undefined: the list is empty. */
export function neighbour<Row extends { id: string }>(rows: Row[], selectedId: string | null, step: 1 | -1) {
  const place = rows.findIndex(({ id }) => id === selectedId)
  const next = place === -1 ? (step === 1 ? 0 : rows.length - 1) : place + step
  return rows[(next + rows.length) % rows.length]
}
